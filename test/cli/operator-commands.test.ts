import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { parseConfig } from "../../src/main/adapters/system/config.ts";
import { DockError } from "../../src/shared/errors.ts";
import { loginView } from "../support/slot-view.ts";
import { wallView } from "../support/wall-view.ts";
import { FakeControlRoom, goodToken } from "./fake-control-room.ts";
import { runCli, temporaryHome } from "./run-cli.ts";
import { aReason, aReceipt, aSlot, aSnapshot } from "./snapshots.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const run = (...args: string[]) => runCli(args, { home: home.path });

describe("a command of the person", () => {
  test.each([
    [
      ["hand-back", "3", "--note", "logged in"],
      "operator/hand-back",
      { slot: 3, note: "logged in" },
      /held by ada again, epoch 9/,
    ],
    [["hand-back", "3"], "operator/hand-back", { slot: 3 }, /epoch 9/],
    [["foreground", "3"], "operator/foreground", { slot: 3 }, /slot 3 is in front/],
    [["foreground", "3", "--to", "cell"], "operator/foreground", { slot: 3, to: "cell" }, /slot 3 is in front/],
    [["wall", "grid"], "operator/set-wall", { mode: "grid" }, /^Wall: slot 7 large.* 4 windows were placed\.\n$/],
    [["wall", "pages"], "operator/set-wall", { mode: "pages" }, /4 windows were placed/],
    [["wall", "pages", "2"], "operator/set-wall", { mode: "pages", page: 2 }, /4 windows were placed/],
    [["wall", "large"], "operator/set-wall", { mode: "large" }, /4 windows were placed/],
    [["wall", "large", "7"], "operator/set-wall", { mode: "large", large: 7 }, /4 windows were placed/],
    [["release", "100"], "operator/release", { slot: 100 }, /lease of slot 100 is over, epoch 9/],
    [["release", "3", "--epoch", "8"], "operator/release", { slot: 3, epoch: 8 }, /is over, epoch 9/],
    [["unpark", "3", "--epoch", "8"], "operator/unpark", { slot: 3, epoch: 8 }, /held by ada again/],
    [["hand-back", "3", "--epoch", "0"], "operator/hand-back", { slot: 3, epoch: 0 }, /held by ada again/],
    [
      ["resolve", "3", "look-again", "--epoch", "8"],
      "operator/resolve",
      { slot: 3, epoch: 8, way: "look_again", why: "" },
      /looked at/,
    ],
    [["unpark", "3"], "operator/unpark", { slot: 3 }, /held by ada again, epoch 9/],
    [["resolve", "3", "inspect"], "operator/resolve", { slot: 3, way: "inspect", why: "" }, /^It was looked at.\n$/],
    [
      ["resolve", "3", "mark-not-applied", "--why", "no such order"],
      "operator/resolve",
      { slot: 3, way: "mark_not_applied", why: "no such order" },
      /It was looked at/,
    ],
    [["resolve", "3", "discard", "--yes"], "operator/resolve", { slot: 3, way: "discard", why: "" }, /looked at/],
    [["login", "3"], "operator/login", { slot: 3 }, /window to log in of slot 3 is in front at http:\/\/shop\/login/],
    [["login", "/repos/shop"], "operator/login", { target: "/repos/shop" }, /login 3 --done/],
    [["login", "3", "--done"], "operator/login-done", { slot: 3 }, /^Slot 3: Not verified: .*killed, crashed/],
    [["login", "shop", "--check"], "operator/check-login", { target: "shop" }, /^Slot 3: Not verified/],
    [["receipt", "3"], "operator/receipt", { slot: 3 }, /No receipt is recorded for slot 3/],
    [["arrange"], "operator/arrange", {}, /4 windows were placed/],
    [["pause"], "operator/pause", { paused: true }, /No new leases/],
    [["resume"], "operator/pause", { paused: false }, /lent again/],
    [["quit"], "operator/quit", {}, /closing/],
  ])("%j says hello with the token and makes one call", async (args, method, params, says) => {
    await using room = await FakeControlRoom.open(home.path);
    const answer = { done: true, epoch: 9, holder: "ada", inFront: true, observed: true, windows: 4 };
    const standing = { kind: "not_verified", why: { code: "ended_unclean" } } as const;
    const login = { slot: 3, address: "http://shop/login", login: loginView({ standing }) };
    const decided = { said: "It was looked at.", left: [], receipt: null };
    const wall = wallView({ mode: "large", large: 7 });
    room.on(method, () => ({ ...answer, ...login, ...decided, returned: false, wall }));
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(says);
    expect(room.received).toEqual([
      { method: "operator/hello", params: { protocol: 1, token: goodToken }, connection: 0 },
      { method, params, connection: 0 },
    ]);
  });

  test("login --done without a name means the one login that is under way", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const slots = [aSlot(1), aSlot(4, { login: loginView({ window: "open" }) })];
    room.on("operator/snapshot", () => aSnapshot({ slots }));
    room.on("operator/login-done", () => ({ slot: 4, login: loginView() }));
    expect((await run("login", "--done")).stdout).toMatch(/^Slot 4: Unknown/);
    expect(room.received.at(-1)).toMatchObject({ method: "operator/login-done", params: { slot: 4 } });
    room.on("operator/snapshot", () => aSnapshot({ slots: [aSlot(1)] }));
    expect(await run("login", "--done")).toMatchObject({ code: 2, stderr: expect.stringContaining("no window") });
  });

  test("take-over and receipt print the same receipt", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const receipt = aReceipt();
    room.on("operator/take-over", () => receipt).on("operator/receipt", () => ({ receipt }));
    const taken = await run("take-over", "3");
    expect(taken.stdout).toMatch(/^Slot 3: You took the slot from ada \(epoch 8\).\n {2}Agent fenced +\+0 ms\n/);
    expect((await run("receipt", "3")).stdout).toBe(taken.stdout);
  });

  test("foreground says that a window went back", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/foreground", () => ({ inFront: false, observed: true, returned: true }));
    expect((await run("foreground", "3")).stdout).toBe("The window of slot 3 is back in its place.\n");
  });

  test("wall alone changes nothing, and says how it stands", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/snapshot", () => aSnapshot());
    const { code, stdout } = await run("wall");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Wall: all windows in a grid\nMonitor: HDMI-1\nKeyboard: 0 taken\n {2}Windows that you/);
    expect(room.received.map(({ method }) => method)).toEqual(["operator/hello", "operator/snapshot"]);
  });

  test("resolve names the reasons that stay", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/resolve", () => ({ said: "The process still runs.", left: [aReason()] }));
    expect((await run("resolve", "3", "look-again")).stdout).toBe(
      "The process still runs.\nSlot 3 stays in quarantine: another program holds the profile.\n",
    );
  });

  test("quit is done when the control room is gone before it answers", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/quit", (_, { drop }) => drop());
    expect((await run("quit")).code).toBe(0);
  });
});

