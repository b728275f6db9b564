import type { Deadline } from "./deadline.ts";
import { explain, explainUnready } from "./playwright-error.ts";
import type { Wire } from "./wire.ts";

/**
 * How long an element may take to become ready for an action (there, visible, still, not covered), in milliseconds.
 * Shorter than an action's deadline: an agent learns more from a new snapshot than from waiting.
 */
const elementMs = 5_000;

/** Limits for one Playwright call. */
export interface Limits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A step that Playwright could not finish. */
export class StepFailed extends Error {
  /** Whether anything that could have an effect was written to Chrome by this step, or may still be under way (R6). */
  readonly touched: boolean;
  readonly timedOut: boolean;

  constructor(cause: unknown, touched: boolean) {
    super(touched ? explain(cause) : explainUnready(cause), { cause });
    this.name = "StepFailed";
    this.touched = touched;
    this.timedOut = cause instanceof Error && cause.name === "TimeoutError";
  }
}

/**
 * Runs the parts of one acting tool, each a Playwright call.
 *
 * Playwright's own trial run (`trial: true`) would tell "could not be clicked" from "was clicked", but it does all
 * checks twice. The wire below knows it for nothing: until the element is ready, Playwright only looks.
 */
export class Steps {
  readonly #wire: Wire;
  readonly #deadline: Deadline;
  #done = 0;

  constructor(wire: Wire, deadline: Deadline) {
    this.#wire = wire;
    this.#deadline = deadline;
  }

  /** Steps that were finished. */
  get done(): number {
    return this.#done;
  }

  /**
   * @param by `script` for what Playwright does by its own script in the page (choosing an option, setting a date):
   * that leaves no input command on the wire, so script that has not ended counts as well
   * @throws StepFailed
   */
  async run(step: (limits: Limits) => Promise<unknown>, by: "input" | "script" = "input"): Promise<void> {
    const mark = this.#wire.mark();
    const patience = new AbortController();
    const timer = setTimeout(() => {
      // Once input was written the call may go on: it waits for the navigation that it started.
      if (!this.#wire.wroteSince(mark)) patience.abort(new Error(`not ready within ${elementMs / 1_000} s`));
    }, elementMs);
    try {
      await step({ timeout: this.#deadline.working(), signal: patience.signal });
      this.#done++;
    } catch (error) {
      throw new StepFailed(error, this.#wire.wroteSince(mark) || (by === "script" && this.#wire.runsSince(mark)));
    } finally {
      clearTimeout(timer);
    }
  }
}
