import type { Bench, BenchContext, Figure } from "../support/bench.ts";
import { milliseconds } from "../support/quantile.ts";
import { type FocusRun, type FocusRunOptions, runFocus } from "./focus-run.ts";

const windowManagers = ["openbox", "xfwm4", "mutter"] as const;
/** Enough for each of the attacks several times over while ten agents share two cores. */
const keys = { guarded: 1_500, unguarded: 1_000 };
const agentsAtOnce = 10;

/** A person's keys beside ten agents that do whatever takes the keyboard, under each window manager. */
export const focusBench: Bench = {
  name: "focus",
  about: "a person's keys while agents do all that takes focus (--trials: keys, --agents, --managers openbox,…)",
  limitSeconds: 900,
  run: async (context) => {
    const chosen = choose(context.managers);
    const guarded = new Map<string, FocusRun>();
    for (const manager of chosen) guarded.set(manager, await run(context, manager, true));
    const [first] = chosen;
    const unguarded = first === undefined ? null : await run(context, first, false);
    const runs = [...guarded.values()];
    return {
      keys_sent: sum(runs, ({ sent }) => sent),
      keys_received: sum(runs, ({ received }) => received),
      focus_changes: sum(runs, ({ losses }) => losses.length),
      focus_reversed: sum(runs, reversedIn),
      managers: Object.fromEntries([...guarded].map(([name, each]) => [name, figuresOf(each)])),
      without_guard: first === undefined || unguarded === null ? {} : { [first]: figuresOf(unguarded) },
    };
  },
};

type Manager = FocusRunOptions["manager"];

/** @throws Error that names what there is */
function choose(names: readonly string[] | null): readonly Manager[] {
  const unknown = names?.find((name) => !windowManagers.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${windowManagers.join(", ")}`);
  return windowManagers.filter((known) => names?.includes(known) ?? true);
}

async function run(context: BenchContext, manager: Manager, guarded: boolean): Promise<FocusRun> {
  const own = context.stack.use(new AsyncDisposableStack());
  const wanted = context.trials ?? (guarded ? keys.guarded : keys.unguarded);
  context.progress(`${manager}${guarded ? "" : " without the guard"}: ${wanted} keys`);
  const seen = await runFocus(
    {
      manager,
      guarded,
      keys: wanted,
      mostKeys: context.trials ?? 2 * wanted,
      agents: context.agents ?? agentsAtOnce,
      progress: context.progress,
    },
    own,
  );
  await own.disposeAsync();
  return seen;
}

function figuresOf({ sent, received, losses, grabs, born, attacks, told }: FocusRun): Figure {
  const reversed = losses.flatMap(({ lasted, fetched }) => (lasted === null || fetched ? [] : [lasted]));
  const why = [...attacks].flatMap(([name, count]) => (count.why === null ? [] : [[name, count.why] as const]));
  return {
    keys_sent: sent,
    keys_received: received,
    focus_changes: losses.length,
    focus_reversed: reversed.length,
    reversed_ms_p50: milliseconds(reversed, 0.5),
    reversed_ms_max: milliseconds(reversed, 1),
    // A change of one need not be one of the other.
    keyboard_lost: losses.filter(({ keyboard }) => keyboard).length,
    active_lost: losses.filter(({ active }) => active).length,
    fetched_back_by_person: losses.filter(({ fetched }) => fetched).length,
    keyboard_grabs: grabs,
    windows_born: born.windows,
    menus_born: born.menus,
    attacks: Object.fromEntries([...attacks].map(([name, { done, failed }]) => [name, { done, failed }])),
    attacks_failed_because: Object.fromEntries(why),
    told: { taken: told.taken, reversed: told.reversed },
  };
}

function reversedIn({ losses }: FocusRun): number {
  return losses.filter(({ lasted, fetched }) => lasted !== null && !fetched).length;
}

function sum(runs: readonly FocusRun[], of: (run: FocusRun) => number): number {
  return runs.reduce((total, each) => total + of(each), 0);
}
