import type { Snapshot } from "../../core/view/snapshot.ts";
import type { Config } from "../../main/adapters/system/config-schema.ts";
import type { Paths } from "../../main/adapters/system/paths.ts";
import type { DockError } from "../../shared/errors.ts";

/** What one check found. `warn` works for now; `fail` keeps SessionDock, or a slot of it, from working. */
export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  readonly found: string;
  /** Null exactly when there is nothing to do. */
  readonly what_to_do: string | null;
}

/** All checks have this one shape, in text and in JSON. Numbers stay, so that they can be cited. */
export interface CheckResult extends Finding {
  readonly number: number;
  readonly name: string;
}

/** What all checks may look at. They only look: nothing is created, repaired or removed. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly paths: Paths;
  /** The defaults where the file can't be read. */
  readonly config: Config;
  readonly configError: DockError | null;
  /** The running control room's own word, or why there is none. */
  readonly room: { readonly snapshot: Snapshot } | { readonly error: DockError };
}

export interface Check {
  readonly name: string;
  run(surroundings: Surroundings): Promise<Finding> | Finding;
}

export function ok(found: string): Finding {
  return { state: "ok", found, what_to_do: null };
}

export function warn(found: string, whatToDo: string): Finding {
  return { state: "warn", found, what_to_do: whatToDo };
}

export function fail(found: string, whatToDo: string): Finding {
  return { state: "fail", found, what_to_do: whatToDo };
}
