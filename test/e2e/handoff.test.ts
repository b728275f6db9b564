import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { startSite, type TestSite } from "../support/site/site.ts";
import { refOf, use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let site: TestSite;
let room: TestRoom;
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  site = await startSite();
  room = await startRoom({ display: display.display, home });
});

afterAll(async () => {
  await room?.stop();
  await site?.stop();
  await display?.stop();
  removeHome(home);
});

describe("an agent that asks for the person", () => {
  it("is on the attention list with what it needs, until the slot is handed back with the answer", async () => {
    const agent = await room.agent("asks");
    const before = await use(agent, "browser_navigate", { url: `${site.origin}/` });
    const slot = before.facts?.slot ?? 0;
    const asked = await use(agent, "request_human", { reason: "a captcha", done_when: "the form is there" });
    expect(asked.facts).toMatchObject({ outcome: "done" });
    const strip = (await room.page()).getByRole("region", { name: "Needs you" });
    await strip.getByText("asks asks for you: a captcha").waitFor();
    expect((await room.cli("status")).stdout).toContain("a captcha");

    expect((await room.cli("take-over", String(slot))).code).toBe(0);
    expect((await use(agent, "request_human", { reason: "x", done_when: "y" })).facts?.error?.code).toBe(
      "HUMAN_IN_CONTROL",
    );
    expect((await room.cli("hand-back", String(slot), "--note", "solved it")).code).toBe(0);
    expect((await room.snapshot()).attention).toEqual([]);

    const stale = await use(agent, "browser_click", { target: refOf(before, "button", "Plain") });
    expect(stale.facts).toMatchObject({
      outcome: "not_sent",
      error: { code: "STALE_REFERENCE" },
      control_returned: { note: "solved it" },
    });
    const looked = await use(agent, "browser_snapshot");
    expect((await use(agent, "browser_click", { target: refOf(looked, "button", "Plain") })).facts?.outcome).toBe(
      "done",
    );
  });
});

describe("an agent whose action ended unknown", () => {
  it("looks, states what it found, and leaves a slot that may be offered", async () => {
    const agent = await room.agent("unknown");
    const { facts } = await use(agent, "browser_navigate", { url: `${site.origin}/` });
    const slot = facts?.slot ?? 0;
    const arrived = site.arrival("POST /never");
    const click = use(agent, "browser_click", { target: "#never" });
    await arrived;
    process.kill((await room.slot(slot)).broker?.pid ?? 0, "SIGKILL");
    const { facts: known } = await click;
    expect(known).toMatchObject({ outcome: "unknown", requests: [{ method: "POST", state: "sent" }] });
    const blind = await use(agent, "browser_click", { target: "#never" });
    expect(blind.facts).toMatchObject({ outcome: "not_sent", error: { code: "LOOK_FIRST" } });
    const statement = { action_id: known?.action_id, applied: "no" };
    expect((await use(agent, "reconcile", statement)).facts?.error?.code).toBe("LOOK_FIRST");
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ unresolved: [known?.action_id] });
    expect((await use(agent, "reconcile", statement)).facts).toMatchObject({ outcome: "done" });
    expect((await room.slot(slot)).lastMutation?.resolution).toMatchObject({ finding: "not_applied", by: "agent" });
    await use(agent, "session_release");
    const after = await until("the lease to be over", async () => {
      const found = await room.slot(slot);
      return found.holder.kind === "nobody" ? found : null;
    });
    expect(after.quarantine).toEqual([]);
    expect(site.received.filter((each) => each === "POST /never")).toHaveLength(1);
  });

  it("is answered the same for the same action id, which is never run again", async () => {
    const agent = await room.agent("repeats");
    await use(agent, "browser_navigate", { url: `${site.origin}/` });
    const before = site.received.length;
    const again = () =>
      agent.callTool({
        name: "browser_click",
        arguments: { target: "#save" },
        _meta: { "sessiondock/actionId": "one-action-id" },
      });
    const [first, attached] = await Promise.all([again(), again()]);
    const replayed = await again();
    expect([first, attached, replayed].map(({ structuredContent }) => structuredContent)).toMatchObject([
      { outcome: "done" },
      { outcome: "done", repeated: "attached" },
      { outcome: "done", repeated: "replayed" },
    ]);
    expect(site.received.slice(before)).toEqual(["POST /save"]);
  });
});

describe("an agent that vanished", () => {
  it("finds its slot parked when it comes back, and gets it from the person, not by itself", async () => {
    const first = await room.agent("vanishes");
    const { facts } = await use(first, "browser_navigate", { url: `${site.origin}/second` });
    const slot = facts?.slot ?? 0;
    if (!(first.transport instanceof StdioClientTransport)) throw new Error("no wrapper to kill");
    process.kill(first.transport.pid ?? 0, "SIGKILL");
    await until("the slot to be parked", async () => (await room.slot(slot)).holder.kind === "parked");
    expect((await room.slot(slot)).receipt).toMatchObject({ cause: "parked", from: "vanishes" });

    const back = await room.agent("vanishes");
    const waiting = use(back, "browser_snapshot");
    await until("it to be back", async () => {
      const { holder } = await room.slot(slot);
      return holder.kind === "parked" && holder.isBack;
    });
    expect((await room.cli("status")).stdout).toContain("the person has to give it back to you");
    expect((await room.cli("unpark", String(slot))).code).toBe(0);
    const answer = await waiting;
    expect(answer.facts).toMatchObject({ outcome: "done", slot, control_returned: { note: null } });
    expect(answer.text).toContain("Second");
  });
});
