import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listText } from "../../src/cli/targets-command.ts";
import { FakeControlRoom } from "./fake-control-room.ts";
import { runCli, temporaryHome } from "./run-cli.ts";
import { aSlot, aSnapshot, now, unpainted } from "./snapshots.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const run = (...args: string[]) => runCli(["targets", ...args], { home: home.path });
const slots = [
  aSlot(1, { target: "shop", lastUsedAt: now - 60_000 }),
  aSlot(2, { target: "bank", lastUsedAt: now, keepsTarget: "Slot 2 is held by an agent; release it first." }),
];

async function room(): Promise<FakeControlRoom> {
  const opened = await FakeControlRoom.open(home.path);
  opened.on("operator/snapshot", () => aSnapshot({ slots }));
  for (const call of ["assign", "forget"]) opened.on(`operator/${call}-target`, () => ({ said: `${call} is done.` }));
  return opened;
}

function asked(opened: FakeControlRoom) {
  return opened.received
    .filter(({ method }) => method.endsWith("-target"))
    .map(({ method, params }) => [method, params]);
}

describe("sessiondock targets (R14)", () => {
  it("lists target, slot, last use, state, and why one keeps its slot", () => {
    expect(listText(slots, now, { paint: unpainted, columns: null }).split("\n")).toEqual([
      expect.stringMatching(/^TARGET +SLOT +LAST USED +STATE +KEEPS IT BECAUSE$/),
      expect.stringMatching(/^shop +1 +60 s ago +held by nobody, no window +–$/),
      expect.stringMatching(/^bank +2 +.* held by an agent; release it first\.$/),
    ]);
  });

  it("says so when no target has a slot", () => {
    expect(listText([], now, { paint: unpainted, columns: null })).toBe("No login target has a slot yet.");
  });

  it.each([
    [["assign", "mail", "3"], { target: "mail", slot: 3, wipe: false }],
    [["assign", "mail", "1", "--wipe"], { target: "mail", slot: 1, wipe: true }],
  ])("%j gives a target a slot", async (args, params) => {
    await using opened = await room();
    expect(await run(...args)).toMatchObject({ code: 0, stdout: "assign is done.\n" });
    expect(asked(opened)).toEqual([["operator/assign-target", params]]);
  });

  it("says what would be lost before it forgets a target, and asks for --yes", async () => {
    await using opened = await room();
    const refused = await run("forget", "shop");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("Everything of shop in slot 1 will be lost: logins, cookies");
    expect(refused.stderr).toContain("Confirm it with --yes");
    expect(asked(opened)).toEqual([]);
    expect(await run("forget", "shop", "--yes")).toMatchObject({ code: 0, stdout: "forget is done.\n" });
    expect(asked(opened)).toEqual([["operator/forget-target", { target: "shop", slot: 1 }]]);
  });

  it.each([["forget", "none", "--yes"], ["forget"], ["assign", "mail"], ["assign", "mail", "0"], ["move"]])(
    "%j is wrong usage",
    async (...args) => {
      await using opened = await room();
      expect((await run(...args)).code).toBe(2);
      expect(asked(opened)).toEqual([]);
    },
  );
});
