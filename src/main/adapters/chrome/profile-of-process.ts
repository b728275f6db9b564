import { readdirSync, readlinkSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { DirectoryName } from "../../../core/slot/profile-lock.ts";
import { argumentsOf } from "../process/process-identity.ts";
import { nameOfDirectory } from "../system/lock-record.ts";

/** Whether a process works on a profile: `unknown` where the system does not show it, or shows too little. */
export type WorksOn = { readonly kind: "this" | "no" | "unknown" } | { readonly kind: "other"; readonly path: string };

const option = "--user-data-dir";

/**
 * Chrome's own lock names a process and no directory: it is copied along with the profile, and the number may be
 * another program's by now. What the process was told to work on decides, symbolic links resolved: the same directory
 * has many names.
 */
export function worksOn(pid: number, profile: DirectoryName): WorksOn {
  const args = argumentsOf(pid);
  if (args === null) return { kind: "unknown" };
  const named = userDataDirectory(args);
  if (named === null) return { kind: hasOpenFilesIn(pid, profile.path) ? "this" : "no" };
  const path = resolve(workingDirectory(pid) ?? "/", named);
  try {
    const directory = nameOfDirectory(path);
    const isSame = directory.path === profile.path || directory.inode === profile.inode;
    return isSame ? { kind: "this" } : { kind: "other", path: directory.path };
  } catch {
    // The directory that it was started on has another name by now, which may be this one.
    return { kind: "unknown" };
  }
}

/** Chrome writes its helpers' arguments into one string: there the path ends at the next option. */
function userDataDirectory(args: readonly string[]): string | null {
  const joined = args.find((each) => each.startsWith(`${option}=`));
  if (joined !== undefined) return joined.slice(option.length + 1);
  const at = args.indexOf(option);
  if (at !== -1) return args[at + 1] ?? null;
  return / --user-data-dir=(.+?)(?: --|$)/.exec(args.join(" "))?.[1] ?? null;
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** False where another user's are not shown: then the number is more likely a service's than a Chrome's. */
function hasOpenFilesIn(pid: number, directory: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith(directory + sep);
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
