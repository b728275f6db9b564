/**
 * A login by hand in one slot (R30). The profile is open in one Chrome at a time: first the slot's own, on its pipe, then
 * the person's, which was started without any debugging switch, then the slot's own again, in which the login is looked for.
 * Only an observed exit leads from one to the next (R2, R52), and nothing here ever kills the person's Chrome.
 *
 * ```
 *   ┌──────┐ begin  ┌─────────┐ freed  ┌─────────┐ shown  ┌──────┐ done        ┌─────────┐
 *   │ idle │ ─────▶ │ freeing │ ─────▶ │ opening │ ─────▶ │ open │ ──────────▶ │ closing │─┐ done: asked
 *   └──────┘        └─────────┘        └─────────┘        └──────┘ ◀────────── └─────────┘◀┘ once more
 *      ▲                 │                  │ exited          │ exited  still_open   │ exited
 *      │ failed          │ failed           ▼                 ▼                      ▼
 *      ├─────────────────┴─────────── ┌────────────┐ ◀───────────────────────────────┘
 *      │                 failed       │ restarting │
 *      ├───────────────────────────── └────────────┘
 *      │ judged, failed   ┌───────────┐     │ reopened
 *      └───────────────── │ verifying │ ◀───┘
 *                         └───────────┘
 * ```
 * `opening` fails as well. The person closing the window (`exited`) and pressing Done are the same wish.
 */
export type LoginFlow = Idle | Freeing | Opening | Open | Closing | Restarting | Verifying;

/** No login is under way. */
export interface Idle {
  readonly kind: "idle";
}

/** The slot's own Chrome is being closed; its exit is waited for. Times are milliseconds since the Unix epoch. */
export interface Freeing {
  readonly kind: "freeing";
  readonly since: number;
}

/** The person's Chrome was asked for and shows no window yet. */
export interface Opening {
  readonly kind: "opening";
  readonly since: number;
}

/** Its window is there: the person logs in. */
export interface Open {
  readonly kind: "open";
  readonly since: number;
}

/** Its windows were asked to close, as by their own button. A page that asks back keeps them open. */
export interface Closing {
  readonly kind: "closing";
  readonly since: number;
}

/** Its exit was observed; the slot's own Chrome is started again. `clean`: it had ended by itself, with code 0. */
export interface Restarting {
  readonly kind: "restarting";
  readonly since: number;
  readonly clean: boolean;
}

/** The login is looked for in the Chrome that was started after it. */
export interface Verifying {
  readonly kind: "verifying";
  readonly since: number;
  readonly clean: boolean;
}

/** While no other Chrome may open the profile. */
export function profileIsPersons({ kind }: LoginFlow): boolean {
  return kind === "freeing" || kind === "opening" || kind === "open" || kind === "closing";
}
