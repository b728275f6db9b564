import type { EventView } from "../../../src/core/view/snapshot.ts";
import { isTrue, type Known } from "./claims.ts";
import { LogState } from "./log-state.ts";

/** Reads the event log row by row and finds what must not be: a slot given twice, a grant out of turn, an untrue reason. */
export class Observer {
  readonly state = new LogState();
  readonly violations: string[] = [];
  /** How often each kind of sentence was checked, by its first words. */
  readonly sentences = new Map<string, number>();
  grants = 0;
  /** Grants to agents that had waited before, by agent. */
  readonly grantsAfterWaiting = new Map<string, number>();
  #last = 0;
  readonly #known: Known;

  constructor(room: Omit<Known, "state">) {
    this.#known = { ...room, state: this.state };
  }

  /** @param events in the order in which they were written; those that were read before are passed over */
  read(events: readonly EventView[]): void {
    for (const event of events) {
      if (event.id <= this.#last) continue;
      if (event.id !== this.#last + 1) this.violations.push(`events between ${this.#last} and ${event.id} were missed`);
      this.#last = event.id;
      if (event.kind === "granted") this.#checkGrant(event);
      this.state.apply(event);
      if (event.kind === "waiting") this.#checkReason(event);
    }
  }

  #checkGrant({ slot: number, text }: EventView): void {
    const [, agent = "?", target = "?"] = /^Lent to (.+) for (.+) \(epoch/.exec(text) ?? [];
    const slot = this.state.slot(number ?? 0);
    const wrong = (what: string) => this.violations.push(`${text} ${what}`);
    this.grants += 1;
    if (slot.holder !== "nobody") wrong(`It was held by ${slot.holder}.`);
    if (slot.settling || slot.quarantines > 0) wrong("It was not accounted for.");
    if (slot.life === "opening" || slot.life === "closing") wrong(`Its window was ${slot.life}.`);
    if (slot.target !== null && slot.target !== target) wrong(`It belongs to ${slot.target}.`);
    if (slot.offeredTo !== null && slot.offeredTo !== agent) wrong(`It was offered to ${slot.offeredTo}.`);
    if (this.state.paused) wrong("Leases were paused.");
    const takesNoPlace = slot.life === "empty" && slot.offeredTo === null;
    if (this.state.places + (takesNoPlace ? 1 : 0) > this.#known.cap) wrong("There was no place left.");
    this.#checkTurn(agent, target, wrong);
    this.#checkKeys(number ?? 0, target, wrong);
  }

  /** The oldest that waits for a login gets it, whoever else there is. */
  #checkTurn(agent: string, target: string, wrong: (what: string) => void): void {
    const { waiting } = this.state;
    const [oldest = agent] = [...waiting.keys()].filter((each) => this.#known.targetOf(each) === target);
    if (oldest !== agent) wrong(`${oldest} had waited longer.`);
    if (!waiting.has(agent)) return;
    this.grantsAfterWaiting.set(agent, (this.grantsAfterWaiting.get(agent) ?? 0) + 1);
  }

  #checkKeys(number: number, target: string, wrong: (what: string) => void): void {
    const keys = this.#known.keysOf(target);
    for (const [other, slot] of this.state.slots) {
      if (other === number || slot.target === null) continue;
      const isBusy = slot.holder !== "nobody" || slot.settling || slot.quarantines > 0;
      const shared = this.#known.keysOf(slot.target).filter((key) => keys.includes(key));
      if (isBusy && shared.length > 0) wrong(`Slot ${other} had ${shared.join(", ")}.`);
    }
  }

  #checkReason({ text }: EventView): void {
    const [, agent = "?", sentence = ""] = /^(.+?) waits: (.*)$/.exec(text) ?? [];
    const truth = isTrue(this.#known, agent, sentence);
    if (truth === null) this.violations.push(`Nobody knows this sentence: ${text}`);
    if (truth === false) this.violations.push(`Untrue: ${text}`);
    const kind = sentence.replaceAll(/“.+?”|\d+|agent\d+/g, "…").slice(0, 40);
    this.sentences.set(kind, (this.sentences.get(kind) ?? 0) + 1);
  }
}
