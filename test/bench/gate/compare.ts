import type { Figure } from "../support/bench.ts";
import { milliseconds, quantile, ratio } from "../support/quantile.ts";
import { type DriverSays, operations, type Times } from "./messages.ts";

/**
 * The figures at the top are of whole rounds: each operation once. `ratio_p50` there is what an agent that does a bit
 * of everything notices; `ratio_p50_mean_of_operations` is the geometric mean, in which the fast operations count as
 * much as the slow ones.
 */
export function compare(measured: Extract<DriverSays, { kind: "measured" }>): Readonly<Record<string, Figure>> {
  const { direct, gated, same } = measured;
  const byOperation = Object.fromEntries(
    operations.map((operation) => [
      operation,
      pair(
        direct.map((each) => each[operation]),
        gated.map((each) => each[operation]),
      ),
    ]),
  );
  const ratios = Object.values(byOperation).flatMap((each) => each.ratio_p50 ?? []);
  const logarithms = ratios.reduce((sum, each) => sum + Math.log(each), 0) / ratios.length;
  return {
    rounds: direct.length,
    ...pair(direct.map(total), gated.map(total)),
    ratio_p50_mean_of_operations: Math.round(Math.exp(logarithms) * 1000) / 1000,
    by_operation: byOperation,
    direct_page: same.direct,
    gated_page: same.gated,
  };
}

function pair(direct: readonly number[], gated: readonly number[]) {
  return {
    direct_p50_ms: milliseconds(direct, 0.5),
    gated_p50_ms: milliseconds(gated, 0.5),
    direct_p95_ms: milliseconds(direct, 0.95),
    gated_p95_ms: milliseconds(gated, 0.95),
    ratio_p50: ratio(quantile(gated, 0.5), quantile(direct, 0.5)),
    ratio_p95: ratio(quantile(gated, 0.95), quantile(direct, 0.95)),
  };
}

function total(times: Times): number {
  return operations.reduce((sum, operation) => sum + times[operation], 0);
}
