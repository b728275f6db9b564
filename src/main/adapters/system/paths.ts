import { createHash } from "node:crypto";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Where everything of one control room lies. */
export interface Paths {
  readonly home: string;
  readonly config: string;
  readonly database: string;
  /** Held open by the one control room of this home. */
  readonly lock: string;
  /** Directory of the sockets, mode 0700. */
  readonly run: string;
  readonly controlSocket: string;
  /** Written anew at each start, mode 0600; what a client shows first. */
  readonly controlToken: string;
  readonly gateSocket: string;
  readonly slots: string;
  readonly logs: string;
}

/** Linux refuses socket paths of 108 bytes and more, macOS of 104. */
const longestSocketPath = 100;

/**
 * One home directory holds configuration, database and profiles, so that a second control room needs no more
 * than another `SESSIONDOCK_HOME`. Sockets move to the temporary directory when the home's path is too long.
 */
export function resolvePaths(environment: Readonly<Record<string, string | undefined>>): Paths {
  const home =
    environment["SESSIONDOCK_HOME"] ??
    join(environment["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "sessiondock");
  const inside = join(home, "run");
  const digest = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const run =
    join(inside, "control.sock").length <= longestSocketPath
      ? inside
      : join(tmpdir(), `sessiondock-${userInfo().uid}-${digest}`);
  const onWindows = process.platform === "win32";
  return {
    home,
    config: environment["SESSIONDOCK_CONFIG"] ?? join(home, "config.jsonc"),
    database: join(home, "sessiondock.sqlite"),
    lock: join(home, "control-room.lock"),
    run,
    controlSocket: onWindows ? `\\\\.\\pipe\\sessiondock-${digest}` : join(run, "control.sock"),
    controlToken: join(run, "control.token"),
    gateSocket: onWindows ? `\\\\.\\pipe\\sessiondock-gate-${digest}` : join(run, "gate.sock"),
    slots: join(home, "slots"),
    logs: join(home, "logs"),
  };
}

/** Everything of one slot lies below it: a wipe of the slot is the end of this directory (R14). */
export function slotDirectory(paths: Pick<Paths, "slots">, slot: number): string {
  return join(paths.slots, String(slot).padStart(2, "0"));
}

/** The directories of one slot. Uploads are what the agent may hand to a file chooser. */
export function slotDirectories(
  paths: Pick<Paths, "slots">,
  slot: number,
): { profile: string; downloads: string; uploads: string } {
  const directory = slotDirectory(paths, slot);
  return {
    profile: join(directory, "profile"),
    downloads: join(directory, "downloads"),
    uploads: join(directory, "uploads"),
  };
}
