import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReclaimPreview } from "../../src/core/view/reclaim-words.ts";
import type { SlotView } from "../../src/core/view/snapshot.ts";
import { Proposal } from "../../src/renderer/frame/make-room.tsx";
import { Queue } from "../../src/renderer/frame/queue.tsx";
import { perform } from "../../src/renderer/keyboard/perform.ts";
import { lookForRoom, reclaim } from "../../src/renderer/state/reclaim-intents.ts";
import { keepRoom, useDock } from "../../src/renderer/state/store.ts";
import { DockError } from "../../src/shared/errors.ts";
import { loginView } from "../support/slot-view.ts";
import { draw, drawText, namesOf } from "./draw.ts";
import { aReceipt, slotView } from "./fixtures.ts";

const call = vi.fn();
const notices = () => useDock.getState().notices.map(({ title, hint }) => [title, hint]);
const preview: ReclaimPreview = {
  slot: 3,
  epoch: 7,
  agent: "ada",
  target: "shop",
  idleSince: 50,
  tabs: [{ title: "Orders", address: "https://shop.test/orders", owner: "agent" }],
  unknown: [],
  help: null,
  login: loginView(),
  obstacle: null,
  gains: null,
};

/** What is drawn of the proposal that is kept. */
function drawn(present?: SlotView): string {
  const { room } = useDock.getState();
  return room === null ? "" : draw(<Proposal proposal={room} present={present} pending={false} />);
}

beforeEach(() => vi.stubGlobal("window", { sessionDock: { call } }));
afterEach(() => {
  call.mockReset();
  vi.unstubAllGlobals();
  useDock.setState(useDock.getInitialState());
});

describe("making room in the window (R16)", () => {
  it("begins with a button, or the key R, and asks what would be lost before anything is done", async () => {
    expect(drawText(<Queue queue={[]} />)).toContain("Make room…");
    call.mockResolvedValue({ ok: true, value: { preview, exempt: [] } });
    perform({ kind: "make_room" });
    await vi.waitFor(() => expect(useDock.getState().room).not.toBeNull());
    expect(call.mock.calls).toEqual([["reclaimPreview", {}]]);
    expect(namesOf(drawn())).toContain("Reclaim slot 3");
    expect(drawn()).toContain("Slot 3: ada, login shop, epoch 7.");
    expect(drawn()).toContain("Orders – https://shop.test/orders (the agent's)");
    expect(drawn()).toContain("Nobody in the queue waits for room.");
  });

  it("looks at a named slot, and offers no act while something stands in the way", async () => {
    call.mockResolvedValue({ ok: true, value: { preview: { ...preview, obstacle: "busy" }, exempt: [] } });
    await lookForRoom(3);
    expect(call.mock.calls).toEqual([["reclaimPreview", { slot: 3 }]]);
    expect(namesOf(drawn())).not.toContain("Reclaim slot 3");
    expect(drawn()).toContain("Slot 3 can't be reclaimed now: an action is under way.");
  });

  it.each([
    ["control has changed", { epoch: 8 }],
    ["the agent has acted", { epoch: 7, lastActivityAt: 51 }],
  ])("says that %s since, and offers no act then", (_, part) => {
    keepRoom({ preview, exempt: [] });
    expect(namesOf(drawn(slotView(3, { epoch: 7, lastActivityAt: 50 })))).toContain("Reclaim slot 3");
    const present = slotView(3, part);
    expect(drawn(present)).toContain("has changed since; look again");
    expect(namesOf(drawn(present))).not.toContain("Reclaim slot 3");
  });

  it("says of each slot why it can't be had, where none can", () => {
    keepRoom({ preview: null, exempt: [{ slot: 4, obstacle: "watched" }] });
    expect(drawn()).toMatch(/No slot can be reclaimed now\..*Slot 4 .*in front or large/);
  });

  it("does what was shown, under its epoch, and says when the place did not come back", async () => {
    keepRoom({ preview, exempt: [] });
    const steps = [{ step: "chrome_exit" as const, at: null }];
    call.mockResolvedValue({ ok: true, value: aReceipt({ cause: "reclaimed", steps }) });
    await reclaim(preview);
    expect(call.mock.calls).toEqual([["reclaim", { slot: 3, epoch: 7, idleSince: 50 }]]);
    expect(useDock.getState().room).toBeNull();
    expect(notices()).toEqual([["Slot 3 is reclaimed.", expect.stringContaining("its place stays taken")]]);
  });

  it("keeps the preview when it is refused; Escape closes it", async () => {
    keepRoom({ preview, exempt: [] });
    call.mockResolvedValue({ ok: false, error: new DockError("EPOCH_STALE", "It has changed.").body() });
    await reclaim(preview);
    expect(useDock.getState().room?.preview).toEqual(preview);
    vi.stubGlobal("document", { activeElement: null });
    vi.stubGlobal("HTMLElement", class {});
    perform({ kind: "close" });
    expect(useDock.getState().room).toBeNull();
  });
});