describe("reclaim", () => {
  const preview = {
    slot: 3,
    epoch: 8,
    agent: "ada",
    target: "shop",
    idleSince: 5,
    tabs: [{ title: "Orders\u001b[2J", address: "https://shop.test/", owner: "agent" }],
    unknown: [],
    help: null,
    login: loginView(),
    obstacle: null,
    gains: null,
  };

  test("says what would be lost and how to do it, and does nothing", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/reclaim-preview", () => ({ preview, exempt: [] }));
    const { code, stdout } = await run("reclaim");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Slot 3: ada, login shop, epoch 8\..*\n1 open tab is closed/);
    expect(stdout).toContain("  Orders – https://shop.test/ (the agent's)\n");
    expect(stdout).toMatch(/To do it: sessiondock reclaim 3 --epoch 8 --yes\n$/);
    expect(room.received.map(({ method }) => method)).toEqual(["operator/hello", "operator/reclaim-preview"]);
  });

  test.each([
    [["reclaim", "--yes"], {}, 8],
    [["reclaim", "3", "--epoch", "7", "--yes"], { slot: 3 }, 7],
  ])("%j does it, and prints the receipt", async (args, asked, epoch) => {
    await using room = await FakeControlRoom.open(home.path);
    const receipt = aReceipt({ cause: "reclaimed", from: "ada", epoch: 9 });
    room.on("operator/reclaim-preview", () => ({ preview, exempt: [] })).on("operator/reclaim", () => receipt);
    const { code, stdout } = await run(...args);
    expect(code).toBe(0);
    expect(stdout).toContain("Slot 3: You reclaimed the slot from ada to make room (epoch 9).");
    expect(room.callsOf("operator/reclaim-preview")).toMatchObject([{ params: asked }]);
    expect(room.callsOf("operator/reclaim")).toMatchObject([{ params: { slot: 3, epoch, idleSince: 5 } }]);
  });

  test("says why nothing can be reclaimed; with --yes that is a failure", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const exempt = [
      { slot: 1, obstacle: "you_hold_it" },
      { slot: 2, obstacle: "nobody_holds_it" },
    ];
    room.on("operator/reclaim-preview", () => ({ preview: null, exempt }));
    const looked = await run("reclaim");
    expect(looked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No slot can.*\nSlot 1 can't.*you hold it.*\n$/),
    });
    const done = await run("reclaim", "--yes");
    expect(done).toMatchObject({ code: 1, stderr: expect.stringMatching(/^NOT_RECLAIMABLE: No slot can/) });
  });

  test("does not ask for what can't be", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/reclaim-preview", () => ({ preview: { ...preview, obstacle: "busy" }, exempt: [] }));
    expect((await run("reclaim", "3")).stdout).toMatch(/Slot 3 can't be reclaimed now: an action is under way\.\n/);
    expect(await run("reclaim", "3", "--yes")).toMatchObject({ code: 1, stderr: expect.stringMatching(/under way/) });
    expect(room.callsOf("operator/reclaim")).toEqual([]);
  });
});

