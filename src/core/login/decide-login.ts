import type { LoginFlow } from "./flow.ts";

export type LoginInput =
  /** The person asks for it. */
  | { readonly kind: "begin" }
  /** The exit of the slot's own Chrome was observed, or it had none. */
  | { readonly kind: "freed" }
  /** The person's Chrome has a window. */
  | { readonly kind: "shown" }
  /** The person says that they are through. */
  | { readonly kind: "done" }
  /** It was asked to close, and its exit was not observed in the time for that. */
  | { readonly kind: "still_open" }
  | { readonly kind: "exited"; readonly clean: boolean }
  /** The slot's own Chrome lives again. */
  | { readonly kind: "reopened" }
  | { readonly kind: "judged" }
  /** What the present state was to do could not be done. */
  | { readonly kind: "failed" };

/** What the engine has to do after the new state is in memory; its end is the next input. */
export type LoginEffect = "free_profile" | "open_window" | "ask_to_close" | "reopen" | "verify";

/** `under_way`: there is one already. `not_open`: no window of it is open. `stale`: the state has moved on since. */
export type LoginRefusal = "under_way" | "not_open" | "stale";

export type LoginDecision =
  | { readonly ok: true; readonly flow: LoginFlow; readonly effect: LoginEffect | null }
  | { readonly ok: false; readonly code: LoginRefusal };

/** @param now milliseconds since the Unix epoch */
export function decideLogin(flow: LoginFlow, input: LoginInput, now: number): LoginDecision {
  switch (input.kind) {
    case "begin":
      if (flow.kind !== "idle") return refuse("under_way");
      return go({ kind: "freeing", since: now }, "free_profile");
    case "freed":
      return flow.kind === "freeing" ? go({ kind: "opening", since: now }, "open_window") : refuse("stale");
    case "shown":
      return flow.kind === "opening" ? go({ kind: "open", since: now }, null) : refuse("stale");
    case "done":
      // Once more is no fault: the page had asked back, and the person has answered it.
      if (flow.kind !== "open" && flow.kind !== "closing") return refuse("not_open");
      return go({ kind: "closing", since: now }, "ask_to_close");
    case "still_open":
      return flow.kind === "closing" ? go({ kind: "open", since: now }, null) : refuse("stale");
    case "exited":
      if (flow.kind !== "opening" && flow.kind !== "open" && flow.kind !== "closing") return refuse("stale");
      return go({ kind: "restarting", since: now, clean: input.clean }, "reopen");
    case "reopened":
      if (flow.kind !== "restarting") return refuse("stale");
      return go({ kind: "verifying", since: now, clean: flow.clean }, "verify");
    case "judged":
      return flow.kind === "verifying" ? go({ kind: "idle" }, null) : refuse("stale");
    case "failed":
      // An open window is the person's; nothing of ours can fail in it.
      if (flow.kind === "idle" || flow.kind === "open" || flow.kind === "closing") return refuse("stale");
      return go({ kind: "idle" }, null);
    default:
      return input satisfies never;
  }
}

function go(flow: LoginFlow, effect: LoginEffect | null): LoginDecision {
  return { ok: true, flow, effect };
}

function refuse(code: LoginRefusal): LoginDecision {
  return { ok: false, code };
}
