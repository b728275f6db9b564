import { stripVTControlCharacters } from "node:util";
import { duration } from "./deadline.ts";

/** Lines of Playwright's call log that say why an element could not be used. None of them holds what was typed. */
const reasons = [
  /intercepts pointer events/,
  /element is (not|outside|inert|disabled)/,
  /did not find some options/,
  /option being selected is not enabled/,
  /waiting for (locator|getBy)/,
];
const longestReason = 200;

/**
 * What an agent needs of a Playwright error: its first paragraph. The call log is left out: it is long, and it repeats
 * the text that was to be typed (R31).
 */
export function explain(thrown: unknown): string {
  const [head = ""] = split(thrown);
  return (
    head
      .trim()
      .split("\n")
      .slice(0, 6)
      .join("\n")
      // "locator.click: …": the name of a call that the agent never made
      .replace(/^(locator|page|keyboard|dialog|fileChooser|elementHandle)\.\w+: /, "")
      .replace(/^Error: /, "")
      .replace(/^Timeout (\d+)ms exceeded\.$/, (_all, ms: string) => `not finished within ${duration(Number(ms))}`)
  );
}

/** The same, with the last reason from the call log why the element could not be used. */
export function explainUnready(thrown: unknown): string {
  const [, ...log] = split(thrown);
  const reason = log
    .join("\n")
    .split("\n")
    .findLast((line) => reasons.some((pattern) => pattern.test(line)));
  return reason === undefined ? explain(thrown) : `${explain(thrown)} (${shorten(reason)})`;
}

function split(thrown: unknown): string[] {
  return stripVTControlCharacters(thrown instanceof Error ? thrown.message : String(thrown)).split(/\n\s*Call log:/);
}

function shorten(line: string): string {
  const text = line.replace(/^[\s\-\d×x]+/, "").trim();
  return text.length > longestReason ? `${text.slice(0, longestReason - 1)}…` : text;
}
