import { once } from "node:events";
import { statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-jsonrpc/node";
import { type ControlSocket, openControlSocket } from "../../../src/main/control-socket/server.ts";
import { FakeRoom } from "../../support/fake-room.ts";
import { until } from "../../support/until.ts";

const token = "the token of this control room";
let room: FakeRoom;
let server: ControlSocket;
let path: string;
let log: string[];
let sockets: Socket[];

beforeEach(async () => {
  room = await FakeRoom.open();
  path = join(room.directory, "control.sock");
  log = [];
  sockets = [];
  server = await openControlSocket(room.room, { path, token, version: "1.2.3", log: (line) => log.push(line) });
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  room.close();
});

async function open(): Promise<Socket> {
  const socket = connect(path);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

async function client(): Promise<MessageConnection & { readonly socket: Socket }> {
  const socket = await open();
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  connection.listen();
  return Object.assign(connection, { socket });
}

function hello(name: string, shown = token): object {
  return { protocol: 1, token: shown, agent: { id: name, name }, target: { key: name, source: "override" } };
}

function click(actionId: string): object {
  return { actionId, tool: "browser_click", arguments: { target: "e1" }, waitMs: 60_000 };
}

/** The error body that a refused request carries. */
async function refusal(request: Promise<unknown>): Promise<unknown> {
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ResponseError ? error.data : error;
}

function message(body: object): string {
  const text = JSON.stringify({ jsonrpc: "2.0", ...body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** The server still answers a newcomer. */
async function expectAlive(): Promise<void> {
  const operator = await client();
  expect(await operator.sendRequest("operator/hello", { protocol: 1, token })).toEqual({ version: "1.2.3" });
}

describe("the control socket", () => {
  it("may be used by its owner only", () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(["", "another token", `${token} `, token.slice(1)])("refuses the token “%s”", async (shown) => {
    const agent = await client();
    const code = shown === "" ? "ARGUMENTS_INVALID" : "TOKEN_INVALID";
    expect(await refusal(agent.sendRequest("operator/hello", { protocol: 1, token: shown }))).toMatchObject({ code });
    expect(await refusal(agent.sendRequest("agent/hello", hello("ada", shown || "x")))).toMatchObject({
      code: "TOKEN_INVALID",
    });
    expect(await refusal(agent.sendRequest("operator/snapshot", {}))).toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("answers nothing before hello", async () => {
    const stranger = await client();
    for (const call of ["agent/call", "agent/goodbye", "operator/snapshot", "operator/quit"]) {
      expect(await refusal(stranger.sendRequest(call, {}))).toMatchObject({ code: "NOT_ALLOWED" });
    }
  });

  it("takes one hello a connection, whatever the second one says it is", async () => {
    const agent = await client();
    await agent.sendRequest("agent/hello", hello("ada"));
    expect(await refusal(agent.sendRequest("agent/hello", hello("ben")))).toMatchObject({ code: "NOT_ALLOWED" });
    expect(await refusal(agent.sendRequest("operator/hello", { protocol: 1, token }))).toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  it("has no operator calls for an agent, and no agent calls for an operator", async () => {
    const [agent, operator] = [await client(), await client()];
    await agent.sendRequest("agent/hello", hello("ada"));
    await operator.sendRequest("operator/hello", { protocol: 1, token });
    expect(await refusal(agent.sendRequest("operator/take-over", { slot: 1 }))).toMatchObject({ code: "CALL_UNKNOWN" });
    expect(await refusal(operator.sendRequest("agent/call", click("action-1")))).toMatchObject({
      code: "CALL_UNKNOWN",
    });
    expect(await operator.sendRequest("operator/snapshot", {})).toMatchObject({ room: { live: 0 } });
  });

  it("serves an agent, tells it why it waits, and frees its slot when it says goodbye (R11, R44)", async () => {
    const [ada, ben] = [await client(), await client()];
    await ada.sendRequest("agent/hello", hello("shop"));
    await ben.sendRequest("agent/hello", hello("shop"));
    expect(await ada.sendRequest("agent/call", click("action-1"))).toMatchObject({ facts: { outcome: "done" } });
    const told = Promise.withResolvers<unknown>();
    ben.onNotification("agent/waiting", (notice: unknown) => told.resolve(notice));
    const waiting = ben.sendRequest("agent/call", click("action-2"));
    expect(await told.promise).toMatchObject({ actionId: "action-2", code: "target_busy", position: 1 });
    await ada.sendRequest("agent/goodbye", {});
    expect(await waiting).toMatchObject({ facts: { outcome: "done", slot: 1, epoch: 3 } });
  });

  it("parks the slot of an agent that hangs up without a word, and tells who waits for it (R16)", async () => {
    const [ada, ben] = [await client(), await client()];
    await ada.sendRequest("agent/hello", hello("shop"));
    await ben.sendRequest("agent/hello", hello("shop"));
    await ada.sendRequest("agent/call", click("action-1"));
    const told: unknown[] = [];
    const parked = Promise.withResolvers<void>();
    ben.onNotification("agent/waiting", (notice: unknown) => {
      told.push(notice);
      if (JSON.stringify(notice).includes('"parked"')) parked.resolve();
    });
    const waiting = ben.sendRequest("agent/call", click("action-2"));
    ada.socket.destroy();
    await parked.promise;
    expect((await room.slot(1)).holder).toMatchObject({ kind: "parked" });
    await room.room.handle("release", { slot: 1 });
    expect(await waiting).toMatchObject({ facts: { outcome: "done", slot: 1 } });
  });

  it("names the wrong field of a call, and goes on", async () => {
    const agent = await client();
    await agent.sendRequest("agent/hello", hello("ada"));
    const wrong = await refusal(agent.sendRequest("agent/call", { ...click("action-1"), waitMs: -1 }));
    expect(wrong).toMatchObject({ code: "ARGUMENTS_INVALID", message: expect.stringContaining("waitMs") });
    expect(await agent.sendRequest("agent/call", click("action-1"))).toMatchObject({ facts: { outcome: "done" } });
  });
});

describe("a client that misbehaves", () => {
  it.each([
    ["garbage", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0, 1, 0x0d, 0x0a, 0x0d, 0x0a])],
    ["a body that is no JSON", "Content-Length: 3\r\n\r\n{x}"],
    ["a body that is no message", message({}).replace(/\{.*/, "null").replace(/\d+/, "4")],
    ["a length that is none", "Content-Length: many\r\n\r\n{}"],
    ["a negative length", "Content-Length: -5\r\n\r\n{}"],
    ["a request with nonsense in it", message({ id: {}, method: 7, params: "x" })],
    ["an answer that nobody asked for", message({ id: 5, result: {} })],
  ])("can send %s and the others notice nothing", async (_, bytes) => {
    const socket = await open();
    socket.on("error", () => {});
    socket.write(bytes);
    socket.write(message({ id: 1, method: "operator/snapshot" }));
    // Answered or hung up on, either is well.
    await Promise.race([once(socket, "data"), once(socket, "close")]);
    await expectAlive();
  });

  it.each([
    ["a free slot", false],
    ["a slot that another agent holds", true],
  ])("leaves nothing behind when it is gone before its call for %s was handled (R44)", async (_, busy) => {
    const handled = vi.spyOn(room.room.agents, "call");
    if (busy) await room.agent("ada", "shop").click();
    const others = handled.mock.calls.length;
    const socket = await open();
    socket.write(message({ id: 1, method: "agent/hello", params: hello("shop") }));
    await once(socket, "data");
    // Messages are handled one a turn: with these before it, the call's turn comes after the end of the socket.
    for (let ahead = 0; ahead < 20; ahead += 1) socket.write(message({ method: "nobody/listens" }));
    socket.write(message({ id: 2, method: "agent/call", params: click("action-of-ghost") }));
    socket.destroy();
    await until("the call to be handled", () => handled.mock.calls.length > others);
    await room.settle();
    expect((await room.snapshot()).queue).toEqual([]);
    expect((await room.slot(1)).holder.kind).toBe(busy ? "agent" : "nobody");
    await expectAlive();
  });

  it("opens no session when it is gone before its hello was handled", async () => {
    const hellos = vi.spyOn(room.room.agents, "hello");
    const socket = await open();
    for (let ahead = 0; ahead < 20; ahead += 1) socket.write(message({ method: "nobody/listens" }));
    socket.write(message({ id: 1, method: "agent/hello", params: hello("ghost") }));
    socket.destroy();
    for (let later = 0; later < 5; later += 1) await expectAlive();
    expect(hellos).not.toHaveBeenCalled();
  });
});
