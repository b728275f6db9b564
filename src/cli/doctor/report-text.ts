import { type Output, plain, type Style } from "../output.ts";
import type { CheckResult } from "./check.ts";

const styles: Readonly<Record<CheckResult["state"], Style>> = { ok: "green", warn: "yellow", fail: "red" };

/** One numbered line for each check, and under it what to do about it. */
export function reportText(results: readonly CheckResult[], { paint }: Pick<Output, "paint">): string {
  const width = Math.max(...results.map((result) => result.name.length));
  const lines = results.map(({ number, name, state, found, what_to_do }) => {
    const line = `${String(number).padStart(2)}  ${paint(styles[state], state.padEnd(4))}  ${name.padEnd(width)}  ${plain(found)}\n`;
    return what_to_do === null ? line : `${line}${" ".repeat(width + 12)}→ ${plain(what_to_do)}\n`;
  });
  return `${lines.join("")}\n${summary(results)}\n`;
}

function summary(results: readonly CheckResult[]): string {
  const count = (state: CheckResult["state"]): number => results.filter((result) => result.state === state).length;
  if (count("fail") > 0) return `${count("fail")} of ${results.length} checks failed.`;
  return count("warn") > 0 ? `No check failed; ${count("warn")} gave a warning.` : "All is well.";
}
