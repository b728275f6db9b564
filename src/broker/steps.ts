import type { Deadline } from "./deadline.ts";
import { explain, explainUnready } from "./playwright-error.ts";
import type { Mark, Wire } from "./wire.ts";

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

type Way = "input" | "script";

/**
 * Runs the parts of one acting tool, each a Playwright call.
 *
 * Playwright's own trial run (`trial: true`) would tell "could not be clicked" from "was clicked", but it does all
 * checks twice. The wire below knows it for nothing: until the element is ready, Playwright only looks.
 */
export class Steps {
  /** A remark for the agent that is no outcome, such as that there was nothing to go back to. */
  note: string | null = null;
  readonly #wire: Wire;
  readonly #deadline: Deadline;
  readonly #began: Mark;
  #done = 0;
  #usedScript = false;
  #open: { readonly mark: Mark; readonly by: Way } | undefined;
  #closed = false;

  /** @param began where the action began: what it wrote before its first step belongs to that step */
  constructor(wire: Wire, deadline: Deadline, began: Mark) {
    this.#wire = wire;
    this.#deadline = deadline;
    this.#began = began;
  }

  /** Steps that were finished. */
  get done(): number {
    return this.#done;
  }

  /**
   * Whether anything that can have an effect was written to Chrome, or may still be under way there (R6): by the step
   * that is not finished, or by any of them when all are.
   */
  get touched(): boolean {
    const step = this.#open;
    if (step === undefined) return this.#usedScript || this.#wire.wroteSince(this.#began);
    if (this.#done === 0 && this.#wire.wroteSince(this.#began)) return true;
    return this.#wire.wroteSince(step.mark) || (step.by === "script" && this.#wire.runsSince(step.mark));
  }

  /** From here on no step begins: what was said of this action would not be true of it any more. */
  close(): void {
    this.#closed = true;
  }

  /**
   * @param by `script` for what Playwright does by its own script in the page (choosing an option, setting a date):
   * that leaves no input command on the wire, so script that has not ended counts as well
   * @throws StepFailed
   */
  async run(step: (limits: Limits) => Promise<unknown>, by: Way = "input"): Promise<void> {
    if (this.#closed) throw new StepFailed(new Error("it had been given up before"), false);
    const mark = this.#wire.mark();
    this.#open = { mark, by };
    const patience = new AbortController();
    const timer = setTimeout(() => {
      // Once input was written the call may go on: it waits for the navigation that it started.
      if (!this.#wire.wroteSince(mark)) patience.abort(new Error(`not ready within ${elementMs / 1_000} s`));
    }, elementMs);
    try {
      await step({ timeout: this.#deadline.working(), signal: patience.signal });
    } catch (error) {
      throw new StepFailed(error, this.touched);
    } finally {
      clearTimeout(timer);
    }
    this.#open = undefined;
    this.#done++;
    this.#usedScript ||= by === "script";
  }
}
