import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchRoom, makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let home: string;
let room: TestRoom | null = null;

beforeAll(async () => {
  display = await startVirtualDisplay();
});

afterAll(async () => {
  await display?.stop();
});

beforeEach(() => {
  home = makeHome();
});

afterEach(async () => {
  await room?.stop();
  room = null;
  removeHome(home);
});

/** Starts the control room, which is expected to refuse. */
async function refusal(environment: Record<string, string> = {}): Promise<string> {
  const refused = launchRoom({ display: display.display, home, environment });
  const { code } = await refused.exited;
  expect(code).toBe(1);
  return refused.errors();
}

describe("a control room that can't start", () => {
  it("names file and line of a broken configuration", async () => {
    writeFileSync(join(home, "config.jsonc"), '{\n  "slots": {\n    "live": "ten"\n  }\n}\n');
    const text = await refusal();
    expect(text).toContain(`CONFIG_INVALID: ${join(home, "config.jsonc")}:3: slots.live`);
    expect(text).toContain("What to do: Correct the named line");
  });

  it("leaves a corrupt database as it is, byte for byte, and says so", async () => {
    const file = join(home, "sessiondock.sqlite");
    writeFileSync(file, "this was a database once\n".repeat(400));
    const before = digest(file);
    expect(await refusal()).toContain(`DATABASE_CORRUPT: ${file}`);
    expect(digest(file)).toBe(before);
    // A second try changes nothing either.
    await refusal();
    expect(digest(file)).toBe(before);
  });

  it("says that there is no display", async () => {
    expect(await refusal({ DISPLAY: ":987" })).toContain("DISPLAY_MISSING");
    expect(await refusal({ DISPLAY: "" })).toContain("DISPLAY_MISSING");
  });
});

describe("a browser that isn't there", () => {
  it("is a problem in the window and the reason for every waiter, with the way to get one", async () => {
    room = await startRoom({ display: display.display, home, config: { browser: { path: "/nowhere/chrome" } } });
    const { problems } = (await room.snapshot()).room;
    expect(problems).toMatchObject([
      { code: "BROWSER_MISSING", hint: expect.stringContaining("apt install chromium") },
    ]);
    const page = await room.page();
    await page.getByText("BROWSER_MISSING").first().waitFor();
    const agent = await room.agent("ada");
    const waiting = use(agent, "browser_snapshot");
    const waiter = await until("the waiter", async () => (await room?.snapshot())?.queue[0]);
    expect(waiter.sentence).toContain("There is no browser at /nowhere/chrome");
    await agent.close();
    expect((await waiting).outcome).not.toBe("done");
    expect((await room.cli("doctor")).stdout).toContain("/nowhere/chrome");
  });

  it("is never the system's Chromium without the person's word; once chosen, the waiting agent goes on", async () => {
    room = await startRoom({ display: display.display, home, config: { browser: { allowSystem: false } } });
    expect((await room.snapshot()).room.problems).toMatchObject([{ code: "BROWSER_NOT_CHOSEN" }]);
    const agent = await room.agent("ada");
    const waiting = use(agent, "browser_snapshot");
    await until("the waiter", async () => (await room?.snapshot())?.queue.length === 1);
    const page = await room.page();
    await page.getByRole("textbox", { name: /browser|path/i }).fill("/usr/bin/chromium");
    await page.getByRole("button", { name: /use this/i }).click();
    expect((await waiting).facts).toMatchObject({ outcome: "done", slot: 1 });
  });
});

describe("a profile that a foreign Chrome holds", () => {
  it("is left alone: the slot is quarantined with the holder's name, until the person clears it", async () => {
    room = await startRoom({ display: display.display, home });
    const profile = room.profile(1);
    mkdirSync(profile, { recursive: true });
    const foreign = spawn(
      "/usr/bin/chromium",
      [
        `--user-data-dir=${profile}`,
        "--no-first-run",
        "--disable-background-networking",
        "--no-sandbox",
        "about:blank",
      ],
      { env: { ...process.env, DISPLAY: display.display }, stdio: "ignore" },
    );
    await until("the foreign lock", () => lockOf(profile));
    const agent = await room.agent("ada");
    const answer = await use(agent, "browser_snapshot");
    expect(answer.facts).toMatchObject({ outcome: "not_sent", error: { code: "PROFILE_LOCKED" } });
    expect(answer.text).toContain(`process ${foreign.pid}`);
    const slot = await room.slot(1);
    expect(slot.quarantine).toMatchObject([{ code: "foreign_profile_lock" }]);
    expect(slot.quarantine[0]?.known).toContain(`process ${foreign.pid}`);
    expect(foreign.exitCode).toBeNull();

    foreign.kill("SIGTERM");
    await once(foreign, "exit");
    expect((await room.cli("resolve", "1", "look-again", "--why", "closed it")).code).toBe(0);
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ outcome: "done", slot: 1 });
  });
});

describe("an agent that sends what no tool takes", () => {
  it.each([
    ["browser_click", { target: 7 }, "ARGUMENTS_INVALID"],
    ["browser_click", { target: "e1", script: "alert(1)" }, "ARGUMENTS_INVALID"],
    ["browser_evaluate", { function: "() => document.cookie" }, "TOOL_UNKNOWN"],
  ])("gets a code and a next step for %s with %j, and no window", async (tool, input, code) => {
    room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    const answer = await use(agent, tool, input);
    expect(answer.facts).toMatchObject({ outcome: "not_sent", error: { code } });
    expect(answer.text).toContain("What to do:");
    expect((await room.snapshot()).room.live).toBe(0);
  });

  it("may not go anywhere but to web pages", async () => {
    room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    for (const url of ["file:///etc/passwd", "chrome://settings", "javascript:alert(1)", "not an address"]) {
      const answer = await use(agent, "browser_navigate", { url });
      expect(answer.facts).toMatchObject({ outcome: "not_sent", error: { code: "ARGUMENTS_INVALID" } });
    }
  });
});

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** The lock is a symbolic link to a name that is no file: ask for the link itself. */
function lockOf(profile: string): boolean {
  return existsSync(join(profile, "Default")) && existsSync(join(profile, "SingletonSocket"));
}
