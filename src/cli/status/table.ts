import type { Paint, Style } from "../output.ts";

export interface Cell {
  readonly text: string;
  readonly style?: Style | null;
}

export interface Column {
  readonly header: string;
  readonly align?: "right";
  /** Which end of a text is cut when the terminal is too narrow; without it the column keeps its width. */
  readonly cut?: "start" | "end";
}

const gap = "  ";
/** Below this a cut text says nothing any more; a narrower terminal wraps its lines. */
const narrowest = 12;

/** @param columns width of the terminal in characters; null for no limit */
export function table(
  heads: readonly Column[],
  rows: readonly (readonly Cell[])[],
  columns: number | null,
  paint: Paint,
): string {
  const widths = fittingWidths(heads, rows, columns);
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, index) => {
        const head = heads[index];
        const width = widths[index] ?? 0;
        const text = pad(shorten(cell.text, width, head?.cut ?? "end"), width, head?.align);
        return cell.style ? paint(cell.style, text) : text;
      })
      .join(gap)
      .trimEnd();
  const header = line(heads.map((head) => ({ text: head.header, style: "dim" })));
  return [header, ...rows.map(line)].map((text) => `${text}\n`).join("");
}

function fittingWidths(heads: readonly Column[], rows: readonly (readonly Cell[])[], columns: number | null): number[] {
  const widths = heads.map((head, index) =>
    Math.max(head.header.length, ...rows.map((row) => row[index]?.text.length ?? 0)),
  );
  if (columns === null) return widths;
  let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - columns;
  while (excess > 0) {
    const widest = widestThatMayShrink(heads, widths);
    if (widest === null) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function widestThatMayShrink(heads: readonly Column[], widths: readonly number[]): number | null {
  let widest: number | null = null;
  for (const [index, width] of widths.entries()) {
    if (heads[index]?.cut === undefined || width <= narrowest) continue;
    if (widest === null || width > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}

function shorten(text: string, width: number, cut: "start" | "end"): string {
  if (text.length <= width) return text;
  return cut === "end" ? `${text.slice(0, width - 1)}…` : `…${text.slice(text.length - width + 1)}`;
}

function pad(text: string, width: number, align: Column["align"]): string {
  return align === "right" ? text.padStart(width) : text.padEnd(width);
}