describe("config, which needs no control room", () => {
  const file = () => join(home.path, "config.jsonc");

  test("says where the file is, and that an absent one can be taken", async () => {
    expect(await run("config", "path")).toEqual({ code: 0, stdout: `${file()}\n`, stderr: "" });
    expect(await run("config")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/every field has its default/),
    });
  });

  test("names each line that can't be taken", async () => {
    writeFileSync(file(), '{\n  "slots": { "live": 99 },\n  "limits": { "memoryMb": 1 }\n}');
    const { code, stdout } = await run("config", "check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/config\.jsonc:2: slots\.live: .*\n.*config\.jsonc:3: limits\.memoryMb: /);
  });

  test("sets and unsets one field, keeps comments, and says when it holds", async () => {
    writeFileSync(file(), '{\n  // mine\n  "slots": { "live": 3 }\n}\n');
    expect((await run("config", "set", "slots.live", "8")).stdout).toMatch(
      /^slots\.live is 8\. A control room that runs/,
    );
    expect((await run("config", "set", "browser.path", "/chrome")).stdout).toMatch(/takes effect at the next start/);
    expect((await run("config", "set", 'targets["/repos/shop"].sites', '["shop.test"]')).code).toBe(0);
    expect((await run("config", "unset", "browser.path")).stdout).toMatch(/has its default again/);
    const text = readFileSync(file(), "utf8");
    expect(text).toContain("// mine");
    expect(parseConfig(text, "c")).toMatchObject({
      slots: { live: 8 },
      targets: { "/repos/shop": { sites: ["shop.test"] } },
    });
  });

  test("writes nothing that can't be taken", async () => {
    writeFileSync(file(), "{}");
    expect(await run("config", "set", "slots.live", "many")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^CONFIG_INVALID: .*slots\.live/),
    });
    expect(readFileSync(file(), "utf8")).toBe("{}");
  });
});

describe("status", () => {
  test("with --json prints exactly the snapshot", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const snapshot = aSnapshot({ slots: [aSlot(1)] });
    room.on("operator/snapshot", () => snapshot);
    const { code, stdout } = await run("status", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(snapshot);
  });

  test("without it prints a table", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/snapshot", () => aSnapshot({ slots: [aSlot(1, { target: "shop" })] }));
    expect((await run("status")).stdout).toMatch(/SLOT {2}STATE.*\n +1 {2}no window +nobody +0 {2}shop/);
  });
});

