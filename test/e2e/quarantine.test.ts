import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWays, type QuarantineCode, type ResolveWay } from "../../src/core/slot/quarantine.ts";
import { quarantineNext, quarantineWord, wayWords } from "../../src/core/view/words.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { startSite, type TestSite } from "../support/site/site.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { type WithheldExit, withholdExit } from "../support/withheld-exit.ts";

let display: VirtualDisplay;
let site: TestSite;
let home: string;
let room: TestRoom;
let page: Page;
/** Ended after each test, whatever became of it. */
const helpers: (() => unknown)[] = [];

beforeAll(async () => {
  display = await startVirtualDisplay();
  site = await startSite();
});

afterEach(async () => {
  for (const end of helpers.splice(0)) await end();
});

afterAll(async () => {
  await site?.stop();
  await display?.stop();
});

/** One control room for the tests of a group; every login target has a check that finds its page. */
function useRoom(config: object = {}): void {
  beforeAll(async () => {
    home = makeHome();
    const check = { check: { url: `${site.origin}/second`, text: "Second" } };
    const targets = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`target${index}`, check]));
    room = await startRoom({ display: display.display, home, config: { targets, ...config } });
    page = await room.page();
  });
  afterAll(async () => {
    await room?.stop();
    removeHome(home);
  });
}

let count = 0;

interface Work {
  readonly slot: number;
  readonly agent: Awaited<ReturnType<TestRoom["agent"]>>;
}

/** A new agent in a slot of its own, on the site's first page. */
async function begin(): Promise<Work> {
  const agent = await room.agent(`agent${count}`, `target${count}`);
  count += 1;
  const { facts } = await use(agent, "browser_navigate", { url: `${site.origin}/` });
  return { slot: facts?.slot ?? 0, agent };
}

async function brokerPid(slot: number): Promise<number> {
  const pid = (await room.slot(slot)).broker?.pid;
  if (pid === undefined) throw new Error(`slot ${slot} has no broker`);
  return pid;
}

async function quarantined(slot: number, code: QuarantineCode): Promise<number> {
  await until(`slot ${slot} to be quarantined for ${code}`, async () =>
    (await room.slot(slot)).quarantine.some((reason) => reason.code === code),
  );
  return slot;
}

/** A click that posts and is never answered, while something ends. */
async function unanswered({ agent, slot }: Work, ends: (slot: number) => Promise<unknown>): Promise<void> {
  const arrived = site.arrival("POST /never");
  const click = use(agent, "browser_click", { target: "#never" });
  await arrived;
  await ends(slot);
  expect((await click).facts).toMatchObject({ outcome: "unknown" });
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
}

/** How each reason really comes about. @returns the slot */
const causes: Partial<Record<QuarantineCode, (way: ResolveWay) => Promise<number>>> = {
  outcome_unknown: async () => {
    const work = await begin();
    await unanswered(work, async (slot) => kill(await brokerPid(slot)));
    await use(work.agent, "session_release");
    return quarantined(work.slot, "outcome_unknown");
  },
  chrome_crashed: async () => {
    const work = await begin();
    await unanswered(work, async (slot) => kill(await room.chromePid(slot)));
    return quarantined(work.slot, "chrome_crashed");
  },
  broker_exit_not_observed: async () => {
    const { slot } = await begin();
    const withheld = await withhold(await brokerPid(slot));
    expect((await room.cli("release", String(slot))).code).toBe(0);
    await quarantined(slot, "broker_exit_not_observed");
    // Somebody has ended what kept it.
    await withheld.release();
    return slot;
  },
  cleanup_failed: async (way) => {
    const { slot, agent } = await begin();
    await use(agent, "browser_tabs", { action: "new" });
    const pid = await room.chromePid(slot);
    process.kill(pid, "SIGSTOP");
    helpers.push(() => process.kill(pid, 0) && process.kill(pid, "SIGCONT"));
    await use(agent, "session_release");
    await quarantined(slot, "cleanup_failed");
    // While nothing has changed, looking again says so.
    if (way === "look_again") expect((await take(slot, way)).stderr).toContain("stays in quarantine");
    process.kill(pid, "SIGCONT");
    helpers.pop();
    return slot;
  },
};

