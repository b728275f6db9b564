import type { Figure } from "../support/bench.ts";
import type { Visit } from "./account.ts";

/** One thing that was done to a login, and what became of it. */
export interface Trial {
  readonly kind:
    | "login_by_hand"
    | "app_restarted"
    | "window_opened_and_closed"
    | "chrome_killed_after_flush"
    | "all_killed_after_flush"
    | "chrome_killed_after_renewal"
    | "login_window_killed";
  readonly target: string;
  /** How often Chrome was started anew by it. */
  readonly restarts: number;
  /** What was on screen after it, and before anything looked. */
  readonly shown: string;
  /** What was on screen after the look that the next Chrome's start brings. */
  readonly looked: string;
  readonly visit: Visit;
}

const unclean: readonly Trial["kind"][] = [
  "chrome_killed_after_flush",
  "all_killed_after_flush",
  "chrome_killed_after_renewal",
  "login_window_killed",
];
const withinThirtySeconds: readonly Trial["kind"][] = ["chrome_killed_after_renewal", "login_window_killed"];

/** Clean restarts are counted by what they kept; unclean ones each for themselves, whatever they kept. */
export function figuresOf(trials: readonly Trial[]): Readonly<Record<string, Figure>> {
  const clean = trials.filter(({ kind }) => !unclean.includes(kind));
  const restarts = (kept: (visit: Visit) => boolean) =>
    clean.reduce((sum, trial) => sum + (kept(trial.visit) ? trial.restarts : 0), 0);
  const early = trials.filter(({ kind }) => withinThirtySeconds.includes(kind));
  return {
    restarts: restarts(() => true),
    kept_persistent: restarts(({ persistent }) => persistent),
    kept_session: restarts(({ session }) => session),
    kept_local_storage: restarts(({ local }) => local),
    kept_indexed_db: restarts(({ indexed }) => indexed),
    kept_token: restarts(({ token }) => token),
    lost_after_kill_within_30s: early.filter(({ visit }) => !isKept(visit)).length,
    unclean: Object.fromEntries(
      unclean.map((kind) => [kind, uncleanFigures(trials.filter((trial) => trial.kind === kind))]),
    ),
    // What would be a lie: a login that was on screen as verified after an unclean end, before anything had looked.
    shown_verified_unlooked: trials.filter(({ kind, shown }) => unclean.includes(kind) && shown === "verified").length,
    looked_verified_and_refused: trials.filter(({ looked, visit }) => looked === "verified" && !visit.loggedIn).length,
  };
}

function uncleanFigures(trials: readonly Trial[]): Figure {
  const count = (is: (trial: Trial) => boolean) => trials.filter(is).length;
  return {
    times: trials.length,
    kept_persistent: count(({ visit }) => visit.persistent),
    kept_session: count(({ visit }) => visit.session),
    kept_token: count(({ visit }) => visit.token),
    let_in: count(({ visit }) => visit.loggedIn),
    shown: tally(trials.map(({ shown }) => shown)),
    looked: tally(trials.map(({ looked }) => looked)),
  };
}

function isKept({ loggedIn, token }: Visit): boolean {
  return loggedIn && token;
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