describe("a call that fails", () => {
  test("prints the code, the message and what to do, and ends with 1", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/release", () => {
      throw new DockError("SLOT_UNKNOWN", "there is no slot 99");
    });
    expect(await run("release", "99")).toEqual({
      code: 1,
      stdout: "",
      stderr: "SLOT_UNKNOWN: there is no slot 99\nWhat to do: Choose a slot number that `sessiondock status` lists.\n",
    });
  });

  test("because no control room was ever there", async () => {
    const { code, stderr } = await run("status");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CONTROL_ROOM_NOT_RUNNING: .*ENOENT/);
  });

  test("because a control room that crashed left its socket", async () => {
    leaveStaleSocket(home.path);
    const { code, stderr } = await run("status");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CONTROL_ROOM_NOT_RUNNING: .*ECONNREFUSED/);
  });

  test("because the token is of another start", async () => {
    await using _room = await FakeControlRoom.open(home.path);
    writeFileSync(join(home.path, "run", "control.token"), "token-of-another-start");
    const { code, stderr } = await run("status");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^TOKEN_INVALID: /);
  });

  test("because the control room is of another version", async () => {
    await using _room = await FakeControlRoom.open(home.path);
    const { code, stderr } = await run("arrange");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CALL_UNKNOWN: the control room doesn't know operator\/arrange/);
  });

  test("because the connection is lost says that it may have been done", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/release", (_, { drop }) => drop());
    const { code, stderr } = await run("release", "3");
    expect(code).toBe(1);
    expect(stderr).toMatch(/ended before operator\/release was answered\nWhat to do: It may have been done./);
  });
});

describe("wrong usage ends with 2 and meets no control room:", () => {
  test.each([
    [["fly"], /"fly" is not a command/],
    [[], /a command is needed/],
    [["release"], /needs the number of a slot/],
    [["release", "0"], /"0" is not a slot number/],
    [["release", "1e1"], /"1e1" is not a slot number/],
    [["release", "3", "4"], /"4" is one argument too many/],
    [["release", "3", "--force"], /--force/],
    [["release", "3", "--epoch", "-1"], /--epoch/],
    [["release", "3", "--epoch", "newest"], /--epoch takes the number that status shows, and not "newest"/],
    [["take-over", "3", "--epoch", "8"], /--epoch/],
    [["clear", "3"], /"clear" is not a command/],
    [["config", "edit"], /"edit" is none of path, check, set/],
    [["config", "set"], /needs a field/],
    [["config", "set", "slots.live"], /needs a value/],
    [["config", "path", "x"], /"x" is one argument too many/],
    [["reclaim", "--epoch", "3"], /--epoch needs the number of its slot/],
    [["reclaim", "3", "--epoch", "new"], /"new" is not an epoch/],
    [["reclaim", "first"], /"first" is not a slot number/],
    [["resolve", "3"], /needs a way: inspect, mark-applied, mark-not-applied, run-check, look-again, discard/],
    [["resolve", "3", "mark_applied"], /"mark_applied" is not a way; ways are: inspect/],
    [["resolve", "look-again"], /"look-again" is not a slot number/],
    [["resolve", "3", "inspect", "now"], /"now" is one argument too many/],
    [["resolve", "3", "discard"], /wipes profile, logins, downloads and uploads of slot 3; confirm it with --yes/],
    [["foreground", "3", "--to", "back"], /--to takes front or cell, and not "back"/],
    [["foreground", "3", "front"], /"front" is one argument too many/],
    [["wall", "rows"], /wall: "rows" is no way to lay windows out; there are: grid, pages \[N\], large \[SLOT\]/],
    [["wall", "grid", "3"], /wall grid: "3" is one argument too many/],
    [["wall", "pages", "0"], /wall pages: "0" is not a page/],
    [["wall", "pages", "2", "3"], /wall pages: "3" is one argument too many/],
    [["wall", "large", "first"], /wall large: "first" is not a slot number/],
    [["wall", "large", "3", "4"], /wall large: "4" is one argument too many/],
    [["status", "now"], /"now" is one argument too many/],
    [["mcp", "--wait", "soon"], /--wait needs a whole number/],
  ])("%j", async (args, says) => {
    await using room = await FakeControlRoom.open(home.path);
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(room.connections).toBe(0);
  });
});

test("help and version need nothing", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("take-over N") });
  expect(await run("help")).toMatchObject({ code: 0, stdout: expect.stringContaining("take-over N") });
  expect(await run("--version")).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

/** A socket file that nobody listens on any more: what a killed process leaves. */
function leaveStaleSocket(directory: string): void {
  const path = join(directory, "run", "control.sock");
  mkdirSync(join(directory, "run"), { mode: 0o700 });
  const script = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", script]);
}
