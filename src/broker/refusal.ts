import { DockError, type ErrorCode } from "../shared/errors.ts";

/**
 * Thrown before anything that could have an effect was written to Chrome: the outcome is `not_sent` (R6).
 * The same call may be repeated, unless its error code says that it can't help.
 */
export class Refusal extends DockError {
  constructor(code: ErrorCode, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(code, message, code === "ACTION_FAILED" ? { ...options, retry: "safe" } : options);
    this.name = "Refusal";
  }
}
