import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { agentCalls } from "../../../src/shared/contract/agent.ts";
import { tools } from "../../../src/shared/contract/tools.ts";
import { DockError } from "../../../src/shared/errors.ts";
import { FakeControlRoom } from "../fake-control-room.ts";
import { callTool, connectMcp, readResult } from "../mcp-client.ts";
import { temporaryHome } from "../run-cli.ts";
import { forbiddenWhenUnknown, seenRequest } from "../three-saves.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const snapshotResult = (params: unknown) => ({
  content: [
    { type: "text", text: "- heading “Welcome”" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ],
  facts: { action_id: agentCalls.call.input.parse(params).actionId, slot: 3, epoch: 7, outcome: "done" },
});

describe("the handshake and the list of tools", () => {
  test("make no connection to the control room", async () => {
    await using room = await FakeControlRoom.open(home.path);
    await using agent = await connectMcp({ home: home.path });
    await agent.client.listTools();
    await agent.client.ping();
    expect(room.connections).toBe(0);
  });

  test("create nothing where SessionDock's home will be, and need no control room", async () => {
    const later = join(home.path, "later");
    await using agent = await connectMcp({ home: home.path, environment: { SESSIONDOCK_HOME: later } });
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name));
    expect(existsSync(later)).toBe(false);
  });

  test("describe every tool by a JSON schema of an object that takes nothing else", async () => {
    await using agent = await connectMcp({ home: home.path });
    const { tools: listed } = await agent.client.listTools();
    const click = listed.find((tool) => tool.name === "browser_click");
    expect(click?.inputSchema).toMatchObject({ type: "object", required: ["target"], additionalProperties: false });
    expect(click?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(listed.every((tool) => tool.inputSchema["additionalProperties"] === false)).toBe(true);
  });
});

describe("a tool call", () => {
  test("connects at the first one, says hello once and carries the call", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", snapshotResult);
    await using agent = await connectMcp({
      home: home.path,
      args: ["--agent", "ada", "--target", "shop", "--wait", "3"],
    });
    await callTool(agent.client, "browser_snapshot");
    await callTool(agent.client, "browser_navigate", { url: "https://shop.example/" });
    expect(room.received.map(({ method, connection }) => [method, connection])).toEqual([
      ["agent/hello", 0],
      ["agent/call", 0],
      ["agent/call", 0],
    ]);
    expect(agentCalls.hello.input.parse(room.received[0]?.params)).toMatchObject({
      agent: { id: "ada", name: "ada" },
      target: { key: "shop", source: "override" },
    });
    const [first, second] = room.callsOf("agent/call").map(({ params }) => agentCalls.call.input.parse(params));
    expect(second).toMatchObject({
      tool: "browser_navigate",
      arguments: { url: "https://shop.example/" },
      waitMs: 3000,
    });
    expect(first?.actionId).not.toBe(second?.actionId);
  });

  test("that come at the same time share one connection", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", snapshotResult);
    await using agent = await connectMcp({ home: home.path });
    await Promise.all(["a", "b", "c"].map(() => callTool(agent.client, "browser_snapshot")));
    expect(room.callsOf("agent/hello")).toHaveLength(1);
    expect(room.callsOf("agent/call")).toHaveLength(3);
  });

  test("gives text, picture and facts as the control room sent them", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", snapshotResult);
    await using agent = await connectMcp({ home: home.path });
    const result = await agent.client.callTool({
      name: "browser_snapshot",
      arguments: {},
      _meta: { "sessiondock/actionId": "chosen-by-the-client" },
    });
    expect(result).toEqual({
      content: snapshotResult({ actionId: "chosen-by-the-client", tool: "", arguments: {}, waitMs: 0 }).content,
      structuredContent: { action_id: "chosen-by-the-client", slot: 3, epoch: 7, outcome: "done" },
      isError: false,
    });
  });

  test("passes on what the control room knows of the network and of earlier actions", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const facts = {
      action_id: "action-1",
      slot: 3,
      epoch: 7,
      outcome: "unknown",
      evidence: "POST https://shop.example/save was sent, and no answer was seen.",
      requests: [seenRequest({ state: "sent" })],
      repeated: "replayed",
      unresolved: ["action-0"],
      news: [{ action_id: "action-0", text: "It was answered after all." }],
    };
    room.on("agent/call", () => ({ content: [{ type: "text", text: "…" }], facts }));
    await using agent = await connectMcp({ home: home.path });
    const result = await agent.client.callTool({ name: "browser_click", arguments: { target: "e1" } });
    expect(result.structuredContent).toEqual(facts);
  });

  test.each(["failed", "unknown"])("with the outcome %s is an error for the client", async (outcome) => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", () => ({ content: [], facts: { action_id: "action-1", slot: 3, epoch: 7, outcome } }));
    await using agent = await connectMcp({ home: home.path });
    expect((await callTool(agent.client, "browser_snapshot")).isError).toBe(true);
  });

  test("that waits for a slot tells why as progress", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const told = Promise.withResolvers<void>();
    room.on("agent/call", async (params, { notify }) => {
      const { actionId } = agentCalls.call.input.parse(params);
      const sentence = "All 10 windows that may be open at once are in use.";
      await notify("agent/waiting", { actionId: "of-somebody-else", code: "paused", sentence: "no", position: 1 });
      await notify("agent/waiting", { actionId, code: "cap_reached", sentence, position: 2 });
      await told.promise;
      return snapshotResult(params);
    });
    await using agent = await connectMcp({ home: home.path });
    const progress: unknown[] = [];
    await agent.client.callTool({ name: "browser_snapshot", arguments: {} }, undefined, {
      onprogress: (notice) => {
        progress.push(notice);
        told.resolve();
      },
    });
    expect(progress).toEqual([
      { progress: 1, message: "Place 2 in the queue. All 10 windows that may be open at once are in use." },
    ]);
  });

  test("that the client cancels is cancelled at the control room", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const cancelled = Promise.withResolvers<void>();
    room.on("agent/call", async (params, conversation) => {
      await conversation.cancelled;
      cancelled.resolve();
      return snapshotResult(params);
    });
    await using agent = await connectMcp({ home: home.path });
    const abort = new AbortController();
    const call = agent.client.callTool({ name: "browser_snapshot", arguments: {} }, undefined, {
      signal: abort.signal,
    });
    await room.next("agent/call");
    abort.abort("changed my mind");
    await expect(call).rejects.toThrow("changed my mind");
    await cancelled.promise;
  });
});

