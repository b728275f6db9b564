import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { errorRules } from "../../shared/errors.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";

/** The browser that would be launched (R22): the configured or chosen one, else the system's where that is allowed. */
export const browserCheck: Check = {
  name: "Browser",
  run: async ({ config, room, environment }) => {
    const chosen = "snapshot" in room ? room.snapshot.room.browser : null;
    const path = config.browser.path ?? chosen?.path;
    const finding =
      path === undefined ? await systemBrowser(config.browser.allowSystem, environment) : await pinnedBrowser(path);
    if (finding.state !== "ok" || !config.browser.sandboxOff) return finding;
    return warn(
      `${finding.found}; its sandbox is off`,
      'Pages are less contained. Remove "browser.sandboxOff" unless this is a test machine that runs as root.',
    );
  },
};

async function pinnedBrowser(path: string): Promise<Finding> {
  const version = await versionOf(path);
  if ("text" in version) return ok(`${version.text} at ${path}`);
  return fail(`${path}, the chosen browser, doesn't run: ${version.reason}`, errorRules.BROWSER_MISSING.hint);
}

async function systemBrowser(
  allowed: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding> {
  for (const path of candidates(environment)) {
    const version = await versionOf(path);
    if (!("text" in version)) continue;
    const found = `${version.text} at ${path} (the system's)`;
    if (allowed) return ok(found);
    return warn(
      `${found}, not chosen yet`,
      'Choose it in the control room, or set "browser.path" to a pinned browser.',
    );
  }
  return fail("no Chromium or Chrome was found", errorRules.BROWSER_MISSING.hint);
}

const programs: readonly string[] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPrograms: readonly string[] = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

function candidates(environment: Readonly<Record<string, string | undefined>>): string[] {
  const directories = (environment["PATH"] ?? "").split(delimiter).filter((directory) => directory !== "");
  const onPath = programs.flatMap((program) => directories.map((directory) => join(directory, program)));
  return [...onPath, ...(process.platform === "darwin" ? macPrograms : [])].filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A cold start from a slow disk; the answer itself takes milliseconds. */
const versionBudgetMs = 15_000;

async function versionOf(path: string): Promise<{ readonly text: string } | { readonly reason: string }> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: versionBudgetMs });
    const text = stdout.trim();
    return text === "" ? { reason: "it prints no version" } : { text };
  } catch (error) {
    return { reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}
