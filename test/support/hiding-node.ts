import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The user id that belongs to nobody, by custom. */
export const nobody = 65_534;

/**
 * A Node that runs as another user and is shown that user's processes only (`hidepid`).
 * @returns its path; null where no process table can be mounted
 */
export function hidingNode(directory: string): string | null {
  const script = join(directory, "hiding-node");
  const mount = "mount -t proc -o hidepid=2 proc /proc";
  if (spawnSync("unshare", ["-m", "sh", "-c", mount]).status !== 0) return null;
  const change = `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups`;
  const run = `${mount} && exec ${change} "$0" "$@"`;
  writeFileSync(script, `#!/bin/sh\nexec unshare -m sh -c '${run}' ${process.execPath} "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}
