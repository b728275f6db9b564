import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { errorRules } from "../../shared/errors.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";
import { sizeWords } from "./size-words.ts";

/** Below this nothing durable can be promised for long: ten profiles write caches all the time. */
const leastFreeBytes = 256 * 1024 ** 2;
/** A profile in daily use has a few hundred MiB. */
const comfortableFreeBytes = 2 * 1024 ** 3;

/** Where profiles, logins and records lie: only for this user, and with room to write. */
export const homeCheck: Check = {
  name: "Home directory",
  run: async ({ paths: { home } }) => {
    const directory = await stat(home).catch(() => null);
    if (!directory) return beforeFirstStart(home);
    if (!directory.isDirectory()) return fail(`${home} is not a directory`, "Move it away, or set SESSIONDOCK_HOME.");
    if (!(await isWritable(home))) {
      return fail(`${home} can't be written`, "Give it back to the user who runs SessionDock (chown, chmod 700).");
    }
    const mode = directory.mode & 0o777;
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      return fail(
        `${home} has mode ${mode.toString(8)}: other users can reach the logins in it`,
        `Run: chmod 700 '${home}'`,
      );
    }
    return freeSpace(home);
  },
};

async function freeSpace(home: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(home);
  const free = bavail * bsize;
  const found = `${home}, ${sizeWords(free)} free`;
  if (free < leastFreeBytes) return fail(found, errorRules.DISK_FULL.hint);
  return free < comfortableFreeBytes
    ? warn(found, "Free some disk space: profiles grow while they are used.")
    : ok(found);
}

async function beforeFirstStart(home: string): Promise<Finding> {
  let parent = dirname(home);
  while (!(await stat(parent).catch(() => null)) && parent !== dirname(parent)) parent = dirname(parent);
  return (await isWritable(parent))
    ? ok(`${home} is not there yet; the first start makes it`)
    : fail(`${home} is not there, and ${parent} can't be written`, "Set SESSIONDOCK_HOME to a directory of your own.");
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
