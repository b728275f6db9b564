import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeControlRoom } from "../fake-control-room.ts";
import { ended, startCli, temporaryHome } from "../run-cli.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const initialize = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const click = { method: "tools/call", params: { name: "browser_click", arguments: { target: "e1" } } };

/** A wrapper that has said hello and whose call the control room doesn't answer. */
async function wrapperInACall(room: FakeControlRoom) {
  room.on("agent/call", () => new Promise(() => undefined));
  const child = startCli(["mcp"], { home: home.path });
  const end = ended(child);
  for (const [id, message] of [initialize, click].entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`);
  }
  await room.next("agent/call");
  return { child, end };
}

describe("when the client leaves", () => {
  test("by closing the input, the wrapper says goodbye and ends well, even during a call", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const { child, end } = await wrapperInACall(room);
    child.stdin.end();
    expect(await end).toMatchObject({ code: 0, stderr: "" });
    await room.next("agent/goodbye");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s, it does the same", async (signal) => {
    await using room = await FakeControlRoom.open(home.path);
    const { child, end } = await wrapperInACall(room);
    child.kill(signal);
    expect((await end).code).toBe(0);
    await room.next("agent/goodbye");
  });

  test("by closing the output, it does the same at the next answer", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const { child, end } = await wrapperInACall(room);
    child.stdout.destroy();
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" })}\n`);
    expect((await end).code).toBe(0);
    await room.next("agent/goodbye");
  });

  test("it doesn't wait for a control room that never answers the goodbye", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/goodbye", () => new Promise(() => undefined));
    const { child, end } = await wrapperInACall(room);
    child.stdin.end();
    expect((await end).code).toBe(0);
  });

  test("before any call, it ends without having met the control room", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const child = startCli(["mcp"], { home: home.path });
    const end = ended(child);
    child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 0, ...initialize })}\n`);
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 0, result: { serverInfo: { name: "sessiondock" } } });
    expect(room.connections).toBe(0);
  });
});
