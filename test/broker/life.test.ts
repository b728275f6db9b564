import { afterEach, describe, expect, it } from "vitest";
import { BrokerProcess } from "./support/broker-process.ts";
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
    await broker.call("browser_navigate", { url: `${site().origin}/` });
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

  it("runs actions one after another, in their order", async () => {
    const broker = await bound();
    const before = site().received.length;
    const ids = ["#save", "#fail", "#save"].map((target) => broker.begin("browser_click", { target }));
    await Promise.all(ids.map((id) => broker.result(id)));
    expect(site().received.slice(before)).toEqual(["POST /save", "POST /fail", "POST /save"]);
  });

  it("accounts for every action when its connection is cut, and then ends", async () => {
    const broker = await bound();
    const arrived = site().arrival("POST /never");
    const seen = endpoint().passed('"Network.requestWillBeSent"', "/never");
    const running = broker.begin("browser_click", { target: "#never" });
    const queued = broker.begin("browser_click", { target: "#save" });
    const reading = broker.begin("browser_snapshot");
    await Promise.all([arrived, seen]);
    const before = site().received.length;
    endpoint().cut();
    expect(await broker.result(running)).toMatchObject({
      outcome: "unknown",
      error: { code: "BROKER_LOST", retry: "look_first" },
      requests: [{ method: "POST", state: "sent", status: null }],
    });
    expect(await broker.result(queued)).toMatchObject({ outcome: "not_sent", error: { code: "BROKER_LOST" } });
    expect(await broker.result(reading)).toMatchObject({ outcome: "failed", error: { code: "BROKER_LOST" } });
    expect(await broker.exited).toBe(0);
    expect(site().received).toHaveLength(before);
  });
});
