import { DockError, type ErrorBody, toErrorBody } from "../../shared/errors.ts";

/** Why nothing more comes of an action. */
export interface CutOff {
  /** Follows "when", such as `the broker exited`. */
  readonly reason: string;
  readonly error: ErrorBody;
}

/** Control of the slot has changed: the usual end of a tenancy. */
export const controlChanged: CutOff = {
  reason: "control changed",
  error: new DockError("EPOCH_STALE", "Control of this slot has changed.").body(),
};

export const answersTooLate: CutOff = {
  reason: "its broker did not answer in time",
  error: new DockError("BROKER_LOST", "The broker did not answer in time.").body(),
};

export function brokerExited(pid: number): CutOff {
  return {
    reason: `the broker (process ${pid}) exited`,
    error: new DockError("BROKER_LOST", "The broker that carried out this call has exited.").body(),
  };
}

export function internal(error: unknown): CutOff {
  return { reason: "the control room failed to conclude it", error: toErrorBody(error) };
}
