import { randomBytes } from "node:crypto";
import { existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { applyEdits, modify } from "jsonc-parser";
import { DockError } from "../../../shared/errors.ts";
import { parseConfig } from "./config.ts";
import { privateFile } from "./files.ts";

/**
 * Sets one field in the text of a configuration; comments and the form of the rest stay.
 * @param value undefined takes the field away, so that its default holds
 */
export function setField(text: string | null, path: readonly string[], value: unknown): string {
  const from = text === null || text.trim() === "" ? "{}\n" : text;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return applyEdits(from, modify(from, [...path], value, { formattingOptions }));
}

/** `targets["/repos/shop"].sites` as its parts. @throws DockError `ARGUMENTS_INVALID` */
export function fieldPath(field: string): string[] {
  const parts: string[] = [];
  let rest = field;
  while (rest !== "") {
    const match = /^(?:\["((?:[^"\\]|\\.)+)"\]|\.?([^.[\]"]+))/.exec(rest);
    const part = match?.[1]?.replaceAll(/\\(.)/g, "$1") ?? match?.[2];
    if (match === null || part === undefined) break;
    parts.push(part);
    rest = rest.slice(match[0].length);
  }
  if (rest === "" && parts.length > 0) return parts;
  throw new DockError("ARGUMENTS_INVALID", `“${field}” is no field; such are slots.live and targets["shop"].sites.`);
}

/**
 * Writes the file as a whole or not at all, and only what can be taken.
 * @throws DockError `CONFIG_INVALID` with the lines, `DISK_FULL` when it can't be written; nothing has changed then
 */
export function writeConfig(file: string, text: string): void {
  parseConfig(text, file);
  // A link stays one: what it leads to is replaced.
  const place = existsSync(file) ? realpathSync(file) : file;
  const beside = `${place}.${randomBytes(6).toString("hex")}.new`;
  try {
    privateFile(beside, text);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new DockError("DISK_FULL", `${file} can't be written: ${String(error)}`, { cause: error });
  }
}
