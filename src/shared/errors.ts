/**
 * The closed list of errors that leave a SessionDock process. Code decides by `code`, never by text;
 * the text says what happened and where, the hint says what to do next.
 *
 * `retry` tells an agent what it may do by itself (R6):
 * - `safe`: nothing was done, the same call may be repeated now
 * - `later`: nothing was done, repeat after the stated thing has changed
 * - `look_first`: something may have been done, look at the page before anything else
 * - `never`: repeating the same call can't help
 */
export type Retry = "safe" | "later" | "look_first" | "never";

interface ErrorRule {
  readonly retry: Retry;
  readonly hint: string;
}

export const errorRules = {
  ACTION_EXPIRED: {
    retry: "never",
    hint: "This action id was used before and is not run again; its result is not kept any more. Use a new id.",
  },
  ACTION_FAILED: { retry: "look_first", hint: "Take a browser_snapshot to see what the page shows now." },
  ACTION_ID_REUSED: { retry: "never", hint: "Use a new action id; an id is never executed twice." },
  ACTION_NOT_UNKNOWN: {
    retry: "never",
    hint: "Only an action of yours whose outcome is unknown can be reconciled; session_status lists them.",
  },
  ARGUMENTS_INVALID: { retry: "never", hint: "Correct the named arguments and call again." },
  BROWSER_EXITED: { retry: "look_first", hint: "Call browser_snapshot: a new Chrome is opened on the same profile." },
  BROWSER_MISSING: {
    retry: "later",
    hint: 'Install Chromium (Debian, Ubuntu: "apt install chromium"), or set "browser.path" in the configuration to a Chrome for Testing binary, then choose it in the control room.',
  },
  BROWSER_NOT_CHOSEN: {
    retry: "later",
    hint: 'Choose the browser in the control room, or set "browser.path" in the configuration to a Chrome for Testing.',
  },
  BROWSER_START_FAILED: {
    retry: "later",
    hint: "Run `sessiondock doctor`; the message has the last lines that Chrome wrote.",
  },
  BROKER_LOST: { retry: "look_first", hint: "Take a browser_snapshot to see what the page shows now." },
  CALL_UNKNOWN: { retry: "never", hint: "The client and the control room differ in version; update both." },
  CAP_REACHED: { retry: "later", hint: "Release a slot first; a hidden window is never opened instead." },
  CHECK_FAILED: {
    retry: "later",
    hint: "The check could not be made, so nothing was decided. Look at the page yourself, then mark the action.",
  },
  CONFIG_INVALID: { retry: "later", hint: "Correct the named line of the configuration file and start again." },
  CONTROL_ROOM_NOT_RUNNING: {
    retry: "later",
    hint: "Start the control room with ./scripts/start.sh, then call again.",
  },
  CONTROL_ROOM_STOPPING: { retry: "later", hint: "The control room is closing. Call again once it runs." },
  DATABASE_CORRUPT: {
    retry: "later",
    hint: "The damaged file was left untouched. Move it away to start with an empty record, or restore a backup in its place.",
  },
  DATABASE_TOO_NEW: { retry: "later", hint: "Start the SessionDock version that wrote it, or a newer one." },
  DISK_FULL: { retry: "later", hint: "Free some disk space; nothing is admitted until records can be written again." },
  DISPLAY_MISSING: {
    retry: "later",
    hint: "Start it in a desktop session, or set DISPLAY; ./scripts/start.sh can open a virtual display.",
  },
  EPOCH_STALE: {
    retry: "look_first",
    hint: "Control changed while this call waited, so it was not run. Take a browser_snapshot before you go on.",
  },
  HUMAN_IN_CONTROL: {
    retry: "later",
    hint: "A person has taken this window. Wait; call session_status to learn when it is handed back.",
  },
  IDENTITY_UNRESOLVED: {
    retry: "never",
    hint: "Pass --agent NAME (or SESSIONDOCK_AGENT) so that this agent has a name of its own.",
  },
  INTERNAL: {
    retry: "look_first",
    hint: "This is a defect in SessionDock. The log of the control room has the details.",
  },
  LEASE_ENDED: { retry: "later", hint: "The lease is over. The next call asks for a slot again." },
  LOGIN_NOT_OPEN: { retry: "never", hint: "Open one first: sessiondock login SLOT, or “Log in” on its card." },
  LOGIN_STILL_OPEN: {
    retry: "later",
    hint: "Answer what its page asks, or close the window yourself; the login is looked for when it has closed.",
  },
  LOGIN_UNDER_WAY: {
    retry: "later",
    hint: "A person logs in by hand in this slot. It is free again when that window has closed, or after Done.",
  },
  LOOK_FIRST: {
    retry: "later",
    hint: "Take a browser_snapshot, see whether the earlier action was applied, and state it with reconcile.",
  },
  MONITOR_UNKNOWN: { retry: "never", hint: "Choose one of the monitors that are listed by `sessiondock status`." },
  NO_SLOT_LEFT: {
    retry: "later",
    hint: "Every slot belongs to another login target. Raise slots.count in the configuration, or free a slot.",
  },
  NOT_RECLAIMABLE: {
    retry: "later",
    hint: "`sessiondock reclaim` proposes a slot that can be reclaimed, or says why none can.",
  },
  NOT_ALLOWED: { retry: "never", hint: "This connection has no right to that call." },
  NOT_PARKED: { retry: "never", hint: "Only a parked slot whose agent has come back can be given back to it." },
  NOT_HELD: { retry: "never", hint: "Only a slot that you hold can be handed back." },
  PATH_NOT_ALLOWED: {
    retry: "never",
    hint: "Put the file into the slot's uploads or downloads folder; session_status names both.",
  },
  PROFILE_LOCKED: { retry: "later", hint: "Close the named process, then look again in the control room." },
  SLOT_NOT_FREE: {
    retry: "later",
    hint: "The message says what keeps the slot with its login target. Nothing of it was touched.",
  },
  SLOT_NOT_LIVE: { retry: "later", hint: "The slot has no Chrome window now; it opens with the next lease." },
  SLOT_QUARANTINED: { retry: "later", hint: "A person has to look at this slot in the control room first." },
  SLOT_RECLAIMED: {
    retry: "later",
    hint: "Nothing of this call was done, and the tabs of that slot are closed. The next call asks for a slot again, and may have to wait.",
  },
  SLOT_UNKNOWN: { retry: "never", hint: "Choose a slot number that `sessiondock status` lists." },
  STALE_REFERENCE: { retry: "safe", hint: "Take a new browser_snapshot and use its references." },
  TARGET_HAS_SLOT: { retry: "never", hint: "Give it up first: `sessiondock targets forget TARGET` says what is lost." },
  TARGET_UNKNOWN: {
    retry: "never",
    hint: "Name a slot by its number, or a target that `sessiondock targets` or the configuration names.",
  },
  TIMED_OUT: {
    retry: "look_first",
    hint: "The outcome is unknown. Take a browser_snapshot and look before you do anything again.",
  },
  TOKEN_INVALID: {
    retry: "never",
    hint: "The control room was restarted or belongs to somebody else; start the client again.",
  },
  TOOL_UNKNOWN: { retry: "never", hint: "Call one of the tools that tools/list names." },
  WAY_NOT_OPEN: { retry: "never", hint: "Choose one of the ways that the quarantine's reason lists." },
  WIPE_NOT_PROVEN: {
    retry: "later",
    hint: "End whatever still writes into the named folder, then discard the workplace again.",
  },
  WAIT_DEADLINE: { retry: "later", hint: "No slot came free in time. The reason is in the message; call again later." },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorRules;

/** The form of an error on every wire: control socket, window IPC, MCP `structuredContent`. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly retry: Retry;
}

/** An error that is meant to be read: by a person on screen, or by an agent in a result. */
export class DockError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retry: Retry;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; hint?: string; retry?: Retry } = {}) {
    super(message, { cause: options.cause });
    this.name = "DockError";
    this.code = code;
    this.hint = options.hint ?? errorRules[code].hint;
    this.retry = options.retry ?? errorRules[code].retry;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, hint: this.hint, retry: this.retry };
  }
}

/** Anything thrown, as an error body. What is not a `DockError` is our own defect and is called so. */
export function toErrorBody(thrown: unknown): ErrorBody {
  if (thrown instanceof DockError) return thrown.body();
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "INTERNAL", message, ...errorRules.INTERNAL };
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorRules, text);
}
