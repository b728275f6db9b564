import { expect } from "vitest";
import type { BrokerAction } from "../../src/shared/contract/broker.ts";
import { done, type FakeBroker } from "../support/fake-broker.ts";
import { type Call, type FakeAgent, FakeRoom } from "../support/fake-room.ts";

/** The real control room on fake ports, watched for what must never happen. */
export class ModelRoom {
  readonly room: FakeRoom;
  readonly agents: FakeAgent[] = [];
  readonly #calls: Call[] = [];
  readonly #before = new Map<number, { readonly epoch: number; readonly holder: string }>();
  readonly #dispatched = new Set<string>();
  readonly #violations: string[] = [];
  /** Brokers that were still there when the person declared the slot clear. */
  readonly #writtenOff = new Set<FakeBroker>();

  private constructor(room: FakeRoom) {
    this.room = room;
    room.world.onAction = (broker, action) => this.#watchAction(broker, action);
  }

  static async open(): Promise<ModelRoom> {
    return new ModelRoom(await FakeRoom.open({ slots: 4, cap: 2, startsAtOnce: 2 }));
  }

  hello(target: string): void {
    this.agents.push(this.room.agent(`agent ${this.agents.length}`, target));
  }

  call(pick: number, tool: string): void {
    const input = tool === "browser_click" ? { target: "e1" } : {};
    const call = picked(this.agents, pick)?.call(tool, { arguments: input });
    if (call) this.#calls.push(call);
  }

  async restart(): Promise<void> {
    this.agents.length = 0;
    this.#calls.length = 0;
    await this.room.restart();
  }

  answersFrom(broker: FakeBroker): void {
    const open = new Set(this.room.store.openActions().map(({ id }) => id));
    for (const action of broker.actions) if (open.has(action.actionId)) broker.says(done(action));
  }

  /** A named decision of the person, who may be mistaken about a broker (R7), but not about a Chrome. */
  clear(slot: number): Promise<void> {
    const alive = this.room.world.brokers.filter((broker) => broker.alive && broker.binding?.slot === slot);
    const cleared = this.room.room.handle("clearQuarantine", { slot, reason: "seen" }).then(() => {
      for (const broker of alive) this.#writtenOff.add(broker);
    });
    return this.asked(cleared);
  }

  /** Operator calls may be refused by the rules; nothing else may come out of them. */
  async asked(call: Promise<unknown>): Promise<void> {
    void call.catch((error: unknown) => {
      if (!(error instanceof Error && error.name === "DockError"))
        this.#violations.push(`refused with ${String(error)}`);
    });
    await this.room.settle();
  }

  /** After enough time no call is left without an answer. */
  async finish(): Promise<void> {
    this.room.world.browsers.letUp();
    await this.room.advance(300_000);
    await this.check();
    expect(this.#calls.filter((call) => call.answer() === null)).toEqual([]);
  }

  /** What has to hold after every step. */
  async check(): Promise<void> {
    await this.room.settle();
    const { slots, room } = await this.room.snapshot();
    const { chromes, brokers } = this.room.world;
    expect(this.#violations).toEqual([]);
    const alive = chromes.filter((chrome) => chrome.alive);
    // R10, R52: a living Chrome has a place, and a place comes back only after the exit.
    expect(alive.length, "living Chromes").toBeLessThanOrEqual(this.room.settings.cap);
    expect(room.live, "places taken").toBeGreaterThanOrEqual(alive.length);
    expect(room.live, "places taken").toBeLessThanOrEqual(this.room.settings.cap);
    for (const { slot, epoch, holder } of slots) {
      this.#rises(slot, epoch, holder.kind === "agent" ? holder.leaseId : holder.kind);
      // R12: one living Chrome a profile; R2: one living broker a slot.
      expect(alive.filter((chrome) => chrome.slot === slot).length, `Chromes of slot ${slot}`).toBeLessThanOrEqual(1);
      const bound = brokers.filter(
        (broker) => broker.alive && broker.binding?.slot === slot && !this.#writtenOff.has(broker),
      );
      expect(bound.length, `brokers of slot ${slot}`).toBeLessThanOrEqual(1);
      this.#fenced(slot, epoch, holder.kind === "agent");
    }
    const held = slots.flatMap(({ holder }) => (holder.kind === "agent" ? [holder.leaseId] : []));
    expect(new Set(held).size, "a lease has one slot").toBe(held.length);
    expect(this.room.world.log.filter((line) => line.includes("agent's call failed"))).toEqual([]);
  }

  /** R1: every change of holder makes a new epoch, across restarts too. */
  #rises(slot: number, epoch: number, holder: string): void {
    const before = this.#before.get(slot) ?? { epoch: 0, holder: "nobody" };
    expect(epoch, `epoch of slot ${slot}`).toBeGreaterThanOrEqual(before.epoch);
    if (holder !== before.holder) expect(epoch, `epoch of slot ${slot}`).toBeGreaterThan(before.epoch);
    this.#before.set(slot, { epoch, holder });
  }

  /** R4: whatever any broker ever got a socket for, only the present epoch of an agent reaches Chrome. */
  #fenced(slot: number, epoch: number, lent: boolean): void {
    for (const broker of this.room.world.brokers) {
      if (broker.binding?.slot !== slot || broker.orphaned) continue;
      const pipes = this.room.world.chromes.filter((chrome) => chrome.slot === slot).map((chrome) => chrome.pipe);
      const count = () => pipes.reduce((sum, pipe) => sum + pipe.written.length, 0);
      const before = count();
      broker.drives(1, "Browser.getWindowBounds");
      if (!lent || broker.binding.epoch !== epoch) expect(count(), `epoch ${broker.binding.epoch} writes`).toBe(before);
    }
  }

  #watchAction(broker: FakeBroker, { actionId }: BrokerAction): void {
    if (this.#dispatched.has(actionId)) this.#violations.push(`${actionId} was dispatched twice`);
    this.#dispatched.add(actionId);
    // The row on disk is what counts: it is written before the dispatch.
    const record = this.room.store.slots().find(({ control }) => control.slot === broker.binding?.slot);
    if (record?.control.epoch !== broker.binding?.epoch || record?.control.holder.kind !== "agent") {
      this.#violations.push(`${actionId} went to a broker of epoch ${broker.binding?.epoch}`);
    }
  }
}

export function picked<Value>(values: readonly Value[], pick: number): Value | undefined {
  return values[pick % Math.max(1, values.length)];
}
