import type { SessionDockBridge } from "../shared/contract/window.ts";
import type { ErrorBody } from "../shared/errors.ts";

declare global {
  interface Window {
    /** Put there by the preload; absent when the page is opened outside SessionDock. */
    readonly sessionDock?: SessionDockBridge;
  }
}

/** What is said when the page was opened without its preload: nothing can be known or done then. */
export const noBridge: ErrorBody = {
  code: "CONTROL_ROOM_NOT_RUNNING",
  message: "This page has no connection to a control room: it was opened outside the SessionDock app.",
  hint: "Start the control room with ./scripts/start.sh; it opens this window itself.",
  retry: "later",
};

/** What is said when a call broke on its way: whether it was carried out can't be known from here (R6). */
export function brokenCall(thrown: unknown): ErrorBody {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: "INTERNAL",
    message: `The control room gave no answer: ${reason}`,
    hint: "Whether the request was carried out is unknown. Look before you ask again.",
    retry: "look_first",
  };
}
