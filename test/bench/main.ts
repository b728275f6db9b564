import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { agentsBench } from "./agents/agents-bench.ts";
import { focusBench } from "./focus/focus-bench.ts";
import { gateBench } from "./gate/gate-bench.ts";
import { loginBench } from "./login/login-bench.ts";
import { queueBench } from "./queue/queue-bench.ts";
import type { Bench, BenchContext, Figure } from "./support/bench.ts";
import { takeoverBench } from "./takeover/takeover-bench.ts";
import { truthBench } from "./truth/truth-bench.ts";
import { wallBench } from "./wall/wall-bench.ts";

/**
 * `npm run bench -- NAME [--json] [--trials N] [--agents N] [--pause MS] [--peer "COMMAND ARGS"]
 * [--managers NAMES]`: progress on standard error, the figures as the last line of standard output. Compare figures
 * within one run only: machines are shared, so a run also says how loaded this one was.
 */
const benches: readonly Bench[] = [
  agentsBench,
  focusBench,
  gateBench,
  queueBench,
  loginBench,
  takeoverBench,
  truthBench,
  wallBench,
];

/** Closing ten Chromes takes some seconds; after this the processes that are left end with this one. */
const closeLimitMs = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    trials: { type: "string" },
    agents: { type: "string" },
    pause: { type: "string" },
    peer: { type: "string" },
    managers: { type: "string" },
  },
});

const [name] = positionals;
const bench = benches.find((each) => each.name === name);
if (!bench) {
  const list = benches.map((each) => `  ${each.name.padEnd(10)} ${each.about}`).join("\n");
  process.stderr.write(`${name === undefined ? "Which bench?" : `There is no bench "${name}".`} There are:\n${list}\n`);
  process.exit(2);
}
process.exit(await measure(bench));

async function measure(chosen: Bench): Promise<number> {
  const loadBefore = loadavg().map((each) => Math.round(each * 100) / 100);
  const started = performance.now();
  const stack = new AsyncDisposableStack();
  const context: BenchContext = {
    trials: count(values.trials, 1),
    agents: count(values.agents, 1),
    pauseMs: count(values.pause, 0),
    peer: values.peer ?? null,
    managers: values.managers?.split(",") ?? null,
    stack,
    progress: (line) => process.stderr.write(`${seconds(started)} s  ${line}\n`),
  };
  try {
    const figures = await Promise.race([chosen.run(context), givenUp(chosen.limitSeconds)]);
    const tookSeconds = seconds(started);
    print({
      bench: chosen.name,
      load_before: loadBefore,
      cores: availableParallelism(),
      took_s: tookSeconds,
      ...figures,
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  } finally {
    await Promise.race([stack.disposeAsync(), after(closeLimitMs)]).catch((error: unknown) => {
      process.stderr.write(`not everything could be closed: ${String(error)}\n`);
    });
  }
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}

function print(figures: Readonly<Record<string, Figure>>): void {
  process.stdout.write(`${values.json ? JSON.stringify(figures) : JSON.stringify(figures, null, 2)}\n`);
}

function count(text: string | undefined, least: number): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  process.stderr.write(`${text} is not a number that a bench can use\n`);
  process.exit(2);
}

/** Rejects when the time is up, or when someone ends this process. */
function givenUp(seconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`given up after ${seconds} s`)), seconds * 1000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    }
  });
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
