import { expect } from "vitest";
import type { ResolveWay } from "../../src/core/slot/quarantine.ts";
import type { BrokerAction } from "../../src/shared/contract/broker.ts";
import { operatorCalls } from "../../src/shared/contract/operator.ts";
import { DockError } from "../../src/shared/errors.ts";
import { done, type FakeBroker } from "../support/fake-broker.ts";
import { type Call, type FakeAgent, FakeRoom } from "../support/fake-room.ts";

/** The real control room on fake ports, watched for what must never happen. */
export class ModelRoom {
  readonly room: FakeRoom;
  readonly agents: FakeAgent[] = [];
  readonly #calls: Call[] = [];
  readonly #ids: string[] = [];
  readonly #before = new Map<number, { readonly epoch: number; readonly holder: string; readonly unclear: boolean }>();
  readonly #dispatched = new Set<string>();
  readonly #violations: string[] = [];
  /** Brokers that were still there when the person discarded the workplace. */
  readonly #writtenOff = new Set<FakeBroker>();

  private constructor(room: FakeRoom) {
    this.room = room;
    room.world.onAction = (broker, action) => this.#watchAction(broker, action);
    room.world.onWipe = (slot) => this.#watchWipe(slot);
  }

  static async open(reconnectGraceMs: number): Promise<ModelRoom> {
    return new ModelRoom(await FakeRoom.open({ slots: 4, cap: 2, startsAtOnce: 2, reconnectGraceMs }));
  }

  hello(target: string): void {
    this.agents.push(this.room.agent(`agent ${this.agents.length}`, target));
  }

  call(pick: number, tool: string, input: object = inputs[tool] ?? {}): void {
    const actionId = `action-${this.#ids.length}`;
    this.#ids.push(actionId);
    const call = picked(this.agents, pick)?.call(tool, { arguments: { ...input }, actionId });
    if (call) this.#calls.push(call);
  }