describe("a call that can't be right", () => {
  test.each([
    ["an unknown tool", "browser_evaluate", { script: "1" }, "TOOL_UNKNOWN", /browser_evaluate/],
    ["bad arguments", "browser_click", { target: 5 }, "ARGUMENTS_INVALID", /target/],
    ["an argument too many", "browser_snapshot", { depth: 2 }, "ARGUMENTS_INVALID", /depth/],
  ])("because of %s is answered without any connection", async (_, tool, args, code, names) => {
    await using room = await FakeControlRoom.open(home.path);
    await using agent = await connectMcp({ home: home.path });
    const { facts, text, isError } = await callTool(agent.client, tool, args);
    expect(facts).toMatchObject({ outcome: "not_sent", slot: null, error: { code } });
    expect(text).toMatch(names);
    expect(text).toContain(`${code}: `);
    expect(text).toContain("\nWhat to do: ");
    expect(isError).toBe(true);
    expect(room.connections).toBe(0);
  });

  test("because of its action id is refused as well", async () => {
    await using agent = await connectMcp({ home: home.path });
    const result = await agent.client.callTool({
      name: "browser_snapshot",
      arguments: {},
      _meta: { "sessiondock/actionId": "short" },
    });
    expect(readResult(result).facts.error?.code).toBe("ARGUMENTS_INVALID");
  });
});

describe("without a control room", () => {
  test("a call says that none runs, and a later one finds it", async () => {
    await using agent = await connectMcp({ home: home.path });
    const before = await callTool(agent.client, "browser_click", { target: "e1" });
    expect(before.facts).toMatchObject({
      outcome: "not_sent",
      error: { code: "CONTROL_ROOM_NOT_RUNNING", retry: "later" },
    });
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", snapshotResult);
    expect((await callTool(agent.client, "browser_snapshot")).facts.outcome).toBe("done");
  });

  test("that takes its token the call is refused and nothing was sent", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/hello", () => {
      throw new DockError("TOKEN_INVALID", "the token is not the one of this start");
    });
    await using agent = await connectMcp({ home: home.path });
    const { facts } = await callTool(agent.client, "browser_click", { target: "e1" });
    expect(facts).toMatchObject({ outcome: "not_sent", error: { code: "TOKEN_INVALID", retry: "never" } });
    expect(room.callsOf("agent/call")).toEqual([]);
  });
});

describe("a connection that is lost in the middle of a call", () => {
  test("leaves the outcome of a click unknown, and nothing is sent again", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", (_, { drop }) => {
      drop();
      return new Promise(() => undefined);
    });
    await using agent = await connectMcp({ home: home.path });
    const { facts, text, isError } = await callTool(agent.client, "browser_click", { target: "e1" });
    expect(facts).toMatchObject({ outcome: "unknown", error: { retry: "look_first" } });
    expect(text).toMatch(/may have been done/);
    expect(text).toMatch(/Outcome: unknown\. It may or may not have been applied\..*do not repeat it/);
    expect(text).not.toMatch(forbiddenWhenUnknown);
    expect(isError).toBe(true);

    room.on("agent/call", snapshotResult);
    await callTool(agent.client, "browser_snapshot");
    expect(room.callsOf("agent/hello").map(({ connection }) => connection)).toEqual([0, 1]);
    expect(room.callsOf("agent/call").map(({ params }) => agentCalls.call.input.parse(params).tool)).toEqual([
      "browser_click",
      "browser_snapshot",
    ]);
  });

  test("leaves a tool that only reads safe to repeat", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", (_, { drop }) => {
      drop();
      return new Promise(() => undefined);
    });
    await using agent = await connectMcp({ home: home.path });
    const { facts } = await callTool(agent.client, "browser_snapshot");
    expect(facts).toMatchObject({ outcome: "not_sent", error: { retry: "safe" } });
  });

  test("is told the same way when the answer can't be understood", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("agent/call", () => ({ content: "nothing of the kind" }));
    await using agent = await connectMcp({ home: home.path });
    const { facts } = await callTool(agent.client, "browser_click", { target: "e1" });
    expect(facts).toMatchObject({ outcome: "unknown", error: { code: "INTERNAL" } });
  });
});

test("an error of the control room reaches the agent with its own words", async () => {
  await using room = await FakeControlRoom.open(home.path);
  room.on("agent/call", () => {
    throw new DockError("HUMAN_IN_CONTROL", "slot 3 is held by the person since 09:14");
  });
  await using agent = await connectMcp({ home: home.path });
  const { facts, text } = await callTool(agent.client, "browser_click", { target: "e1" });
  expect(facts).toMatchObject({ outcome: "not_sent", error: { code: "HUMAN_IN_CONTROL", retry: "later" } });
  expect(text).toContain("HUMAN_IN_CONTROL: slot 3 is held by the person since 09:14\nWhat to do: A person has taken");
  expect(z.uuid().safeParse(facts.action_id).success).toBe(true);
});
