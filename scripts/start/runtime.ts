import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./repository.ts";
import { say } from "./say.ts";

/** What the control room runs on: Electron, or Node with Electron's part played by a Chromium window. */
export type Runtime = { readonly kind: "electron"; readonly binary: string } | { readonly kind: "stand-in" };

const electron = join(repository, "node_modules", "electron");
/** Holds why fetching failed, so that later starts don't wait for it again. */
const failure = join(repository, "node_modules", ".sessiondock-no-electron");

/** Where the download is refused it fails at once; where it hangs, the start must not. */
const firstTryMs = 20_000;
/** Asked for by hand: a slow line is given its time. */
const retryMs = 900_000;

/** Says which runtime is taken, and why. */
export async function chooseRuntime(retry: boolean, signal: AbortSignal): Promise<Runtime> {
  const binary = installedBinary() ?? (await fetchBinary(retry, signal));
  if (binary !== null) {
    say(`runs on Electron (${binary})`);
    return { kind: "electron", binary };
  }
  say(`runs on the Electron stand-in, Node ${process.versions.node} and a Chromium window: ${whyNot()}`);
  return { kind: "stand-in" };
}

/** Electron's own installer writes the binary's place below `dist` to path.txt when it is done. */
function installedBinary(): string | null {
  const pathFile = join(electron, "path.txt");
  if (!existsSync(pathFile)) return null;
  const binary = join(electron, "dist", readFileSync(pathFile, "utf8").trim());
  return existsSync(binary) ? binary : null;
}

async function fetchBinary(retry: boolean, signal: AbortSignal): Promise<string | null> {
  const installer = join(electron, "install.js");
  if (!existsSync(installer) || (existsSync(failure) && !retry)) return null;
  const timeout = retry ? retryMs : firstTryMs;
  say(`fetches Electron's binary, once, for at most ${timeout / 1000} s …`);
  try {
    await promisify(execFile)(process.execPath, [installer], { timeout, killSignal: "SIGKILL", signal });
    rmSync(failure, { force: true });
  } catch (error) {
    // Interrupted by the person: that says nothing about Electron.
    signal.throwIfAborted();
    writeFileSync(failure, `${reasonOf(error)}\n`);
  }
  return installedBinary();
}

function whyNot(): string {
  if (!existsSync(electron)) return "the package electron is not installed";
  if (!existsSync(failure)) return "Electron's binary is not there";
  const reason = readFileSync(failure, "utf8").trim();
  return `Electron's binary could not be fetched (${reason}); --retry-electron tries again`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return "it took too long";
  const written = "stderr" in error ? String(error.stderr) : "";
  const lines = (written.trim() || error.message).split("\n");
  return (lines.find((line) => line.includes("Error: ")) ?? lines[0] ?? "").trim();
}
