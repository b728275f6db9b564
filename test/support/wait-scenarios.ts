import type { WaitCode } from "../../src/core/schedule/reasons.ts";
import { DockError } from "../../src/shared/errors.ts";
import type { FakeRoom, FakeSettings } from "./fake-room.ts";

/** How to make an agent wait for one reason: the room, and what happens in it before the agent asks for `shop`. */
export interface WaitScenario {
  readonly settings: Partial<FakeSettings>;
  readonly arrange: (room: FakeRoom) => Promise<unknown>;
}

const wide = { slots: 4, cap: 3 };
const narrow = { slots: 4, cap: 1 };

function keys(of: Readonly<Record<string, readonly string[]>>): Pick<FakeSettings, "targets"> {
  const targets = Object.entries(of).map(([target, conflictKeys]) => [target, { sites: [], conflictKeys }] as const);
  return { targets: new Map(targets) };
}

/** Every reason that there is: one that is added has to be added here. */
export const waitScenarios: Readonly<Record<WaitCode, WaitScenario>> = {
  paused: { settings: wide, arrange: (room) => room.pause(true) },
  blocked: {
    settings: wide,
    arrange: async (room) => {
      room.world.browsers.current = new DockError("BROWSER_MISSING", "No browser was found.").body();
    },
  },
  target_busy: { settings: wide, arrange: (room) => room.agent("ada", "shop").click() },
  offered: {
    settings: wide,
    arrange: async (room) => {
      const ada = room.agent("ada", "shop");
      await ada.click();
      room.agent("ben", "shop").call("browser_snapshot", { stillThere: () => new Promise(() => {}) });
      await room.settle();
      ada.goodbye();
      await room.advance(100);
    },
  },
  slot_closing: {
    settings: wide,
    arrange: async (room) => {
      room.world.browsers.hold();
      const ada = room.agent("ada", "shop");
      ada.call("browser_snapshot");
      await room.settle();
      ada.goodbye();
      await room.settle();
    },
  },
  settling: {
    settings: wide,
    arrange: async (room) => {
      room.world.habits.diesWhenKilled = false;
      const ada = room.agent("ada", "shop");
      await ada.click();
      ada.goodbye();
      await room.settle();
    },
  },
  quarantined: {
    settings: wide,
    arrange: async (room) => {
      room.world.habits.diesWhenKilled = false;
      const ada = room.agent("ada", "shop");
      await ada.click();
      ada.goodbye();
      await room.advance(10_000);
    },
  },
  parked: {
    settings: wide,
    arrange: async (room) => {
      const ada = room.agent("ada", "shop");
      await ada.click();
      ada.vanish();
      await room.advance(100);
    },
  },
  older_waiter: {
    settings: narrow,
    arrange: async (room) => {
      await room.agent("ada", "bank").click();
      room.agent("ben", "shop").call("browser_snapshot");
      await room.settle();
    },
  },
  conflict_key: {
    settings: { ...wide, ...keys({ shop: ["stripe"], bank: ["stripe"] }) },
    arrange: (room) => room.agent("ada", "bank").click(),
  },
  conflict_key_kept: {
    settings: { ...wide, ...keys({ shop: ["a"], both: ["a", "b"], bank: ["b"] }) },
    arrange: async (room) => {
      await room.agent("ada", "bank").click();
      room.agent("ben", "both").call("browser_snapshot");
      for (const name of ["cleo", "dan", "eve"]) {
        const overtaking = room.agent(name, "shop");
        await overtaking.click();
        overtaking.goodbye();
        await room.advance(100);
      }
    },
  },
  cap_reached: { settings: narrow, arrange: (room) => room.agent("ada", "bank").click() },
  memory_low: {
    settings: { ...wide, memoryLimitMb: 150 },
    arrange: async (room) => {
      await room.agent("ada", "bank").click();
      await room.advance(15_000);
    },
  },
  making_room: {
    settings: narrow,
    arrange: async (room) => {
      room.world.browsers.prepare = (chrome) => Object.assign(chrome, { closesWhenAsked: false });
      const ada = room.agent("ada", "bank");
      await ada.click();
      ada.goodbye();
      await room.advance(100);
    },
  },
  being_wiped: {
    settings: { slots: 1, cap: 1 },
    arrange: async (room) => {
      room.world.wipeHeld = Promise.withResolvers<void>();
      const ada = room.agent("ada", "bank");
      await ada.click();
      ada.goodbye();
      await room.advance(100);
    },
  },
  no_slot_left: { settings: { slots: 1, cap: 1 }, arrange: (room) => room.agent("ada", "bank").click() },
};
