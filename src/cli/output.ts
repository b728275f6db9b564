import { stripVTControlCharacters, styleText } from "node:util";
import type { ErrorBody } from "../shared/errors.ts";

/** Where a command writes. Injected so that what is printed can be told from how. */
export interface Output {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  /** Columns of the terminal; null where nothing limits the width, such as in a pipe. */
  readonly columns: number | null;
}

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Colours only on a terminal, and not where NO_COLOR is set: `styleText` looks at both. */
export const standardOutput: Output = {
  write: (text) => {
    process.stdout.write(text);
  },
  paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  columns: process.stdout.isTTY ? process.stdout.columns : null,
};

/** An error as a person or a model reads it. */
export function describeError(error: Pick<ErrorBody, "message" | "hint"> & { readonly code: string }): string {
  return `${error.code}: ${error.message}\nWhat to do: ${error.hint}`;
}

/**
 * Text from an agent or a page on one line, without anything that a terminal would obey: such text could
 * otherwise move the cursor and draw a status that isn't true.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