  /** Any agent asks for an action id again that it or another has used. */
  repeat(pick: number): void {
    const actionId = picked(this.#ids, pick);
    if (actionId === undefined) return;
    const call = picked(this.agents, pick)?.call("browser_click", { arguments: { target: "e1" }, actionId });
    if (call) this.#calls.push(call);
  }

  reconcile(pick: number, applied: boolean): void {
    const [action] = this.room.store.unresolvedActions();
    if (action) this.call(pick, "reconcile", { action_id: action.id, applied: applied ? "yes" : "no" });
  }

  /** The same agent as another session: after it vanished, or beside itself. */
  comeBack(pick: number): void {
    const former = picked(this.agents, pick)?.session;
    if (former) this.agents.push(this.room.agent(former.agent.name, former.target.key));
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

  /** A discarded workplace is clear, whatever became of a broker that has no way to it any more. */
  resolve(slot: number, way: ResolveWay): Promise<void> {
    const alive = this.room.world.brokers.filter((broker) => broker.alive && broker.binding?.slot === slot);
    const resolved = this.room.resolve(slot, way, "seen").then(() => {
      if (way === "discard") for (const broker of alive) this.#writtenOff.add(broker);
    });
    return this.asked(resolved);
  }

  /** The person looks at what would be lost, and does it. */
  async reclaim(number: number): Promise<void> {
    const { handle } = this.room.room;
    const { preview } = operatorCalls.reclaimPreview.output.parse(await handle("reclaimPreview", { slot: number }));
    if (!preview) return;
    const { slot, epoch, idleSince } = preview;
    await handle("reclaim", { slot, epoch, idleSince });
  }

  /** Operator calls may be refused by the rules; nothing else may come out of them. */
  async asked(call: Promise<unknown>): Promise<void> {
    void call.catch((error: unknown) => {
      if (!(error instanceof Error && error.name === "DockError"))
        this.#violations.push(`refused with ${String(error)}`);
    });
    await this.room.settle();
  }

  /** Chance seldom brings a slot into quarantine, and most of what can happen there needs one. */
  async endsUnknown(target: string): Promise<void> {
    const { habits } = this.room.world;
    const { answer } = habits;
    habits.answer = () => null;
    this.hello(target);
    this.call(this.agents.length - 1, "browser_click");
    await this.room.settle();
    this.agents.at(-1)?.goodbye();
    await this.room.advance(4_000);
    habits.answer = answer;
  }

  /** Two wishes for one discard, and an agent that gets the slot as soon as it may be had. */
  async discardTwice(slot: number): Promise<void> {
    const { target, quarantine } = await this.room.slot(slot);
    if (quarantine.length === 0) return;
    this.hello(target ?? "shop");
    this.call(this.agents.length - 1, "browser_click");
    await Promise.all([this.resolve(slot, "discard"), this.resolve(slot, "discard")]);
    // A wipe takes some turns.
    for (let turn = 0; turn < 6; turn += 1) await this.room.settle();
  }

  /**
   * The person asks for something that ends, frees or gives back, about a slot as it was so many epochs ago (R12). If
   * that is not how it is now, it is refused, and not one thing about the slot has changed in the turn of the call.
   */
  async late(call: "release" | "handBack" | "unpark" | "resolve", slot: number, back: number, way?: ResolveWay) {
    const before = await this.room.slot(slot);
    const epoch = before.epoch - back;
    if (epoch < 0) return;
    const asked = this.room.room.handle(call, { slot, epoch, ...(way === undefined ? {} : { way, why: "" }) });
    // Both have begun in one turn: nothing else can have come in between.
    const after = this.room.slot(slot);
    const code = await Promise.race([codeOf(asked), this.room.settle()]);
    const { epoch: epochAfter, holder } = await after;
    if (back > 0 && code !== "EPOCH_STALE") this.#violations.push(`a late ${call} was answered with ${code}`);
    if (back === 0 && code === "EPOCH_STALE" && call !== "resolve")
      this.#violations.push(`${call} was refused as late`);
    if (back > 0) expect({ epoch: epochAfter, holder }, call).toEqual({ epoch: before.epoch, holder: before.holder });
    await this.asked(asked);
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
    for (const { slot, epoch, holder, quarantine, unresolved } of slots) {
      this.#rises(slot, epoch, holder.kind === "agent" ? holder.leaseId : holder.kind, quarantine.length > 0);
      // R12: one living Chrome a profile; R2: one living broker a slot.
      expect(alive.filter((chrome) => chrome.slot === slot).length, `Chromes of slot ${slot}`).toBeLessThanOrEqual(1);
      const bound = brokers.filter(
        (broker) => broker.alive && broker.binding?.slot === slot && !this.#writtenOff.has(broker),
      );
      expect(bound.length, `brokers of slot ${slot}`).toBeLessThanOrEqual(1);
      // R7: what is unknown is nobody's to be offered, once the lease that left it is accounted for.
      if (holder.kind === "nobody" && unresolved.length > 0 && bound.length === 0)
        expect(quarantine, `unknown in slot ${slot}`).not.toEqual([]);
      this.#fenced(slot, epoch, holder.kind === "agent");
    }
    const held = slots.flatMap(({ holder }) => (holder.kind === "agent" ? [holder.leaseId] : []));
    expect(new Set(held).size, "a lease has one slot").toBe(held.length);
    expect(this.room.world.log.filter((line) => line.includes("agent's call failed"))).toEqual([]);
  }

  /** R1: every change of holder makes a new epoch, across restarts too. */
  #rises(slot: number, epoch: number, holder: string, unclear: boolean): void {
    const before = this.#before.get(slot) ?? { epoch: 0, holder: "nobody", unclear: false };
    // R7: quarantined capacity is never offered; a lease that was there before stays, and can do nothing.
    const isLent = !["nobody", "human", "parked"].includes(holder);
    if (unclear && before.unclear && isLent) expect(holder, `slot ${slot} is unclear`).toBe(before.holder);
    expect(epoch, `epoch of slot ${slot}`).toBeGreaterThanOrEqual(before.epoch);
    if (holder !== before.holder) expect(epoch, `epoch of slot ${slot}`).toBeGreaterThan(before.epoch);
    this.#before.set(slot, { epoch, holder, unclear });
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

  /** R12, R14: what is wiped is nobody's: no Chrome works on it, and no agent has it, from the beginning to the end. */
  #watchWipe(slot: number): void {
    const chrome = this.room.world.chromes.find((each) => each.alive && each.slot === slot);
    if (chrome) this.#violations.push(`slot ${slot} was wiped under Chrome ${chrome.pid}`);
    const record = this.room.store.slots().find(({ control }) => control.slot === slot);
    if (record?.control.holder.kind === "agent") this.#violations.push(`slot ${slot} was wiped under an agent`);
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

function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: unknown) => (error instanceof DockError ? error.code : String(error)),
  );
}

const inputs: Readonly<Record<string, object>> = {
  browser_click: { target: "e1" },
  request_human: { reason: "a captcha", done_when: "the form is there" },
};

export function picked<Value>(values: readonly Value[], pick: number): Value | undefined {
  return values[pick % Math.max(1, values.length)];
}