async function withhold(pid: number): Promise<WithheldExit> {
  const withheld = await withholdExit(pid);
  helpers.push(() => withheld.release());
  return withheld;
}

/** The person reads the same in the window and on the command line. */
async function expectShown(slot: number, code: QuarantineCode): Promise<void> {
  const { stdout } = await room.cli("status");
  expect(stdout).toContain(quarantineWord(code));
  expect(stdout).toContain(quarantineNext(code));
  const { quarantine } = await room.slot(slot);
  const reason = quarantine.find((each) => each.code === code);
  expect(reason).toMatchObject({ next: quarantineNext(code), ways: openWays(code, true) });
  expect(reason?.known).not.toBe("");
  const strip = page.getByRole("region", { name: "Needs you" });
  await strip
    .getByRole("button")
    .filter({ hasText: new RegExp(`^${slot}\\D`) })
    .first()
    .click();
  for (const way of openWays(code, true)) {
    await page
      .getByRole("button", { name: wayWords(way).label })
      .first()
      .waitFor();
  }
  await page.getByText(quarantineNext(code)).first().waitFor();
}

async function take(slot: number, way: ResolveWay, ...more: string[]) {
  const yes = way === "discard" ? ["--yes"] : [];
  return room.cli("resolve", String(slot), way.replaceAll("_", "-"), "--why", `tried ${way}`, ...yes, ...more);
}

interface Ended {
  readonly way: string;
  readonly who: string;
  readonly why: string;
  readonly ended_at: number;
}

/** R7: who, when and why are on disk. */
function recordOf(slot: number, code: QuarantineCode): Ended[] {
  const database = new Database(join(home, "sessiondock.sqlite"), { readonly: true });
  try {
    return database
      .prepare<[number, string], Ended>(
        "SELECT way, who, why, ended_at FROM quarantine WHERE slot = ? AND code = ? ORDER BY since DESC",
      )
      .all(slot, code);
  } finally {
    database.close();
  }
}

async function expectResolved(slot: number, code: QuarantineCode, way: ResolveWay): Promise<void> {
  const answer = await take(slot, way);
  expect(answer, answer.stderr).toMatchObject({ code: 0 });
  if (way === "inspect") {
    expect(await room.slot(slot)).toMatchObject({ holder: { kind: "human" }, life: { kind: "live" } });
    expect((await room.slot(slot)).quarantine.map((reason) => reason.code)).toContain(code);
    return;
  }
  const after = await room.slot(slot);
  expect(after.quarantine).toEqual([]);
  expect(after.unresolved).toEqual([]);
  const [record] = recordOf(slot, code);
  expect(record).toMatchObject({ way, who: "you", why: expect.stringContaining(`tried ${way}`) });
  expect(record?.ended_at).toBeGreaterThan(0);
  if (way === "discard") {
    expect(after).toMatchObject({ target: null, holder: { kind: "nobody" }, life: { kind: "empty" } });
    expect(existsSync(room.profile(slot))).toBe(false);
  }
}

describe("a slot that is unclear is not offered, says why, and leaves by each of the ways that are open (R7)", () => {
  useRoom();
  const cases = (["outcome_unknown", "chrome_crashed", "broker_exit_not_observed", "cleanup_failed"] as const).flatMap(
    (code) =>
      openWays(code, true)
        // Inspecting decides nothing: what was inspected is discarded then.
        .filter((way) => way !== "discard")
        .map((way) => [code, way] as const),
  );

  it.each(cases)("%s: %s", async (code, way) => {
    const slot = (await causes[code]?.(way)) ?? 0;
    await expectShown(slot, code);
    await expectResolved(slot, code, way);
    if (way === "inspect") await expectResolved(slot, code, "discard");
    // Out of the way of the next one: ten windows at the most.
    await until("the slot to be free", async () => (await room.slot(slot)).holder.kind === "nobody");
  });

  it("refuses a way that is not open, and changes nothing", async () => {
    const slot = (await causes.broker_exit_not_observed?.("look_again")) ?? 0;
    expect((await take(slot, "mark_applied")).stderr).toContain("WAY_NOT_OPEN");
    expect((await room.slot(slot)).quarantine).toHaveLength(1);
    expect((await take(slot, "look_again")).code).toBe(0);
  });
});

