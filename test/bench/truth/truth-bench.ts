import { appendFileSync } from "node:fs";
import { type Shop, startShop } from "../../../demo/shop/start-shop.ts";
import { makeHome, removeHome } from "../../support/control-room.ts";
import { until } from "../../support/until.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import type { Bench, BenchContext } from "../support/bench.ts";
import { actionTimeoutMs, planTrial } from "./plan.ts";
import { keepRoom, type RoomKeeper } from "./room-keeper.ts";
import { createShopAgent, type ShopAgent } from "./shop-agent.ts";
import { readStoredClaims } from "./stored-claims.ts";
import { judgeAll, tally } from "./tally.ts";
import { runTrial, type TrialRecord } from "./trial.ts";

const trials = 60;
const agentsAtOnce = 4;

/** Trials that were not begun by then are left out, and `trials` says how many there were; milliseconds. */
const longestMs = 1_500_000;

/**
 * Random faults at random moments of a Save, and what SessionDock said of it beside what the shop knows.
 * `SESSIONDOCK_BENCH_SEED` repeats a run's plans, though not its timing; `SESSIONDOCK_BENCH_RECORDS` names a file that
 * every trial is written to, one JSON line each.
 */
export const truthBench: Bench = {
  name: "truth",
  about: "what was said of a Save beside what the shop knows, under random faults (--trials, --agents)",
  limitSeconds: 2_400,
  run: async (context) => {
    const { stack, progress } = context;
    const seed = seedOf(process.env["SESSIONDOCK_BENCH_SEED"]);
    progress(`seed ${seed}`);
    const { display } = stack.adopt(await startVirtualDisplay(), (opened) => opened.stop());
    const shop = stack.adopt(await startShop(), (opened) => opened.stop());
    const home = stack.adopt(makeHome(), removeHome);
    // A killed wrapper is to be seen parked: what the person does then is part of a trial.
    const config = { agents: { actionTimeoutMs, reconnectGraceMs: 0 } };
    const keeper = await keepRoom(stack, { home, display, config });
    const agents = Array.from({ length: context.agents ?? agentsAtOnce }, (_, index) =>
      stack.adopt(createShopAgent(index + 1, keeper.environment), (agent) => agent.close()),
    );
    const records = await runTrials({ context, seed, keeper, shop, agents });
    // What is still delayed is dealt with: a status that is yet to be sent would look like one that was made up.
    await until("the shop to be through", () => shop.deliveries().every(({ ended_at }) => ended_at !== null));
    const stored = readStoredClaims(home);
    const evidence = { records, stored, ledger: shop.ledger(), deliveries: shop.deliveries() };
    writeRecords(evidence);
    const { slots } = await keeper.snapshot();
    const quarantined = slots.filter(({ quarantine }) => quarantine.length > 0);
    return {
      trials: records.length,
      seed,
      agents: agents.length,
      room_kills: keeper.killedAt.length,
      ...tally(evidence),
      quarantined_unresolved: quarantined.length,
      quarantined_for: quarantined.flatMap(({ quarantine }) => quarantine.map(({ code }) => code)),
    };
  },
};

interface Run {
  readonly context: BenchContext;
  readonly seed: number;
  readonly keeper: RoomKeeper;
  readonly shop: Shop;
  readonly agents: readonly ShopAgent[];
}

/** Each agent takes the next trial when it is through with its own. */
async function runTrials({ context, seed, keeper, shop, agents }: Run): Promise<readonly TrialRecord[]> {
  const records: TrialRecord[] = [];
  const wanted = context.trials ?? trials;
  const deadline = performance.now() + longestMs;
  let begun = 0;
  await Promise.all(
    agents.map(async (agent) => {
      while (begun < wanted && performance.now() < deadline) {
        begun += 1;
        const record = await runTrial(planTrial(seed, begun), { keeper, shop, agent });
        records.push(record);
        const { plan, saves, gaveUp } = record;
        const told = saves.map((save) => save.told ?? "no answer").join(", ");
        const seconds = Math.round((record.endedAt - record.startedAt) / 100) / 10;
        const end = gaveUp === null ? "" : ` GIVEN UP: ${gaveUp}`;
        context.progress(
          `${records.length} of ${wanted}: trial ${plan.number} ${plan.form} ${plan.local}@${plan.from}+${Math.round(plan.momentMs)} ${plan.shop}: ${told} (${seconds} s)${end}`,
        );
      }
    }),
  );
  return records;
}

/** For whoever looks into a run: every trial with its claims, its requests by the shop's log, and its last record. */
function writeRecords(evidence: Parameters<typeof tally>[0]): void {
  const file = process.env["SESSIONDOCK_BENCH_RECORDS"];
  if (file === undefined || file === "") return;
  const { found } = judgeAll(evidence);
  for (const record of evidence.records) {
    const ids = record.saves.map(({ actionId }) => actionId);
    const line = {
      ...record,
      stored: evidence.stored.filter(({ actionId }) => ids.includes(actionId)),
      deliveries: evidence.deliveries.filter(({ change_id }) => change_id === record.change),
      found: found
        .filter(({ trial }) => trial === record.plan.number)
        .map(({ kind, claim }) => `${kind} in ${claim.source}`),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}

function seedOf(text: string | undefined): number {
  const given = Number(text);
  return text !== undefined && Number.isInteger(given) ? given : Math.floor(Math.random() * 1_000_000);
}
