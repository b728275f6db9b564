import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Canaries, type CanaryKind, canaryKinds, newCanaries } from "../support/canary/canaries.ts";
import { type CanarySite, startCanarySite } from "../support/canary/canary-site.ts";
import { findCanaries } from "../support/canary/find-canaries.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { refOf, use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let site: CanarySite;
let canaries: Canaries;
let room: TestRoom;
const home = makeHome();
/** What Chrome takes for the person's home: what it writes there is outside of every slot. */
const personHome = makeHome();
const slots = join(home, "slots");

const start = () =>
  startRoom({
    display: display.display,
    home,
    config: { slots: { count: 1, live: 1 } },
    environment: { HOME: personHome },
  });
const found = (...directories: string[]) => findCanaries(directories, canaries, "127.0.0.1");

beforeAll(async () => {
  display = await startVirtualDisplay();
  canaries = newCanaries();
  site = await startCanarySite(canaries);
  room = await start();
});

afterAll(async () => {
  await room?.stop();
  await site?.stop();
  await display?.stop();
  removeHome(home);
  removeHome(personHome);
});

/** Where Chrome is known to keep each kind: found there, it was not only seen by chance elsewhere. */
const stores: Readonly<Record<CanaryKind, string>> = {
  cookieName: "Default/Cookies",
  cookie: "Default/Cookies",
  localStorage: "Local Storage/leveldb",
  sessionStorage: "Session Storage",
  indexedDb: "IndexedDB",
  workerScript: "Service Worker/ScriptCache",
  cacheApi: "Service Worker/CacheStorage",
  httpCache: "Cache/Cache_Data",
  history: "Default/History",
  title: "Default/History",
  download: "01/downloads",
  fileName: "01/downloads",
  autofill: "Default/Web Data",
  upload: "01/uploads",
};

/** Everything that an agent's work leaves behind. */
async function plant(): Promise<void> {
  const agent = await room.agent("ada", "first");
  const planted = `${site.origin}/plant/${canaries.history}`;
  await use(agent, "browser_navigate", { url: planted });
  const { facts } = await use(agent, "browser_wait_for", { text: "planted" });
  expect(facts).toMatchObject({ outcome: "done" });
  const page = await use(agent, "browser_snapshot");
  await use(agent, "browser_click", { target: refOf(page, "link", "Download") });
  const downloads = join(slots, "01/downloads");
  await until("the download", () => readdirSync(downloads).includes(`${canaries.fileName}.txt`));
  const form = await use(agent, "browser_snapshot");
  await use(agent, "browser_type", { target: refOf(form, "textbox", "Town"), text: canaries.autofill, submit: true });
  mkdirSync(join(slots, "01/uploads"), { recursive: true });
  writeFileSync(join(slots, "01/uploads/to-send.txt"), canaries.upload);
  await use(agent, "session_release");
}

describe("a slot that is given to another target (R14)", () => {
  it("has everything of the former one in it before: each canary can be found in its bytes", async () => {
    await plant();
    // A clean end: what Chrome still has in memory is written now.
    await room.stop();
    const before = found(slots);
    // The end of the lease has cleared the HTTP cache, mostly before it was written: it is looked for afterwards only.
    const kept = canaryKinds.filter((kind) => kind !== "httpCache");
    const missing = kept.filter((kind) => !before.get(kind)?.some((file) => file.includes(stores[kind])));
    expect(missing, JSON.stringify([...before], null, 1)).toEqual([]);
  });

  it("kept nothing of it outside of its own directories", () => {
    expect([...found(personHome)]).toEqual([]);
  });

  it("has nothing of it in any byte once the new target's Chrome is open, nor is anything left aside", async () => {
    room = await start();
    const agent = await room.agent("ben", "second");
    const { facts } = await use(agent, "browser_navigate", { url: `${site.origin}/other` });
    expect(facts).toMatchObject({ slot: 1, outcome: "done" });
    expect(await room.slot(1)).toMatchObject({ target: "second", quarantine: [] });
    expect([...found(slots)]).toEqual([]);
    expect(readdirSync(slots)).toEqual(["01"]);
    // Chrome writes what it knows while it closes.
    await room.stop();
    expect([...found(slots, personHome)]).toEqual([]);
  });

  it("can be taken from its target in the window, which names what is lost before", async () => {
    room = await start();
    const page = await room.page();
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog", { name: /login targets/i });
    await dialog.getByRole("button", { name: "Forget second, slot 1" }).click();
    expect(await dialog.textContent()).toContain("Everything of second in slot 1 will be lost: logins");
    expect(await room.slot(1)).toMatchObject({ target: "second" });
    await dialog.getByRole("button", { name: "Wipe slot 1 and forget second" }).click();
    await until("the slot to belong to nobody", async () => (await room.slot(1)).target === null);
    expect(readdirSync(slots)).toEqual([]);
    expect(await dialog.textContent()).toContain("No login target has a slot yet");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });
});