describe("another program on the profile", () => {
  useRoom();

  it("is named, keeps the slot from being offered, and lets it go when it has ended and was looked for again", async () => {
    const profile = room.profile(1);
    mkdirSync(profile, { recursive: true });
    const foreign = foreignChrome(profile);
    await until("the foreign lock", () => existsSync(join(profile, "SingletonSocket")));
    const agent = await room.agent("ada", "target1");
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ error: { code: "PROFILE_LOCKED" } });
    await expectShown(1, "foreign_profile_lock");
    expect((await room.slot(1)).quarantine[0]?.known).toContain(`process ${foreign.pid}`);
    expect((await take(1, "look_again")).stderr).toContain(`process ${foreign.pid}`);
    const exited = once(foreign, "exit");
    foreign.kill("SIGTERM");
    await exited;
    await expectResolved(1, "foreign_profile_lock", "look_again");
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ outcome: "done", slot: 1 });
  });
});

function foreignChrome(profile: string): ChildProcess {
  const flags = ["--no-first-run", "--disable-background-networking", "--no-sandbox", "about:blank"];
  const foreign = spawn("/usr/bin/chromium", [`--user-data-dir=${profile}`, ...flags], {
    env: { ...process.env, DISPLAY: display.display },
    stdio: "ignore",
  });
  helpers.push(() => foreign.kill("SIGKILL"));
  return foreign;
}

describe("a Chrome whose exit nobody saw (R52)", () => {
  useRoom({ slots: { live: 1 } });

  it("keeps its place under the cap until it is gone and was looked for again", async () => {
    const first = await begin();
    const withheld = await withhold(await room.chromePid(first.slot));
    await use(first.agent, "session_release");
    const next = await room.agent("next", "target20");
    const waiting = use(next, "browser_snapshot");
    await until("the window to be closed for the next", async () => (await room.slot(1)).life.kind === "closing");
    await quarantined(first.slot, "chrome_exit_not_observed");
    await expectShown(first.slot, "chrome_exit_not_observed");
    expect((await room.snapshot()).room.live).toBe(1);
    await withheld.release();
    await until("the place to come back", async () => (await room.slot(first.slot)).life.kind === "empty");
    expect((await room.slot(first.slot)).quarantine).toHaveLength(1);
    await expectResolved(first.slot, "chrome_exit_not_observed", "look_again");
    expect((await waiting).facts).toMatchObject({ outcome: "done", slot: 2 });
  });
});

describe("a wipe that is not proven (R14)", () => {
  useRoom();

  it("keeps the slot from being offered while something writes there, and ends when the next wipe is proven", async () => {
    const slot = (await causes.outcome_unknown?.("discard")) ?? 0;
    const profile = room.profile(slot);
    const writer = spawn("bash", ["-c", 'while true; do mkdir -p "$0" && : > "$0/written"; done', profile]);
    helpers.push(() => writer.kill("SIGKILL"));
    const refused = await take(slot, "discard");
    expect(refused.stderr).toContain("WIPE_NOT_PROVEN");
    expect(refused.stderr).toContain(profile);
    await expectShown(slot, "wipe_not_proven");
    const exited = once(writer, "exit");
    writer.kill("SIGKILL");
    await exited;
    await expectResolved(slot, "wipe_not_proven", "discard");
  });
});

describe("records that disagree at the start (R50)", () => {
  useRoom();
  const ways = openWays("records_disagree", true);

  it("are a reason not to offer the slot, and leave it by each way", async () => {
    const works = [];
    for (const _ of ways) works.push(await begin());
    await room.stop();
    // As after a backup of one table was put back: what else is on record knows of later epochs.
    const database = new Database(join(home, "sessiondock.sqlite"));
    database.prepare("UPDATE slot SET epoch = 0").run();
    database.close();
    room = await startRoom({ display: display.display, home });
    page = await room.page();
    for (const [index, way] of ways.entries()) {
      const slot = works[index]?.slot ?? 0;
      await expectShown(slot, "records_disagree");
      expect((await room.slot(slot)).epoch).toBeGreaterThan(1);
      await expectResolved(slot, "records_disagree", way);
    }
  });
});
