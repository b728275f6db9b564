import { setTimeout as wait } from "node:timers/promises";
import type { ToolAnswer } from "../../../demo/agents/tool-answer.ts";
import type { Shop } from "../../../demo/shop/start-shop.ts";
import type { ActionView, SlotView } from "../../../src/core/view/snapshot.ts";
import type { Claim } from "./claims.ts";
import { inflict } from "./inflict.ts";
import { createPerson } from "./person.ts";
import { faultOrderOf, type TrialPlan } from "./plan.ts";
import type { RoomKeeper } from "./room-keeper.ts";
import type { ShopAgent } from "./shop-agent.ts";
import { type OpenedProduct, ShopTask } from "./shop-task.ts";

/** Each attempt but the first meets no fault of its own. */
const mostAttempts = 6;

/** One click on Save. */
export interface SaveRecord {
  readonly actionId: string;
  readonly attempt: number;
  /** What the agent was told; null when it got no answer. */
  readonly told: Claim["outcome"] | null;
  readonly error: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface TrialRecord {
  readonly plan: TrialPlan;
  readonly change: string;
  readonly path: string;
  readonly saves: readonly SaveRecord[];
  readonly claims: readonly Claim[];
  /** Why the fault could not happen; null when it did. */
  readonly notInflicted: string | null;
  /** Why the trial did not come to its end; null when it did. */
  readonly gaveUp: string | null;
  readonly trouble: readonly string[];
  readonly refusals: readonly string[];
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface TrialParts {
  readonly keeper: RoomKeeper;
  readonly shop: Shop;
  readonly agent: ShopAgent;
}

/** One change from the opened page until the agent believes that it is there, with one fault at its first Save. */
export async function runTrial(plan: TrialPlan, { keeper, shop, agent }: TrialParts): Promise<TrialRecord> {
  const startedAt = Date.now();
  const claims: Claim[] = [];
  const saves: SaveRecord[] = [];
  const collect = (slot: SlotView) => claims.push(...claimsOf(slot, task.savePrefix));
  const person = createPerson({
    keeper,
    target: agent.target,
    plan,
    isApplied: () => shop.ledger().some((entry) => entry.change_id === task.change),
    comeBack: () => void agent.call("browser_snapshot"),
    onLook: collect,
  });
  const task: ShopTask = new ShopTask({
    agent,
    person,
    plan,
    shop: shop.url,
    roomRuns: async () => {
      await keeper.snapshot().catch(() => null);
    },
  });
  const look = async (): Promise<SlotView | null> => {
    const slot = await keeper.slotOf(agent.target).catch(() => null);
    if (slot) collect(slot);
    return slot;
  };
  const order = faultOrderOf(plan, task.change);
  if (order) shop.faults.set(order);

  let notInflicted: string | null = "the Save was never clicked";
  const save = async (attempt: number, opened: OpenedProduct): Promise<ToolAnswer> => {
    const slot = await look();
    const actionId = task.saveId(attempt);
    const began = Date.now();
    const isFirst = attempt === 1;
    const fault = isFirst
      ? moment(plan, shop, task.change).then(() => inflict(plan, { keeper, agent, slot }))
      : Promise.resolve(notInflicted);
    if (isFirst) await wait(Math.max(0, -plan.momentMs));
    const answer = await agent.call("browser_click", { element: "Save", target: opened.button }, actionId);
    const endedAt = Date.now();
    const claim = claimOf(actionId, answer, endedAt);
    if (claim) claims.push(claim);
    const error = answer.facts?.error?.code ?? null;
    saves.push({ actionId, attempt, told: claim?.outcome ?? null, error, startedAt: began, endedAt });
    await look();
    notInflicted = await fault;
    return answer;
  };

  let gaveUp: string | null = "it was not done within all its attempts";
  try {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const opened = await task.open(attempt);
      if (!(await task.fill(opened))) continue;
      const { outcome, facts } = await save(attempt, opened);
      // Told to repeat it safely, an agent does, and does not look before.
      if (outcome === "not_sent" && facts?.error?.code !== "LOOK_FIRST") continue;
      if (outcome === "done" || (await task.lookAndState(attempt))) {
        gaveUp = null;
        break;
      }
    }
    // Whatever still waits for the person is seen to before the next trial.
    await task.call("browser_snapshot");
  } catch (error) {
    gaveUp = error instanceof Error ? error.message : String(error);
  }
  await look();
  return {
    plan,
    change: task.change,
    path: task.path,
    saves,
    claims: distinct(claims),
    notInflicted,
    gaveUp,
    trouble: task.trouble,
    refusals: person.refusals,
    startedAt,
    endedAt: Date.now(),
  };
}

/** A request that does not arrive by then will not, milliseconds. */
const longestArrival = 4_000;

/** Settles when the local fault is due. */
async function moment({ from, momentMs }: TrialPlan, shop: Shop, change: string): Promise<void> {
  const deadline = performance.now() + longestArrival;
  const arrived = () => shop.deliveries().some(({ change_id }) => change_id === change);
  while (from === "arrival" && !arrived() && performance.now() < deadline) await wait(1);
  await wait(Math.max(0, momentMs));
}

function claimOf(actionId: string, { facts }: ToolAnswer, at: number): Claim | null {
  if (facts === null) return null;
  const { outcome, evidence = "", requests = [] } = facts;
  return { actionId, source: "result", outcome, evidence, requests, resolution: null, at };
}

/** All that a slot's view says of this trial's Saves. */
function claimsOf(slot: SlotView, idPrefix: string): Claim[] {
  const views: (readonly [string, ActionView | null])[] = [
    ["lastMutation", slot.lastMutation],
    ["receipt", slot.receipt?.lastAction ?? null],
    ...slot.unresolved.map((view) => ["unresolved", view] as const),
  ];
  return views.flatMap(([source, view]) => {
    if (view === null || view.outcome === "running" || !view.id.startsWith(idPrefix)) return [];
    const { id: actionId, outcome, requests, resolution } = view;
    return [{ actionId, source, outcome, evidence: view.evidence ?? "", requests, resolution, at: Date.now() }];
  });
}

/** The same words from the same place are one claim, made when they were first read. */
function distinct(claims: readonly Claim[]): readonly Claim[] {
  const known = new Map<string, Claim>();
  for (const claim of claims) {
    const key = JSON.stringify({ ...claim, at: 0 });
    if (!known.has(key)) known.set(key, claim);
  }
  return [...known.values()];
}
