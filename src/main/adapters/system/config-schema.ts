import { z } from "zod";
import { wallModes } from "../../../core/view/snapshot.ts";
import { targetConfig } from "./config-targets.ts";

/** The fields of the configuration. Every one has a default, so an absent file is a valid one. */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe("Address of the schema, for editors; it has no other meaning."),
  slots: z
    .strictObject({
      count: z.int().min(1).max(100).default(25).describe("How many slots there are (R10)."),
      live: z.int().min(1).max(25).default(10).describe("How many Chromes may live at once (R10)."),
    })
    .prefault({}),
  browser: z
    .strictObject({
      path: z.string().min(1).optional().describe("The only browser that is launched (R22)."),
      allowSystem: z.boolean().default(false).describe("Allows the system's Chromium where no path is set."),
      sandboxOff: z
        .boolean()
        .default(false)
        .describe("Runs pages without Chrome's sandbox; needed as root only, and shown on screen."),
    })
    .prefault({}),
  wall: z
    .strictObject({
      monitor: z
        .string()
        .optional()
        .describe("The monitor that the windows are tiled on; by default the last one that is not the primary."),
      mode: z.enum(wallModes).default("grid").describe("How the windows are laid out, until the person chooses."),
      scale: z
        .number()
        .min(0.5)
        .max(4)
        .optional()
        .describe("The monitor's scale factor, where the system does not tell it, as X11 does not."),
      focusGuard: z.boolean().default(true).describe("Keeps agents' windows from taking the keyboard (R21)."),
    })
    .prefault({}),
  agents: z
    .strictObject({
      actionTimeoutMs: z
        .int()
        .min(1000)
        .max(300_000)
        .default(30_000)
        .describe("Longest time of an action before its outcome is stated as it stands, in milliseconds."),
      reconnectGraceMs: z
        .int()
        .min(0)
        .max(600_000)
        .default(10_000)
        .describe("How long a lease waits for an agent whose connection was lost, in milliseconds (R16)."),
      defaultTarget: z
        .string()
        .min(1)
        .default("default")
        .describe("Login target of an agent that is in no repository and names none (R14)."),
    })
    .prefault({}),
  limits: z
    .strictObject({
      memoryMb: z
        .int()
        .min(512)
        .optional()
        .describe("How much memory (PSS) the Chromes may use before no further one is launched, in MiB (R11)."),
    })
    .prefault({}),
  targets: z.record(z.string().min(1), targetConfig).default({}).describe("By login target, as `status` lists it."),
});
export type Config = z.output<typeof configSchema>;
