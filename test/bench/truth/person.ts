import { setTimeout as wait } from "node:timers/promises";
import type { QuarantineCode, ResolveWay } from "../../../src/core/slot/quarantine.ts";
import type { QuarantineView, SlotView } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import type { TrialPlan } from "./plan.ts";
import type { RoomKeeper } from "./room-keeper.ts";

/** How often the person looks at the slot, milliseconds. A call that is answered at once has nobody look. */
const looksEvery = 250;

/** After so many tries of the way that a reason asks for, the workplace is given up. */
const mostTries = 8;

const aboutActions: readonly QuarantineCode[] = ["outcome_unknown", "chrome_crashed"];

export interface PersonParts {
  readonly keeper: RoomKeeper;
  readonly target: string;
  readonly plan: TrialPlan;
  /** The ledger's word: the person looks at the site with eyes of their own. */
  isApplied(): boolean;
  /** The agent is back: it asks for its slot. Only called for a parked lease that shall be given back. */
  comeBack(): void;
  /** Every look at the slot, for what it claims. */
  onLook(slot: SlotView): void;
}

/** The person who sits at the control room during one trial. */
export interface Person {
  /** Sees to it that the agent can go on, until the promise settles. */
  attend<Value>(until: Promise<Value>): Promise<Value>;
  /** What was tried and refused, for whoever reads the record. */
  readonly refusals: readonly string[];
}

export function createPerson(parts: PersonParts): Person {
  const { keeper, target, onLook } = parts;
  const refusals: string[] = [];
  const person = { ...parts, refusals, inspected: false, tries: 0, cameBack: false };
  return {
    refusals,
    attend: async (until) => {
      let over = false;
      const settled = until.finally(() => {
        over = true;
      });
      settled.catch(() => {});
      for (;;) {
        await Promise.race([settled.catch(() => {}), wait(looksEvery)]);
        if (over) return settled;
        try {
          const slot = await keeper.slotOf(target);
          if (slot === null) continue;
          onLook(slot);
          await help(person, slot);
        } catch (error) {
          // The slot has moved on since it was looked at, or the control room was killed: it is looked at again.
          refusals.push(error instanceof Error ? error.message.slice(0, 200) : String(error));
        }
      }
    },
  };
}

type Helping = PersonParts & { refusals: string[]; inspected: boolean; tries: number; cameBack: boolean };

/** One step, for the most pressing thing. */
async function help(person: Helping, slot: SlotView): Promise<void> {
  const { keeper, plan, refusals } = person;
  const [reason] = slot.quarantine;
  if (reason) {
    person.tries += 1;
    const way = wayFor(person, reason);
    await keeper.ask(operatorCalls.resolve, { slot: slot.slot, way, why: `trial ${plan.number}` }).catch((error) => {
      refusals.push(`${way} of ${reason.code}: ${String(error).slice(0, 200)}`);
    });
    if (way === "inspect") person.inspected = true;
    return;
  }
  switch (slot.holder.kind) {
    case "human":
      await keeper.ask(operatorCalls.handBack, { slot: slot.slot, note: "go on" });
      return;
    case "parked":
      if (plan.parked === "release") await keeper.ask(operatorCalls.release, { slot: slot.slot });
      else if (slot.holder.isBack) await keeper.ask(operatorCalls.unpark, { slot: slot.slot });
      else if (!person.cameBack) {
        person.cameBack = true;
        person.comeBack();
      }
      return;
    case "agent":
    case "nobody":
      return;
    default:
      slot.holder satisfies never;
  }
}

function wayFor({ plan, inspected, tries, isApplied }: Helping, { code, ways }: QuarantineView): ResolveWay {
  const discards = tries > mostTries || plan.decides === "discard";
  if (!aboutActions.includes(code)) return tries > mostTries && ways.includes("discard") ? "discard" : "look_again";
  if (plan.decides === "inspect" && !inspected) return "inspect";
  if (discards && tries <= mostTries + 1) return "discard";
  return isApplied() ? "mark_applied" : "mark_not_applied";
}
