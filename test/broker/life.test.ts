import { afterEach, describe, expect, it } from "vitest";
import { BrokerProcess, textOf } from "./support/broker-process.ts";
import { startMs, useWorkplace } from "./support/workplace.ts";

describe("a broker's life", { timeout: startMs }, () => {
  const { endpoint, site } = useWorkplace({ bind: false });
  const started: BrokerProcess[] = [];
  const start = async () => {
    const broker = await BrokerProcess.start();
    started.push(broker);
    await broker.next((message) => message.kind === "warm");
    return broker;
  };
  const bound = async () => {
    const broker = await start();
    await broker.bind(endpoint().address);
    await broker.perform("browser_navigate", { url: `${site().origin}/` });
    return broker;
  };
  afterEach(async () => {
    await Promise.all(started.splice(0).map((broker) => broker.stop()));
  });

  it("ends on stop, and when the control room is gone", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    first.send({ kind: "stop" });
    second.disconnect();
    expect(await Promise.all([first.exited, second.exited])).toEqual([0, 0]);
  });

  it("ends with 1 on a message that it doesn't understand, without repeating it", async () => {
    const broker = await start();
    broker.sendRaw({ kind: "evaluate", script: "do not print" });
    expect(await broker.exited).toBe(1);
    expect(broker.stderr).toContain("broken message");
    expect(broker.stderr).not.toContain("do not print");
  });

  it("is bound once only", async () => {
    const broker = await bound();
    broker.send(broker.binding(endpoint().address));
    expect(await broker.exited).toBe(1);
  });

  it("says why it could not be bound", async () => {
    const broker = await start();
    broker.send({ ...broker.binding(endpoint().address), token: "another lease's" });
    const answer = await broker.next((message) => message.kind === "bind_failed");
    expect(answer.message).toContain("401");
  });

  it("does not know the references of the broker before it", async () => {
    const first = await bound();
    await first.stop();
    const second = await start();
    await second.bind(endpoint().address);
    const result = await second.call("browser_click", { target: "e4" });
    expect(result).toMatchObject({ outcome: "not_sent", error: { code: "STALE_REFERENCE" } });
  });

  it("runs actions one after another, in their order, and says that their steps have ended", async () => {
    const broker = await bound();
    const before = site().received.length;
    const ids = ["#save", "#fail", "#save"].map((target) => broker.begin("browser_click", { target }));
    const all = await Promise.all(ids.map((id) => broker.performed(id)));
    const ended = { finished: true, failed: null, touched: true, dialogOpen: false, pageClosed: false };
    expect(all).toMatchObject([ended, ended, ended]);
    await site().count(before + 3);
    expect(site().received.slice(before)).toEqual(["POST /save", "POST /fail", "POST /save"]);
  });

  it("reports the page when it is asked to, as often as it is asked, and nothing of another action", async () => {
    const broker = await bound();
    const id = broker.begin("browser_click", { target: "#plain" });
    await broker.performed(id);
    for (const asked of [1, 2]) {
      broker.send({ kind: "report", actionId: id, newDocument: false, tabs: 1 });
      expect(textOf(await broker.reported(id, asked))).toContain(": pressed");
    }
    broker.send({ kind: "report", actionId: "nobody's", newDocument: false, tabs: 1 });
    expect(await broker.reported("nobody's")).toMatchObject({ content: [] });
  });

  it("says that a dialog stands in the way, and when one opens afterwards", async () => {
    const broker = await bound();
    const confirm = broker.begin("browser_click", { target: "#confirm" });
    expect(await broker.performed(confirm)).toMatchObject({ finished: false, failed: null, dialogOpen: true });
    await broker.performed(broker.begin("browser_handle_dialog", { accept: false }));
    const soon = broker.begin("browser_click", { target: "#alertSoon" });
    expect(await broker.performed(soon)).toMatchObject({ finished: true, dialogOpen: false });
    expect(await broker.interrupted(soon)).toMatchObject({ dialogOpen: true, pageClosed: false });
    // A page that stands still answers no other broker.
    await broker.perform("browser_handle_dialog", { accept: true });
  });

  it("says how far it came when control changes in the middle of its steps, and then ends", async () => {
    const broker = await bound();
    const running = broker.begin("browser_wait_for", { text: "never there" });
    const queued = broker.begin("browser_click", { target: "#save" });
    const before = site().received.length;
    broker.send({ kind: "stop" });
    expect(await broker.result(running)).toMatchObject({ outcome: "failed", error: { code: "EPOCH_STALE" } });
    expect(await broker.result(queued)).toMatchObject({ outcome: "not_sent", error: { code: "EPOCH_STALE" } });
    expect(await broker.exited).toBe(0);
    expect(site().received).toHaveLength(before);
  });

  it("accounts for every action when its connection is cut, and then ends", async () => {
    const broker = await bound();
    const running = broker.begin("browser_click", { target: "#covered" });
    const queued = broker.begin("browser_click", { target: "#save" });
    const reading = broker.begin("browser_snapshot");
    const before = site().received.length;
    await endpoint().sent("Runtime.callFunctionOn");
    endpoint().cut();
    const failed = { message: "the connection to Chrome ended", timedOut: false };
    expect(await broker.performed(running)).toMatchObject({ finished: false, failed, touched: false });
    expect(await broker.result(queued)).toMatchObject({ outcome: "not_sent", error: { code: "BROKER_LOST" } });
    expect(await broker.result(reading)).toMatchObject({ outcome: "failed", error: { code: "BROKER_LOST" } });
    expect(await broker.exited).toBe(0);
    expect(site().received).toHaveLength(before);
  });
});
