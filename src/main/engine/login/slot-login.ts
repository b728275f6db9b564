import type { LoginFlow } from "../../../core/login/flow.ts";
import { type LoginHealth, neverLoggedIn } from "../../../core/login/health.ts";
import type { SiteCookie } from "../../../core/login/site-cookies.ts";
import { DockError } from "../../../shared/errors.ts";
import type { PersonBrowser } from "../ports.ts";
import type { Shown } from "../wall/foreground.ts";

/** The login of one slot while the control room runs (R30). */
export interface SlotLogin {
  health: LoginHealth;
  /** The Chrome in which the person logs in, from its start until its exit was observed. */
  chrome: PersonBrowser | null;
  /** Cookies of the target's sites before the present login; null where they could not be read. */
  before: readonly SiteCookie[] | null;
  /** The login under way; null when there is none. */
  run: LoginRun | null;
  /** The look under way, so that two that ask get one answer. */
  looking: Promise<void> | null;
}

export interface LoginRun {
  /** Settles when its window is there; rejects when there will be none. */
  readonly shown: PromiseWithResolvers<Shown>;
  /** Settles when it is all over, whatever came of it. */
  readonly over: PromiseWithResolvers<void>;
}

export function newSlotLogin(): SlotLogin {
  return { health: neverLoggedIn, chrome: null, before: null, run: null, looking: null };
}

export function newLoginRun(): LoginRun {
  const run = { shown: Promise.withResolvers<Shown>(), over: Promise.withResolvers<void>() };
  // Whoever asked for it waits for it; nobody else has to.
  run.shown.promise.catch(() => {});
  return run;
}

/** @throws DockError `LOGIN_UNDER_WAY` while the slot is not to be given to anybody */
export function refuseWhileLoggingIn({
  slot,
  loginFlow,
}: {
  readonly slot: number;
  readonly loginFlow: LoginFlow;
}): void {
  if (loginFlow.kind === "idle") return;
  throw new DockError("LOGIN_UNDER_WAY", `You are logging in by hand in slot ${slot}.`);
}
