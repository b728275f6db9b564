import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { DockError, errorRules } from "../../../shared/errors.ts";
import type { BrowserChoice, Browsers } from "../../engine/ports.ts";
import { launchChrome, openForPerson } from "./launch-chrome.ts";
import { profileHolder } from "./profile-lock.ts";

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/lib/chromium/chromium",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** A version answer takes under a second; a wrong program may never give one. */
const versionTimeoutMs = 10_000;

export interface BrowserSettings {
  readonly path: string | undefined;
  readonly allowSystem: boolean;
  readonly sandboxOff: boolean;
  /** Keeps the person's choice for the next start. */
  readonly remember: (path: string) => void;
}

/**
 * The one browser that is launched (R22): the configured path, else the system's Chromium once the person has
 * allowed it. Never another profile than a slot's.
 */
export async function openBrowsers(settings: BrowserSettings): Promise<Browsers> {
  let choice = await choose(settings.path, settings.allowSystem);
  const pinned = (): string => {
    if ("code" in choice) throw new DockError(choice.code, choice.message, { hint: choice.hint });
    return choice.path;
  };
  return {
    sandboxOff: settings.sandboxOff,
    choice: () => choice,
    launch: async (request) => launchChrome(pinned(), settings.sandboxOff, request),
    openForPerson: async (request) => openForPerson(pinned(), settings.sandboxOff, request),
    profileHolder,
    choose: async (path) => {
      const chosen = await inspect(path, "the person");
      choice = chosen;
      settings.remember(chosen.path);
    },
  };
}

async function choose(path: string | undefined, allowSystem: boolean): Promise<ReturnType<Browsers["choice"]>> {
  try {
    if (path !== undefined) return await inspect(path, "configuration");
    const found = systemBrowsers.find((candidate) => existsSync(candidate));
    if (found !== undefined && allowSystem) return await inspect(found, "configuration (allowSystem)");
    if (found !== undefined) {
      throw new DockError("BROWSER_NOT_CHOSEN", `No browser is pinned. The system's Chromium is at ${found}.`);
    }
    throw new DockError("BROWSER_MISSING", "No Chrome for Testing is configured and the system has no Chromium.");
  } catch (error) {
    if (error instanceof DockError) return error.body();
    throw error;
  }
}

/** @throws DockError `BROWSER_MISSING` */
async function inspect(path: string, chosenBy: string): Promise<BrowserChoice> {
  if (!existsSync(path)) throw new DockError("BROWSER_MISSING", `There is no browser at ${path}.`);
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: versionTimeoutMs });
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
    if (version === undefined) throw new Error(`it answered ${JSON.stringify(stdout.slice(0, 80))}`);
    return { path, version, chosenBy };
  } catch (cause) {
    throw new DockError("BROWSER_MISSING", `${path} does not tell a Chrome version: ${String(cause)}`, {
      cause,
      hint: errorRules.BROWSER_MISSING.hint,
    });
  }
}
