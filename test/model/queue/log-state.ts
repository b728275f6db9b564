import type { EventView } from "../../../src/core/view/snapshot.ts";

export interface LogSlot {
  target: string | null;
  /** `agent ada`, `parked ada`, `a person` or `nobody`. */
  holder: string;
  life: "empty" | "opening" | "live" | "closing";
  settling: boolean;
  quarantines: number;
  offeredTo: string | null;
}

/** What the event log says of the room: read from its rows alone, with nothing of the program that wrote them. */
export class LogState {
  readonly slots = new Map<number, LogSlot>();
  /** By agent, in the order in which each was first told that it waits. */
  readonly waiting = new Map<string, string>();
  paused = false;

  slot(number: number): LogSlot {
    const known = this.slots.get(number);
    if (known) return known;
    const fresh: LogSlot = {
      target: null,
      holder: "nobody",
      life: "empty",
      settling: false,
      quarantines: 0,
      offeredTo: null,
    };
    this.slots.set(number, fresh);
    return fresh;
  }

  /** Places under the cap (R10): a window, a lease, or a slot that is kept for the one it is offered to. */
  get places(): number {
    return [...this.slots.values()].filter(
      ({ life, holder, offeredTo }) => life !== "empty" || holder.startsWith("agent ") || offeredTo !== null,
    ).length;
  }

  /** Slots whose holder is an agent. */
  held(): { readonly slot: number; readonly agent: string }[] {
    return [...this.slots].flatMap(([slot, { holder }]) =>
      holder.startsWith("agent ") ? [{ slot, agent: holder.slice("agent ".length) }] : [],
    );
  }

  numbersOf(holder: RegExp): number[] {
    return [...this.slots].filter(([, slot]) => holder.test(slot.holder)).map(([number]) => number);
  }

  apply({ kind, slot: number, text }: EventView): void {
    if (number === null) this.#applyToRoom(kind, text);
    else this.#applyToSlot(this.slot(number), kind, text);
  }

  #applyToRoom(kind: string, text: string): void {
    if (kind === "paused") this.paused = text === "You paused new leases.";
    const [, agent = "", rest = ""] = /^(.+?) waits(?: no more)?: (.*)$/.exec(text) ?? [];
    if (kind === "waiting" && !this.waiting.has(agent)) this.waiting.set(agent, rest);
    if (kind === "waits_no_more") this.#leaves(agent);
  }

  #leaves(agent: string): void {
    this.waiting.delete(agent);
    for (const slot of this.slots.values()) if (slot.offeredTo === agent) slot.offeredTo = null;
  }

  #applyToSlot(slot: LogSlot, kind: string, text: string): void {
    switch (kind) {
      case "offered":
        slot.offeredTo = /^Offered to (.+) for /.exec(text)?.[1] ?? "?";
        return;
      case "granted": {
        const [, agent = "?", target = "?"] = /^Lent to (.+) for (.+) \(epoch/.exec(text) ?? [];
        this.#leaves(agent);
        Object.assign(slot, { holder: `agent ${agent}`, target });
        return;
      }
      case "lease_over":
        slot.settling = true;
        if (slot.holder !== "a person") slot.holder = "nobody";
        return;
      case "accounted_for":
        slot.settling = false;
        return;
      case "taken_over":
        Object.assign(slot, { holder: "a person", offeredTo: null });
        return;
      case "handed_back": {
        const to = /^You handed the slot back to (.+) \(epoch/.exec(text)?.[1] ?? "?";
        slot.holder = to === "nobody" ? "nobody" : `agent ${to}`;
        return;
      }
      case "parked":
        slot.holder = slot.holder.replace("agent", "parked");
        return;
      case "quarantined":
        slot.quarantines += 1;
        return;
      case "quarantine_ended":
        slot.quarantines -= 1;
        return;
      case "chrome_opening":
        slot.life = "opening";
        return;
      case "chrome_live":
        slot.life = "live";
        return;
      case "chrome_closing":
        slot.life = "closing";
        return;
      case "chrome_exited":
      case "launch_failed":
        slot.life = "empty";
        return;
      default:
    }
  }
}
