import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { openStore } from "../../../src/main/adapters/sqlite/store.ts";
import { oneOf, seeded } from "../../support/seeded.ts";
import type { Bench, BenchContext, Figure } from "../support/bench.ts";
import { milliseconds, round } from "../support/quantile.ts";
import { QueueRoom } from "./queue-room.ts";

const waiterCounts = [10, 100, 1_000];
/** R10: as many slots as are usual, and as many as there may be; the cap is the default and the largest. */
const sizes = [
  { slots: 25, cap: 10 },
  { slots: 100, cap: 25 },
];
const releases = 300;
/** What is measured first pays for the compiler. */
const warmUp = 50;

/**
 * How long it takes from an agent's release of its slot until the next one has it: the release and the grant on disk,
 * the reasons of all who now wait for something else written and told. One that waits is there for each that is served.
 */
export const queueBench: Bench = {
  name: "queue",
  about: "decisions of the queue with 10, 100 and 1,000 waiters and 25 and 100 slots (--trials: releases)",
  limitSeconds: 600,
  run: async (context) => {
    const combinations: Readonly<Record<string, Figure>>[] = [];
    for (const size of sizes) {
      for (const waiters of waiterCounts) {
        const figures = await measure(context, waiters, size);
        context.progress(JSON.stringify(figures));
        combinations.push(figures);
      }
    }
    return { combinations };
  },
};

async function measure(
  context: BenchContext,
  waiters: number,
  size: { readonly slots: number; readonly cap: number },
): Promise<Readonly<Record<string, Figure>>> {
  await using own = new AsyncDisposableStack();
  const directory = own.adopt(mkdtempSync(join(tmpdir(), "dock-queue-bench-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const store = own.adopt(openStore(join(directory, "db.sqlite")), (opened) => opened.close());
  const room = new QueueRoom(store, size);
  own.defer(() => {
    room.room.stopping = true;
  });
  const random = seeded(1);
  const target = () => `t${Math.floor(random() * size.slots)}`;
  const fill = async () => {
    while (room.queue.view().length < waiters) {
      room.ask(target());
      await turn();
    }
  };
  await fill();
  const times: number[] = [];
  let [granted, told] = [0, 0];
  for (let trial = -warmUp; trial < (context.trials ?? releases); trial += 1) {
    const slot = oneOf(random, room.held());
    if (!slot) throw new Error("no slot is held, so nothing can be released");
    const before = { granted: room.granted, told: room.told };
    const began = performance.now();
    room.release(slot);
    // All that follows is decided in this turn: a window that has to close first is gone in it, too.
    await turn();
    if (trial >= 0) {
      times.push(performance.now() - began);
      granted += room.granted - before.granted;
      told += room.told - before.told;
    }
    await fill();
  }
  const total = times.reduce((sum, time) => sum + time, 0);
  return {
    waiters,
    slots: size.slots,
    cap: size.cap,
    releases: times.length,
    grants: granted,
    reasons_told: told,
    decisions_per_s: round((granted + told) / (total / 1_000)),
    grants_per_s: round(granted / (total / 1_000)),
    p50_ms: milliseconds(times, 0.5),
    p99_ms: milliseconds(times, 0.99),
  };
}
