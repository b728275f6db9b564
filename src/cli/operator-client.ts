import type { Paths } from "../main/adapters/system/paths.ts";
import { operatorHello } from "../shared/contract/hello.ts";
import { type ControlClient, connectToControlRoom, readControlToken } from "./control-client.ts";
import { sayHello } from "./hello.ts";

/**
 * Runs `work` on a connection that has the person's rights, and closes it.
 * @throws DockError `CONTROL_ROOM_NOT_RUNNING`, `TOKEN_INVALID`, and what the calls of `work` throw
 */
export async function asOperator<Value>(paths: Paths, work: (client: ControlClient) => Promise<Value>): Promise<Value> {
  const client = await connectToControlRoom(paths);
  try {
    await sayHello(client, operatorHello, { protocol: 1, token: readControlToken(paths) });
    return await work(client);
  } finally {
    client.close();
  }
}
