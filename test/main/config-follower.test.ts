import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statusText } from "../../src/cli/status/status-text.ts";
import type { Config } from "../../src/main/adapters/system/config-schema.ts";
import { ConfigFollower } from "../../src/main/config-follower.ts";
import { FakeRoom } from "../support/fake-room.ts";
import { until } from "../support/until.ts";

let room: FakeRoom;
let file: string;
let follower: ConfigFollower;
let watch: { close(): void };

/** The real control room on fakes goes by a real file, which is looked at often. */
beforeEach(async () => {
  room = await FakeRoom.open({ slots: 4, cap: 1 });
  file = join(room.directory, "config.jsonc");
  write({ slots: { count: 4, live: 1 } });
  follower = new ConfigFollower(file);
  watch = follower.follow(room.room, settingsOf, 20);
});

afterEach(() => {
  watch.close();
  room.close();
});

function settingsOf(config: Config) {
  return {
    ...room.settings,
    cap: config.slots.live,
    memoryLimitMb: config.limits.memoryMb ?? 1e6,
    actionTimeoutMs: config.agents.actionTimeoutMs,
    targets: new Map(Object.entries(config.targets)),
    version: "0",
    runtime: "electron stand-in" as const,
    focusGuard: true,
    mcpConfiguration: "",
  };
}

const write = (config: object | string) =>
  writeFileSync(file, typeof config === "string" ? config : JSON.stringify(config));
const save = (text: string) => follower.save(text, follower.text());
const eventOf = (kind: string) =>
  until(`the event ${kind}`, () => room.store.recentEvents(20).find((event) => event.kind === kind));

describe("a configuration that is changed while the control room runs", () => {
  it("holds at once: one more window may be open, and the agent that waited for it gets it", async () => {
    await room.agent("ada").click();
    const ben = room.agent("ben").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "cap_reached" }]);
    write({ slots: { count: 4, live: 2 } });
    expect((await eventOf("configured")).text).toContain("Now in effect: slots.live.");
    await room.advance(1_000);
    expect(ben.answer()?.facts).toMatchObject({ outcome: "done", slot: 2 });
    expect((await room.snapshot()).room).toMatchObject({ cap: 2, configWaits: [] });
  });

  it("takes nothing away that is held: with a smaller number the open windows stay, each in its cell", async () => {
    await save('{ "slots": { "count": 4, "live": 3 } }');
    for (const name of ["ada", "ben", "cleo"]) await room.agent(name).click();
    await save('{ "slots": { "count": 4, "live": 1 } }');
    await room.advance(60_000);
    const { slots, room: view } = await room.snapshot();
    expect(view).toMatchObject({ cap: 1, live: 3 });
    const open = slots.slice(0, 3);
    expect(open.map(({ holder }) => holder.kind)).toEqual(["agent", "agent", "agent"]);
    expect(open.map(({ cell }) => cell)).not.toContain(null);
    const dora = room.agent("dora").call("browser_snapshot");
    await room.settle();
    expect(dora.notices).toMatchObject([{ code: "cap_reached" }]);
  });

  it("changes conflict keys for agents that wait already, and for slots that are held (R17)", async () => {
    await save('{ "slots": { "live": 2 } }');
    const ada = room.agent("ada", "bank");
    await ada.click();
    room.agent("cleo", "post").click();
    await room.settle();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    expect(ben.notices.map(({ code }) => code)).toEqual(["cap_reached"]);
    const keys = { conflictKeys: ["stripe"] };
    await save(JSON.stringify({ slots: { live: 3 }, targets: { bank: keys, shop: keys } }));
    await room.advance(1_000);
    expect(ben.notices.at(-1)?.code).toBe("conflict_key");
    ada.goodbye();
    await room.advance(1_000);
    expect(ben.answer()?.facts.outcome).toBe("done");
  });

  it("changes the memory limit without a new measurement", async () => {
    await save('{ "slots": { "live": 3 }, "limits": { "memoryMb": 512 } }');
    await room.agent("ada").click();
    room.world.memoryMb = 500;
    await room.advance(15_000);
    const ben = room.agent("ben").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "memory_low" }]);
    await save('{ "slots": { "live": 3 }, "limits": { "memoryMb": 5000 } }');
    await room.settle();
    expect(ben.answer()?.facts.outcome).toBe("done");
  });

  it("says which fields take effect at the next start, on screen too, until they are as before", async () => {
    await save('{ "slots": { "count": 9, "live": 1 }, "browser": { "path": "/chrome" } }');
    const snapshot = await room.snapshot();
    expect(snapshot.room.configWaits.toSorted()).toEqual(["browser.path", "slots.count"]);
    const status = statusText(snapshot, 0, { paint: (_, text) => text, columns: null });
    expect(status).toContain("The configuration has changed. At the next start: ");
    await save('{ "slots": { "count": 4, "live": 1 } }');
    expect((await room.snapshot()).room.configWaits).toEqual([]);
  });
});

describe("a configuration that can't be taken while the control room runs", () => {
  it("is shown with its line, on screen and in the log of events, and the settings from before go on", async () => {
    write('{\n  "slots": {\n    "live": 99\n  }\n}');
    expect((await eventOf("config_refused")).text).toContain("config.jsonc:3: slots.live");
    const snapshot = await room.snapshot();
    expect(snapshot.room).toMatchObject({
      cap: 1,
      problems: [{ code: "CONFIG_INVALID", message: expect.stringContaining(":3: slots.live") }],
    });
    const status = statusText(snapshot, 0, { paint: (_, text) => text, columns: null });
    expect(status).toContain("The settings from before go on.");
    write({ slots: { count: 4, live: 2 } });
    await eventOf("configured");
    expect((await room.snapshot()).room).toMatchObject({ cap: 2, problems: [] });
  });

  it("is one that has been taken away: nothing goes back to its default by that", async () => {
    rmSync(file);
    expect((await eventOf("config_refused")).text).toContain("is not there any more");
    expect((await room.snapshot()).room.cap).toBe(1);
  });

  it("is not written from the window, and nothing changes", async () => {
    const text = follower.text();
    await expect(save('{ "slots": 1 }')).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    expect(follower.text()).toBe(text);
    expect((await room.snapshot()).room.problems).toEqual([]);
  });

  it("is not written over what somebody else has written since it was opened", async () => {
    await expect(follower.save("{}", "what it was")).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining("changed by somebody else"),
    });
  });

  it("is no start at all", () => {
    write("{");
    expect(() => new ConfigFollower(file)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("a text that is edited", () => {
  it("has its faults by line; one field is set in it, and comments stay", () => {
    const text = '{\n  // mine\n  "slots": { "live": 1 }\n}\n';
    const set = follower.edit(text, { path: ["slots", "live"], value: 99 });
    expect(set.text).toContain("// mine");
    expect(set.faults).toMatchObject([{ line: 3, field: "slots.live" }]);
    expect(follower.edit(set.text, { path: ["slots", "live"] })).toMatchObject({ faults: [] });
    expect(follower.edit("", null)).toEqual({ text: "", faults: [] });
  });
});
