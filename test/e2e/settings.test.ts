import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let room: TestRoom;
const home = makeHome();
const file = join(home, "config.jsonc");

beforeAll(async () => {
  display = await startVirtualDisplay();
  room = await startRoom({ display: display.display, home, config: { slots: { live: 2 } } });
});

afterAll(async () => {
  await room?.stop();
  await display?.stop();
  removeHome(home);
});

describe("the settings in the real window", () => {
  it("are edited as text, told by line what can't be taken, and hold as soon as they are saved", async () => {
    appendFileSync(file, "\n// mine\n");
    const page = await room.page();
    await page.keyboard.press(",");
    const dialog = page.getByRole("dialog", { name: "Settings" });
    const text = dialog.getByLabel("Text of the configuration file");
    const before = await text.inputValue();
    await text.fill(before.replace('"live":2', '"live":99'));
    await dialog.getByText("Line 1: slots.live").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Chromes at once").fill("3");
    await dialog.getByRole("button", { name: "Set in the text" }).first().click();
    await until("the fault to go", async () => (await dialog.getByText("Line 1: slots.live").count()) === 0);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await room.snapshot()).room).toMatchObject({ cap: 3, problems: [] });
    expect(readFileSync(file, "utf8")).toContain("// mine");
  });

  it("go on when the file is spoilt from outside, and window and command line say which line", async () => {
    appendFileSync(file, "\n}");
    const page = await room.page();
    await page.getByRole("alert").getByText("CONFIG_INVALID").waitFor();
    expect((await room.snapshot()).room.cap).toBe(3);
    expect((await room.cli("config", "check")).stdout).toMatch(/config\.jsonc:\d+: /);
  });
});
