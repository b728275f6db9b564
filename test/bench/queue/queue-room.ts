import { randomUUID } from "node:crypto";
import { freshControl, type Lease, leaseOf } from "../../../src/core/lease/control.ts";
import { decideControl } from "../../../src/core/lease/decide.ts";
import { systemClock } from "../../../src/main/adapters/system/clock.ts";
import type { ControlDesk } from "../../../src/main/engine/change-control.ts";
import type { Store } from "../../../src/main/engine/ports.ts";
import { Queue } from "../../../src/main/engine/queue/queue.ts";
import type { WaitNotice } from "../../../src/main/engine/queue/waiting.ts";
import type { Room } from "../../../src/main/engine/room.ts";
import { SlotRuntime } from "../../../src/main/engine/slot-runtime.ts";
import type { TargetSettings } from "../../../src/main/engine/target-settings.ts";
import { FakeWorld } from "../../support/fake-ports.ts";

/**
 * The real queue on real records, without anything that takes time of its own: no Chrome, no broker, no window. A lease
 * that is given or ends is written down as the control desk does it; a window that is told to close is gone in the next
 * turn.
 */
export class QueueRoom {
  readonly room: Room;
  readonly queue: Queue;
  granted = 0;
  told = 0;
  #asked = 0;

  /** @param store written with `synchronous=FULL` for every change of control, as always */
  constructor(store: Store, size: { readonly slots: number; readonly cap: number }) {
    const now = systemClock.now();
    const slots = Array.from(
      { length: size.slots },
      (_, index) => new SlotRuntime({ control: freshControl(index + 1, now), target: null, lastUsedAt: 0 }),
    );
    this.room = {
      ports: { ...new FakeWorld().ports(store), clock: systemClock, newId: randomUUID },
      settings: {
        version: "0",
        runtime: "electron stand-in",
        focusGuard: true,
        actionTimeoutMs: 1_000,
        startsAtOnce: 2,
        reconnectGraceMs: 0,
        mcpConfiguration: "",
        memoryLimitMb: 1e6,
        targets: new Map(Array.from({ length: size.slots }, (_, index) => [`t${index}`, settingsOf(index)])),
        ...size,
      },
      slots,
      paused: false,
      stopping: false,
      event: (slot, kind, text) => void store.appendEvent(slot, kind, text, systemClock.now()),
      touch: () => {},
      pump: () => this.queue.pump(),
    };
    const desk: Pick<ControlDesk, "change"> = {
      change: (slot, input) => {
        const decision = decideControl(slot.control, input, systemClock.now());
        if (!decision.ok) throw new Error(decision.code);
        slot.control = decision.control;
        store.recordControl(slot.control);
        if (slot.holder === "agent") slot.life = { kind: "live", launch: "", pid: 1, startTime: "", since: now };
        const nothing = Promise.resolve(null);
        const times = { fencedAt: null, recordedAt: null, unanswered: [], retires: false };
        return { ...times, barrier: nothing, retired: nothing, front: nothing, accounted: nothing };
      },
    };
    const supervisor = {
      close: async (slot: SlotRuntime) => {
        slot.life = { kind: "closing", launch: "", pid: 1, startTime: "", since: now };
        await Promise.resolve();
        slot.life = { kind: "empty" };
      },
    };
    const reassign = async (slot: SlotRuntime) => {
      slot.target = null;
      slot.lastUsedAt = 0;
    };
    this.queue = new Queue(this.room, { desk, supervisor, memory: { limit: null }, reassign });
  }

  /** One more agent waits for the login. */
  ask(target: string): void {
    this.#asked += 1;
    const id = `agent ${this.#asked}`;
    const notify = (_: WaitNotice) => {
      this.told += 1;
    };
    const signal = new AbortController().signal;
    const wish = {
      session: id,
      agent: id,
      agentId: id,
      target,
      worktree: null,
      waitMs: 3_600_000,
      signal,
      prove: null,
      notify,
    };
    this.queue.acquire({ ...wish, stillThere: () => true }).then(
      () => {
        this.granted += 1;
      },
      () => {},
    );
  }

  held(): SlotRuntime[] {
    return this.room.slots.filter((slot) => slot.holder === "agent");
  }

  /** The agent gives its slot back; what it left behind is accounted for at once. */
  release(slot: SlotRuntime): void {
    const lease: Lease | null = leaseOf(slot.control);
    if (!lease) throw new Error(`slot ${slot.slot} is not held`);
    const decision = decideControl(
      slot.control,
      { kind: "end_lease", leaseId: lease.id, reason: "released_by_agent" },
      systemClock.now(),
    );
    if (!decision.ok) throw new Error(decision.code);
    slot.control = decision.control;
    this.room.ports.store.recordControl(slot.control);
    slot.lastUsedAt = systemClock.now();
  }
}

/** Two targets each share a conflict key. */
function settingsOf(index: number): TargetSettings {
  return { sites: [], conflictKeys: [`key ${Math.floor(index / 2)}`] };
}
