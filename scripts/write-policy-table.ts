import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { policyRows } from "../src/core/policy/method-policy.ts";

/**
 * `node scripts/write-policy-table.ts` prints the table of docs/devtools-policy.md; with `--write` it puts the table
 * into the document, between the two marks.
 */
export const policyDocument = fileURLToPath(new URL("../docs/devtools-policy.md", import.meta.url));

const begin = "<!-- The table is made by scripts/write-policy-table.ts -->\n";
const end = "<!-- End of the table -->\n";

/** Columns are padded as the formatter pads them. */
export function policyTable(): string {
  const lines = [
    ["method", "rule", "reason"],
    ...policyRows().map(({ method, rule, reason }) => [`\`${method}\``, rule, reason]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const draw = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...rows] = lines;
  return [draw(head), draw(widths.map((width) => "-".repeat(width))), ...rows.map(draw)].join("");
}

/** @throws Error when a mark is missing */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${policyDocument} lacks the marks of the table`);
  return `${document.slice(0, from)}${begin}\n${table}\n${document.slice(to)}`;
}

if (import.meta.main) {
  if (process.argv[2] === "--write") {
    writeFileSync(policyDocument, withTable(readFileSync(policyDocument, "utf8"), policyTable()));
  } else {
    process.stdout.write(policyTable());
  }
}
