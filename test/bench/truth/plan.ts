import type { FaultOrder } from "../../../demo/shop/faults.ts";
import { createRandom, type Random } from "./random.ts";

/** What ends or changes hands on this machine while the Save is under way. */
const localFaults = {
  none: 24,
  take_over: 16,
  take_over_hand_back: 14,
  kill_broker: 14,
  kill_chrome: 13,
  kill_wrapper: 13,
  // Costs every agent some seconds.
  kill_room: 4,
} as const;
export type LocalFault = keyof typeof localFaults;

/** What goes wrong in the shop with the same Save. */
const shopFaults = { none: 36, delay: 28, drop_before: 12, drop_after: 12, drop_during: 12 } as const;
export type ShopFault = keyof typeof shopFaults;

/** An action is given that long here, milliseconds: some of the shop's delays are longer. */
export const actionTimeoutMs = 6_000;

export interface TrialPlan {
  readonly number: number;
  /** `fetch`: the page's script posts the price. `form`: the browser posts the stock and goes to another page. */
  readonly form: "fetch" | "form";
  readonly local: LocalFault;
  readonly shop: ShopFault;
  readonly shopDelayMs: number;
  /**
   * What the moment counts from: the call of the click, which on a busy machine takes long to become a request; or the
   * request's arrival at the shop.
   */
  readonly from: "click" | "arrival";
  /** To the local fault, milliseconds; below 0 the fault comes before the click. */
  readonly momentMs: number;
  /** So long a person keeps a slot that they took, milliseconds. */
  readonly heldMs: number;
  /** What the person does with a slot whose agent vanished. */
  readonly parked: "release" | "unpark";
  /** How the person goes about a quarantine. */
  readonly decides: "mark" | "inspect" | "discard";
}

/** The same seed makes the same trials, whichever agent gets which. */
export function planTrial(seed: number, number: number): TrialPlan {
  // Neighbouring seeds give neighbouring first numbers: so far apart they have nothing to do with each other.
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b));
  const shop = random.pick(shopFaults);
  const from = random.chance(0.55) ? "click" : "arrival";
  return {
    number,
    form: random.chance(0.3) ? "form" : "fetch",
    local: random.pick(localFaults),
    shop,
    shopDelayMs: shop === "delay" ? delayOf(random) : random.chance(0.3) ? random.between(50, 400) : 0,
    from,
    momentMs: from === "click" ? random.between(-60, 600) : random.between(0, 400),
    heldMs: random.between(200, 900),
    parked: random.chance(0.5) ? "unpark" : "release",
    decides: random.pick({ mark: 70, inspect: 18, discard: 12 }),
  };
}

function delayOf(random: Random): number {
  // A few are longer than an action may take.
  return random.chance(0.12) ? random.between(actionTimeoutMs, actionTimeoutMs + 3_000) : random.between(100, 2_000);
}

/** The order for the shop, for the first Save of this change; null without a fault. */
export function faultOrderOf(plan: TrialPlan, change: string): FaultOrder | null {
  const delay = Math.round(plan.shopDelayMs);
  const drop = {
    none: null,
    delay: null,
    drop_before: "before" as const,
    drop_during: "during" as const,
    drop_after: "after" as const,
  }[plan.shop];
  if (drop === null && delay === 0) return null;
  return { change_id: change, next: 1, drop, delay_ms: delay };
}
