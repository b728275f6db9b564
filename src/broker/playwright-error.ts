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
 * What an agent needs of a Playwright error: its first paragraph and the last reason from the call log. The call log
 * itself is left out: it is long, and it repeats the text that was to be typed (R31).
 */
export function explain(thrown: unknown): string {
  const text = stripVTControlCharacters(thrown instanceof Error ? thrown.message : String(thrown));
  const [head = "", ...rest] = text.split(/\n\s*Call log:/);
  const message = head
    .trim()
    .split("\n")
    .slice(0, 6)
    .join("\n")
    // "locator.click: …": the name of a call that the agent never made
    .replace(/^(locator|page|keyboard|dialog|fileChooser|elementHandle)\.\w+: /, "")
    .replace(/^Error: /, "")
    .replace(/^Timeout (\d+)ms exceeded\.$/, (_all, ms: string) => `not finished within ${duration(Number(ms))}`);
  const log = rest.join("\n").split("\n");
  const reason = log.findLast((line) => reasons.some((pattern) => pattern.test(line)));
  return reason === undefined ? message : `${message} (${shorten(reason)})`;
}

function shorten(line: string): string {
  const text = line.replace(/^[\s\-\d×x]+/, "").trim();
  return text.length > longestReason ? `${text.slice(0, longestReason - 1)}…` : text;
}
