import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-jsonrpc/node";
import { readControlToken } from "../../../src/cli/control-client.ts";
import { stillThereQuestion, toolFacts } from "../../../src/shared/contract/agent.ts";
import { openSocketRoom, type SocketRoom } from "../../support/socket-room.ts";

let opened: SocketRoom;

beforeEach(async () => {
  opened = await openSocketRoom({ slots: 2, cap: 2 });
});

afterEach(() => opened[Symbol.asyncDispose]());

interface RawAgent {
  readonly connection: MessageConnection;
  /** Settles when it is told why it waits. */
  readonly waits: Promise<unknown>;
  readonly answer: Promise<unknown>;
  hangUp(): void;
}

/** An agent that asks for the login `shop`, without a wrapper around it. */
async function rawAgent(name: string): Promise<RawAgent> {
  const socket = connect(opened.paths.controlSocket);
  await once(socket, "connect");
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  connection.listen();
  const told = Promise.withResolvers<unknown>();
  connection.onNotification("agent/waiting", (notice: unknown) => told.resolve(notice));
  const token = readControlToken(opened.paths);
  const target = { key: "shop", source: "override" };
  await connection.sendRequest("agent/hello", { protocol: 1, token, agent: { id: name, name }, target });
  const call = { actionId: `action of ${name}`, tool: "browser_snapshot", arguments: {}, waitMs: 600_000 };
  const answer = connection.sendRequest<unknown>("agent/call", call);
  answer.catch(() => {});
  return { connection, waits: told.promise, answer, hangUp: () => socket.destroy() };
}

const events = () => opened.room.store.recentEvents(50).map(({ text }) => text);

describe("a waiter proves over the control socket that it is alive, before anything is opened for it", () => {
  it("gets the slot when it answers", async () => {
    const ada = opened.room.agent("ada", "shop");
    await ada.click();
    const ben = await rawAgent("ben");
    const asked: unknown[] = [];
    ben.connection.onRequest(stillThereQuestion.name, (question: unknown) => {
      asked.push(question);
      return { there: true };
    });
    await ben.waits;
    ada.goodbye();
    expect(await ben.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
    expect(asked).toEqual([{ actionId: "action of ben" }]);
  });

  it("is not asked when it gets a slot at once: its call has only just come", async () => {
    const ben = await rawAgent("ben");
    ben.connection.onRequest(stillThereQuestion.name, () => new Promise(() => {}));
    expect(await ben.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
  });

  it.each([0, 1, 2, 3, 5, 8])(
    "leaves no lease, no parked lease and no window when it hangs up just then (%i turns)",
    async (turns) => {
      const ada = opened.room.agent("ada", "shop");
      await ada.click();
      opened.room.chrome(1).exits();
      await opened.room.settle();
      const eve = opened.room.agent("eve", "shop");
      await eve.click();
      const before = opened.room.world.chromes.length;
      const ben = await rawAgent("ben");
      await ben.waits;
      // Its end is in the kernel, and is read some turns later than the release of the slot.
      ben.hangUp();
      for (let turn = 0; turn < turns; turn += 1) await opened.room.settle();
      opened.room.chrome(1).exits();
      const cleo = await rawAgent("cleo");
      expect(await cleo.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
      expect(events().filter((text) => text.startsWith("Lent to ben"))).toEqual([]);
      expect(opened.room.world.chromes.length).toBe(before + 1);
    },
  );

  it("gets nothing while it is stopped; the next one gets the slot, and meanwhile is told who is asked", async () => {
    const ada = opened.room.agent("ada", "shop");
    await ada.click();
    const ben = await rawAgent("ben");
    const asked = Promise.withResolvers<void>();
    ben.connection.onRequest(stillThereQuestion.name, () => {
      asked.resolve();
      return new Promise(() => {});
    });
    await ben.waits;
    const cleo = await rawAgent("cleo");
    await cleo.waits;
    ada.goodbye();
    await asked.promise;
    await opened.room.advance(250);
    expect((await opened.room.snapshot()).queue).toMatchObject([
      { agent: "ben", code: "offered" },
      { agent: "cleo", code: "offered", sentence: "Slot 1, which has this login, is being given to ben." },
    ]);
    await opened.room.advance(5_000);
    expect(await cleo.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
    expect(await ben.answer).toMatchObject({ facts: { outcome: "not_sent", error: { code: "LEASE_ENDED" } } });
  });

  it("keeps its place when a person takes the slot while it is asked", async () => {
    const ada = opened.room.agent("ada", "shop");
    await ada.click();
    const ben = await rawAgent("ben");
    const asked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    ben.connection.onRequest(stillThereQuestion.name, async () => {
      asked.resolve();
      await mayAnswer.promise;
      return { there: true };
    });
    await ben.waits;
    ada.goodbye();
    await asked.promise;
    const taken = opened.room.takeOver(1);
    await opened.room.advance(1_000);
    await taken;
    mayAnswer.resolve();
    await opened.room.advance(250);
    expect((await opened.room.slot(1)).holder.kind).toBe("human");
    expect((await opened.room.snapshot()).queue).toMatchObject([{ agent: "ben", code: "target_busy" }]);
    await opened.room.handBack(1);
    expect(await ben.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
  });

  it("is answered by the real wrapper: yes while its call waits", async () => {
    const ada = opened.room.agent("ada", "shop");
    await ada.click();
    const zoe = await opened.mcpAgent("zoe", "shop", 600_000);
    const told = Promise.withResolvers<void>();
    const call = zoe.callTool({ name: "browser_snapshot", arguments: {} }, undefined, {
      onprogress: () => told.resolve(),
    });
    await told.promise;
    ada.goodbye();
    expect(toolFacts.parse((await call).structuredContent)).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("is answered by the real wrapper: no for a call that its client has just cancelled", async () => {
    const ada = opened.room.agent("ada", "shop");
    await ada.click();
    const zoe = await opened.mcpAgent("zoe", "shop", 600_000);
    const told = Promise.withResolvers<void>();
    const abort = new AbortController();
    const call = zoe.callTool({ name: "browser_snapshot", arguments: {} }, undefined, {
      onprogress: () => told.resolve(),
      signal: abort.signal,
    });
    await told.promise;
    ada.goodbye();
    abort.abort("not wanted any more");
    await expect(call).rejects.toThrow("not wanted any more");
    const cleo = await rawAgent("cleo");
    expect(await cleo.answer).toMatchObject({ facts: { outcome: "done", slot: 1 } });
    expect(events().filter((text) => text.startsWith("Lent to zoe"))).toEqual([]);
  });
});
