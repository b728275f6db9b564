import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handBack, release, resolve, unpark } from "../../src/renderer/state/intents.ts";
import { selectSlot, useDock } from "../../src/renderer/state/store.ts";
import { DockError } from "../../src/shared/errors.ts";

const call = vi.fn();
const titles = () => useDock.getState().notices.map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { sessionDock: { call } });
});
afterEach(() => {
  call.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useDock.setState(useDock.getInitialState());
});

describe("a decision about a quarantined slot", () => {
  it("is sent with its way and its reason, and what came of it stays in place", async () => {
    call.mockResolvedValue({ ok: true, value: { said: "The order is listed; it was applied.", left: [] } });
    selectSlot(3);
    expect(await resolve({ slot: 3, epoch: 7 }, "run_check", " looked myself ")).toBe(true);
    expect(call.mock.calls).toEqual([["resolve", { slot: 3, epoch: 7, way: "run_check", why: "looked myself" }]]);
    expect(useDock.getState().answer).toEqual({ slot: 3, said: "The order is listed; it was applied." });
    expect(titles()).toEqual([]);
  });

  it("is told in the corner as well when another slot is shown by then", async () => {
    call.mockResolvedValue({ ok: true, value: { said: "It was looked at.", left: [] } });
    selectSlot(5);
    await resolve({ slot: 3, epoch: 7 }, "look_again", "");
    expect(titles()).toEqual(["Slot 3: It was looked at."]);
  });

  it("that was refused is told with its reason, and the person's text is kept", async () => {
    const error = new DockError("CHECK_FAILED", "The check's page could not be opened.").body();
    call.mockResolvedValue({ ok: false, error });
    expect(await resolve({ slot: 3, epoch: 7 }, "run_check", "why")).toBe(false);
    expect(titles()).toEqual(["Run the target's check, slot 3: The check's page could not be opened."]);
    expect(useDock.getState().answer).toBeNull();
  });
});

it("a parked slot is given back by one call", async () => {
  call.mockResolvedValue({ ok: true, value: { epoch: 9, holder: "ada" } });
  await unpark({ slot: 4, epoch: 8 });
  expect(call.mock.calls).toEqual([["unpark", { slot: 4, epoch: 8 }]]);
  expect(titles()).toEqual(["Slot 4 given back. Holder: ada, epoch 9."]);
});

it("what ends or gives back names the epoch that the person saw (R12)", async () => {
  const error = new DockError("EPOCH_STALE", "Slot 4 has changed.").body();
  call.mockResolvedValue({ ok: false, error });
  await release({ slot: 4, epoch: 8 });
  expect(await handBack({ slot: 4, epoch: 9 }, " ")).toBe(false);
  expect(call.mock.calls).toEqual([
    ["release", { slot: 4, epoch: 8 }],
    ["handBack", { slot: 4, epoch: 9 }],
  ]);
  expect(titles()).toEqual(["Release slot 4: Slot 4 has changed.", "Hand back slot 4: Slot 4 has changed."]);
});
