import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { startSite, type TestSite } from "../support/site/site.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let site: TestSite;
let room: TestRoom;
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  site = await startSite();
  room = await startRoom({ display: display.display, home, config: { slots: { live: 1 } } });
});

afterAll(async () => {
  await room?.stop();
  await site?.stop();
  await display?.stop();
  removeHome(home);
});

describe("a person who makes room for a waiting agent (R16)", () => {
  it("sees what would be lost, reclaims it in the window, and the place is given on when Chrome has exited", async () => {
    const ada = await room.agent("ada");
    expect((await use(ada, "browser_navigate", { url: `${site.origin}/?token=secret` })).facts?.outcome).toBe("done");
    const former = await room.chromePid(1);
    const ben = await room.agent("ben");
    const waiting = use(ben, "browser_navigate", { url: `${site.origin}/` });
    await until("ben to wait", async () => (await room.snapshot()).queue.find(({ code }) => code === "cap_reached"));

    const { stdout } = await room.cli("reclaim");
    expect(stdout).toMatch(/^Slot 1: ada, login ada, epoch 1\. Idle for \d+ s\.\n1 open tab is closed/);
    expect(stdout).toContain("First in the queue for the room: ben, for ben");
    expect(stdout).toContain(`${site.origin}/ (the agent's)`);
    expect(stdout).not.toContain("secret");

    const page = await room.page();
    await page.keyboard.press("r");
    await page.getByRole("region", { name: "Make room" }).getByText("First in the queue for the room: ben").waitFor();
    await page.getByRole("button", { name: "Reclaim slot 1" }).click();
    expect((await waiting).facts).toMatchObject({ outcome: "done", slot: 2 });
    expect(() => process.kill(former, 0)).toThrow();

    const receipt = (await room.slot(1)).receipt;
    expect(receipt?.cause).toBe("reclaimed");
    expect(receipt?.steps.filter(({ at }) => at === null)).toEqual([]);
    const exitAt = receipt?.steps.find(({ step }) => step === "chrome_exit")?.at ?? Number.POSITIVE_INFINITY;
    const { events } = await room.snapshot();
    const granted = events.find(({ slot, kind }) => slot === 2 && kind === "granted");
    expect(granted?.at).toBeGreaterThanOrEqual(exitAt);

    const told = await use(ada, "browser_snapshot");
    expect(told.facts).toMatchObject({ outcome: "not_sent", error: { code: "SLOT_RECLAIMED", retry: "later" } });
  });
});
