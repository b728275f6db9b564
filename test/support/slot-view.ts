import type { LoginView } from "../../src/core/view/login-view.ts";
import type { SlotView } from "../../src/core/view/snapshot.ts";

/** A login of which nothing is known, in a slot whose target names no place to log in. */
export function loginView(more: Partial<LoginView> = {}): LoginView {
  const standing = { kind: "unknown", why: "never" } as const;
  return { standing, since: null, verifiedAt: null, cookies: null, address: null, window: "none", ...more };
}

/** A slot that was never used, for tests of what draws or sends slots. */
export function slotView(slot: number, more: Partial<SlotView> = {}): SlotView {
  return {
    slot,
    target: null,
    lastUsedAt: 0,
    keepsTarget: null,
    isBeingWiped: false,
    worktree: null,
    life: { kind: "empty" },
    quarantine: [],
    holder: { kind: "nobody" },
    epoch: 1,
    since: 0,
    cell: null,
    window: null,
    action: null,
    actionsWaiting: 0,
    lastMutation: null,
    unresolved: [],
    help: null,
    check: null,
    login: loginView(),
    broker: null,
    commandsUnanswered: 0,
    receipt: null,
    lastActivityAt: null,
    lastHeartbeatAt: null,
    connectionLost: null,
    needsYou: null,
    warnings: [],
    ...more,
  };
}
