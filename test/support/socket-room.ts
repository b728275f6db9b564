import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createAgentSession } from "../../src/cli/mcp/agent-session.ts";
import { createMcpServer } from "../../src/cli/mcp/mcp-server.ts";
import { type Paths, resolvePaths } from "../../src/main/adapters/system/paths.ts";
import { openControlSocket } from "../../src/main/control-socket/server.ts";
import { FakeRoom, type FakeSettings } from "./fake-room.ts";

const token = "the token of this control room";

/** The real control room on fake ports, behind its real control socket. */
export interface SocketRoom extends AsyncDisposable {
  readonly room: FakeRoom;
  readonly paths: Paths;
  /** The real wrapper and an MCP client, in this process. @param waitMs how long a call waits for a slot */
  mcpAgent(name: string, target: string, waitMs?: number): Promise<Client>;
}

export async function openSocketRoom(settings: Partial<FakeSettings> = {}): Promise<SocketRoom> {
  await using stack = new AsyncDisposableStack();
  const room = stack.adopt(await FakeRoom.open(settings), (opened) => opened.close());
  const paths = resolvePaths({ SESSIONDOCK_HOME: room.directory });
  mkdirSync(dirname(paths.controlSocket), { recursive: true });
  writeFileSync(paths.controlToken, token);
  const options = { path: paths.controlSocket, token, version: "0", log: (line: string) => room.world.log.push(line) };
  const server = await openControlSocket(room.room, options);
  stack.defer(() => server.close());
  const clients = stack.use(new AsyncDisposableStack());
  const kept = stack.move();
  return {
    room,
    paths,
    mcpAgent: async (name, target, waitMs = 25_000) => {
      const identity = Promise.resolve({ id: name, name });
      const session = createAgentSession({ paths, identity, target: () => ({ key: target, source: "override" }) });
      const [own, other] = InMemoryTransport.createLinkedPair();
      await createMcpServer(session, waitMs).connect(other);
      const client = new Client({ name, version: "0" });
      await client.connect(own);
      clients.defer(async () => {
        await client.close();
        await session.goodbye();
      });
      return client;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
