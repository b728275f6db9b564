/**
 * The control room's own lock on a profile directory (R12). It lies beside the directory and says who works on it, so
 * that any other process can judge it without asking. Chrome's `SingletonLock` is judged besides.
 *
 * ```
 *                        of this machine?
 *        no ◀────────────────────┴────────────────────▶ yes
 *   elsewhere                            written under the present boot?
 *                            no ◀────────────────┴────────────────▶ yes
 *                       former_boot                    names this directory?
 *                                         no ◀────────────────┴────────▶ yes
 *                                       copied                  its processes:
 *                                             one runs ▶ held    one can't be seen ▶ unseen    all gone ▶ ended
 * ```
 *
 * `former_boot`, `copied` and `ended` lock nothing; the others do.
 */
export interface LockRecord {
  readonly version: 1;
  /** Names this one taking; never used again. */
  readonly id: string;
  readonly host: string;
  /** A digest that names the machine; empty where the system tells none. */
  readonly machine: string;
  /** Empty where the system does not tell. */
  readonly boot: string;
  /** Process ids are those of a namespace: another container's say nothing here. Empty where there is none. */
  readonly pidNamespace: string;
  readonly user: string;
  /** What the profile is used for, such as `slot 3`. */
  readonly purpose: string;
  /** Who took it. */
  readonly owner: LockProcess;
  /** The Chrome that was started on it, which may outlive its owner for a moment; null before it runs. */
  readonly browser: LockProcess | null;
  readonly directory: DirectoryName;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** With its start time a process is named for good; empty where the system does not tell. */
export interface LockProcess {
  readonly pid: number;
  readonly startTime: string;
}

export interface DirectoryName {
  /** Without any symbolic link. */
  readonly path: string;
  /** The file system's number of the directory: it stays when the directory is moved, and a copy has another. */
  readonly inode: string;
}

export type ProcessState = "runs" | "gone" | "unknown";

/** The machine and the boot that the judge is in. */
export interface Here {
  readonly host: string;
  readonly machine: string;
  readonly boot: string;
  readonly pidNamespace: string;
}

export interface Observed {
  /** The directory that the lock was found beside. */
  readonly directory: DirectoryName;
  readonly owner: ProcessState;
  /** `gone` where the lock names none. */
  readonly browser: ProcessState;
}

export type LockState = "held" | "elsewhere" | "unseen" | "ended" | "former_boot" | "copied";

/** Whether whoever the lock names may be at work on this directory: such a lock is never removed (R12). */
export function locks(state: LockState): boolean {
  switch (state) {
    case "held":
    case "elsewhere":
    case "unseen":
      return true;
    case "ended":
    case "former_boot":
    case "copied":
      return false;
    default:
      return state satisfies never;
  }
}

export function judgeLock(lock: LockRecord, here: Here, observed: Observed): LockState {
  if (!isSameMachine(lock, here)) return "elsewhere";
  if (lock.boot !== "" && here.boot !== "" && lock.boot !== here.boot) return "former_boot";
  if (!isSameDirectory(lock.directory, observed.directory)) return "copied";
  // Under that number another process runs here, or none: neither says anything of the one that is meant.
  if (lock.pidNamespace !== here.pidNamespace) return "unseen";
  const states = [observed.owner, observed.browser];
  if (states.includes("runs")) return "held";
  return states.includes("unknown") ? "unseen" : "ended";
}

/** One boot belongs to one machine, whatever that is called by now. The name alone decides where nothing else is told. */
function isSameMachine(lock: LockRecord, here: Here): boolean {
  if (lock.boot !== "" && lock.boot === here.boot) return true;
  if (lock.machine !== "" && here.machine !== "") return lock.machine === here.machine;
  return lock.host === here.host;
}

/**
 * A process works on a path, and on what was behind it: when either is the same, it may be at work here. Both differ in
 * a copy, which carries the lock of its original along.
 */
function isSameDirectory(one: DirectoryName, other: DirectoryName): boolean {
  return one.path === other.path || one.inode === other.inode;
}
