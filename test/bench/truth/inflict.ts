import { setTimeout as wait } from "node:timers/promises";
import type { SlotView } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import type { TrialPlan } from "./plan.ts";
import type { RoomKeeper } from "./room-keeper.ts";
import type { ShopAgent } from "./shop-agent.ts";

export interface Victim {
  readonly keeper: RoomKeeper;
  readonly agent: ShopAgent;
  /** As it was just before the click; null when the control room could not be asked. */
  readonly slot: SlotView | null;
}

/**
 * Lets the plan's local fault happen, and settles when it is over: for a take-over, when the slot was handed back.
 * @returns null, or why it could not happen
 */
export async function inflict(plan: TrialPlan, { keeper, agent, slot }: Victim): Promise<string | null> {
  try {
    switch (plan.local) {
      case "none":
        return null;
      case "take_over": {
        const number = slotNumber(slot);
        await keeper.ask(operatorCalls.takeOver, { slot: number });
        await wait(plan.heldMs);
        await keeper.ask(operatorCalls.handBack, { slot: number, note: "it is yours again" });
        return null;
      }
      case "take_over_hand_back": {
        const number = slotNumber(slot);
        // Both are on their way before anything is observed.
        const taken = keeper.ask(operatorCalls.takeOver, { slot: number });
        const back = keeper.ask(operatorCalls.handBack, { slot: number });
        await Promise.all([taken, back]);
        return null;
      }
      case "kill_broker":
        return kill(slot?.broker?.state === "running" ? slot.broker.pid : null);
      case "kill_chrome":
        return kill(slot?.life.kind === "live" ? slot.life.pid : null);
      case "kill_wrapper":
        return kill(agent.wrapperPid());
      case "kill_room":
        await keeper.killAndRestart();
        return null;
      default:
        return plan.local satisfies never;
    }
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error);
  }
}

function slotNumber(slot: SlotView | null): number {
  if (slot === null) throw new Error("the agent had no slot");
  return slot.slot;
}

/** Only ever a process that this bench has started. */
function kill(pid: number | null): string | null {
  if (pid === null) return "there was no such process";
  process.kill(pid, "SIGKILL");
  return null;
}
