import { readFileSync } from "node:fs";
import { DockError } from "../../../shared/errors.ts";
import { checkConfig, faultSentence } from "./config-faults.ts";
import { type Config, configSchema } from "./config-schema.ts";

/** @throws DockError `CONFIG_INVALID` that names file and line */
export function readConfig(file: string): Config {
  const text = readConfigText(file);
  return text === null ? configSchema.parse({}) : parseConfig(text, file);
}

/** @returns null where there is no file @throws DockError `CONFIG_INVALID` when it can't be read */
export function readConfigText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new DockError("CONFIG_INVALID", `${file} can't be read: ${String(error)}`, { cause: error });
  }
}

/** @throws DockError `CONFIG_INVALID` that names file and line of everything that can't be taken */
export function parseConfig(text: string, file: string): Config {
  const checked = checkConfig(text);
  if (checked.ok) return checked.config;
  throw new DockError("CONFIG_INVALID", checked.faults.map((fault) => faultSentence(file, fault)).join("; "));
}
