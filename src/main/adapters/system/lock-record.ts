import { createHash } from "node:crypto";
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { z } from "zod";
import type { DirectoryName, Here, LockProcess, LockRecord } from "../../../core/slot/profile-lock.ts";
import { bootId, startTimeOf } from "../process/process-identity.ts";

const lockProcess = z.object({ pid: z.int().positive(), startTime: z.string() });

/** What stands in a lock file. A field more, of a later version, does not make it unreadable; another version does. */
const lockRecord = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]{1,64}$/),
  host: z.string(),
  machine: z.string(),
  boot: z.string(),
  pidNamespace: z.string(),
  user: z.string(),
  purpose: z.string(),
  owner: lockProcess,
  browser: lockProcess.nullable(),
  directory: z.object({ path: z.string(), inode: z.string() }),
  since: z.number().min(0).max(8.64e15),
}) satisfies z.ZodType<LockRecord>;

export type LockFile =
  | { readonly kind: "none" }
  | { readonly kind: "record"; readonly record: LockRecord }
  | { readonly kind: "unreadable"; readonly why: string };

/** Never throws: a lock that can't be read is a finding. */
export function readLockFile(file: string): LockFile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "none" };
    return { kind: "unreadable", why: error instanceof Error ? error.message : String(error) };
  }
  if (text.trim() === "") return { kind: "unreadable", why: "it is empty" };
  try {
    const parsed = lockRecord.safeParse(JSON.parse(text));
    if (parsed.success) return { kind: "record", record: parsed.data };
    const [issue] = parsed.error.issues;
    return { kind: "unreadable", why: `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "wrong"}` };
  } catch {
    return { kind: "unreadable", why: "it is not JSON" };
  }
}

/** This process. */
export function ownProcess(): LockProcess {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? "" };
}

export function here(): Here {
  return { host: hostname(), machine: machineDigest(), boot: bootId(), pidNamespace: pidNamespace() };
}

export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry, as in containers.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** @throws Error when there is no such directory */
export function nameOfDirectory(directory: string): DirectoryName {
  const path = realpathSync(directory);
  return { path, inode: String(statSync(path, { bigint: true }).ino) };
}

/** The id itself is not to be spread (machine-id(5)); a digest of it tells machines apart as well. */
function machineDigest(): string {
  try {
    const id = readFileSync("/etc/machine-id", "utf8").trim();
    return id === "" ? "" : createHash("sha256").update(`sessiondock ${id}`).digest("hex").slice(0, 16);
  } catch {
    return "";
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
