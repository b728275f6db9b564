import { readFileSync } from "node:fs";
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { z } from "zod";
import { wallModes } from "../../../core/view/snapshot.ts";
import { DockError } from "../../../shared/errors.ts";
import { targetConfig } from "./config-targets.ts";

/** The configuration file: JSON with comments. Every field has a default, so an absent file is a valid one. */
export const configSchema = z.strictObject({
  slots: z
    .strictObject({
      /** R10 */
      count: z.int().min(1).max(100).default(25),
      /** R10: Chromes that may live at once. */
      live: z.int().min(1).max(25).default(10),
    })
    .prefault({}),
  browser: z
    .strictObject({
      /** The only browser that is launched (R22). */
      path: z.string().min(1).optional(),
      /** Allows the system's Chromium where no path is set. */
      allowSystem: z.boolean().default(false),
      /** Runs pages without Chrome's sandbox; needed as root on test machines only, and shown on screen. */
      sandboxOff: z.boolean().default(false),
    })
    .prefault({}),
  wall: z
    .strictObject({
      /** Name of the monitor that the windows are tiled on; by default the last one that is not the primary. */
      monitor: z.string().optional(),
      /** How the windows are laid out until the person chooses in the window. */
      mode: z.enum(wallModes).default("grid"),
      /** The monitor's scale factor, where the system does not tell it, as X11 does not. */
      scale: z.number().min(0.5).max(4).optional(),
      /** R21: keeps agents' windows from taking the keyboard; to be switched off only where it gets in the way. */
      focusGuard: z.boolean().default(true),
    })
    .prefault({}),
  agents: z
    .strictObject({
      /** Longest time that an action may take before its outcome is stated as it stands, in milliseconds. */
      actionTimeoutMs: z.int().min(1000).max(300_000).default(30_000),
      /** R16: how long a lease waits for an agent whose connection was lost, before it is parked, in milliseconds. */
      reconnectGraceMs: z.int().min(0).max(600_000).default(10_000),
      /** Login target of an agent that is in no repository and names none (R14). */
      defaultTarget: z.string().min(1).default("default"),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** R11: how much memory (PSS) everything together may use before no further Chrome is launched, in MiB. */
      memoryMb: z.int().min(512).optional(),
    })
    .prefault({}),
  /** By login target. */
  targets: z.record(z.string().min(1), targetConfig).default({}),
});
export type Config = z.output<typeof configSchema>;

/** @throws DockError `CONFIG_INVALID` that names file and line */
export function readConfig(file: string): Config {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return configSchema.parse({});
    throw new DockError("CONFIG_INVALID", `${file} can't be read: ${String(error)}`, { cause: error });
  }
  return parseConfig(text, file);
}

/** @throws DockError `CONFIG_INVALID` that names file and line */
export function parseConfig(text: string, file: string): Config {
  const faults: ParseError[] = [];
  const value: unknown = parse(text, faults, { allowTrailingComma: true });
  const fault = faults[0];
  if (fault) {
    throw new DockError("CONFIG_INVALID", `${file}:${lineAt(text, fault.offset)}: ${printParseErrorCode(fault.error)}`);
  }
  const parsed = configSchema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  // An unknown key is named in the message, not in the path.
  const place = issue?.code === "unrecognized_keys" ? [...path, ...issue.keys.slice(0, 1)] : path;
  const line = lineAt(text, offsetOf(text, place));
  throw new DockError("CONFIG_INVALID", `${file}:${line}: ${path.join(".") || "the file"}: ${issue?.message}`);
}

/** Where the value stands, by the structure of the text: a comment may hold the same words. */
function offsetOf(text: string, path: readonly string[]): number {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return (root && findNodeAtLocation(root, [...path])?.offset) ?? 0;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
