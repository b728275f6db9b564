import { type ControlClient, connectToControlRoom, readControlToken } from "../../../src/cli/control-client.ts";
import { sayHello } from "../../../src/cli/hello.ts";
import { resolvePaths } from "../../../src/main/adapters/system/paths.ts";
import { operatorHello } from "../../../src/shared/contract/hello.ts";
import type { TestRoom } from "../../support/control-room.ts";

/** One connection with the person's rights that stays open, as the window's is; a new `sessiondock` process costs more. */
export async function connectOperator(room: TestRoom, stack: AsyncDisposableStack): Promise<ControlClient> {
  const paths = resolvePaths(room.environment);
  const client = stack.adopt(await connectToControlRoom(paths), (opened) => opened.close());
  await sayHello(client, operatorHello, { protocol: 1, token: readControlToken(paths) });
  return client;
}
