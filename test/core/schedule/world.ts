import type { Limits, Request, SlotFacts } from "../../../src/core/schedule/facts.ts";
import { Scheduler, type Step } from "../../../src/core/schedule/scheduler.ts";
import type { Waiting } from "./full-pass.ts";

export function aSlot(number: number, part: Partial<SlotFacts> = {}): SlotFacts {
  const life = part.life ?? "empty";
  return {
    slot: number,
    target: null,
    conflictKeys: [],
    holder: "nobody",
    heldBy: "nobody",
    since: 0,
    lastActivityAt: null,
    parkedFor: null,
    settling: false,
    life,
    takesPlace: life !== "empty" || part.holder === "agent",
    quarantine: null,
    unresolved: false,
    watched: false,
    personTabs: false,
    wiping: null,
    lastUsedAt: 0,
    ...part,
  };
}

export function aRequest(target: string, part: Partial<Request> = {}): Request {
  return {
    id: `wants ${target}`,
    agent: `agent of ${target}`,
    agentId: target,
    target,
    conflictKeys: [],
    since: 0,
    deadline: 1e9,
    overtaken: 0,
    wipeFailed: false,
    ...part,
  };
}

export const twoAtOnce: Limits = { cap: 2, paused: false, blocked: null, memory: null };

/** A scheduler and the slots that it decides on: every step is carried out at once, as the engine does it. */
export class World {
  readonly scheduler = new Scheduler();
  limits: Limits;
  readonly slots: SlotFacts[] = [];
  /** Oldest first. */
  waiting: Waiting[] = [];
  /** When set, offers are taken only after all steps were made: the waiters take that long to prove that they live. */
  answersLate = false;

  constructor(slots: readonly SlotFacts[], limits: Limits = twoAtOnce) {
    this.limits = limits;
    this.scheduler.limits(limits);
    for (const slot of slots) this.set(slot);
  }

  set(slot: SlotFacts): void {
    this.slots[slot.slot - 1] = slot;
    this.scheduler.slot(slot);
    if (slot.wiping !== null) return;
    for (const waiting of this.waiting.filter(({ wiping }) => wiping === slot.slot)) {
      waiting.wiping = null;
      if (slot.quarantine !== null) waiting.wipeFailed = true;
    }
  }

  /** The wipe of a slot is over. */
  wiped(number: number, how: "proven" | "failed" | "void"): void {
    const gone = { life: "empty", takesPlace: false } as const;
    if (how === "void") this.turn(number, { wiping: null });
    else if (how === "failed") this.turn(number, { wiping: null, quarantine: "wipe_not_proven", ...gone });
    else this.turn(number, { wiping: null, target: null, conflictKeys: [], lastUsedAt: 0, ...gone });
  }

  /** Changes some facts of a slot. */
  turn(number: number, part: Partial<SlotFacts>): void {
    const slot = this.slots[number - 1];
    if (slot) this.set({ ...slot, ...part });
  }

  limit(part: Partial<Limits>): void {
    this.limits = { ...this.limits, ...part };
    this.scheduler.limits(this.limits);
  }

  ask(...requests: readonly Request[]): void {
    for (const request of requests) {
      this.waiting.push({ ...request, wiping: null });
      this.scheduler.join(request);
    }
  }

  leave(id: string): void {
    this.waiting = this.waiting.filter((each) => each.id !== id);
    this.scheduler.leave(id);
  }

  /** All steps that can be made now, carried out. */
  run(): Step[] {
    const steps: Step[] = [];
    const late: Step[] = [];
    for (let step = this.scheduler.next(); step; step = this.scheduler.next()) {
      steps.push(step);
      if (step.kind === "offer" && this.answersLate) late.push(step);
      else this.#carryOut(step);
    }
    for (const step of late) this.#carryOut(step);
    return steps;
  }

  #carryOut(step: Step): void {
    if (step.kind === "make_room") {
      this.turn(step.slot, { life: "closing" });
      return;
    }
    if (step.kind === "wipe") {
      const waiting = this.waiting.find(({ id }) => id === step.request);
      if (waiting) waiting.wiping = step.slot;
      this.turn(step.slot, { wiping: { formerTarget: this.slots[step.slot - 1]?.target ?? null } });
      return;
    }
    const request = this.waiting.find((each) => each.id === step.request);
    const slot = this.scheduler.accept(step.request, 0);
    if (!request || typeof slot !== "number") throw new Error(`${step.request} could not take its slot: ${slot}`);
    this.waiting = this.waiting.filter((each) => each !== request);
    const { target, conflictKeys, agent } = request;
    this.turn(slot, { target, conflictKeys, holder: "agent", heldBy: agent, takesPlace: true });
  }
}
