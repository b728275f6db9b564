import { type Holder, leaseOf } from "../../core/lease/control.ts";
import type { SlotLife } from "../../core/slot/life.ts";
import { openWays } from "../../core/slot/quarantine.ts";
import type { ReassignObstacle } from "../../core/slot/reassign.ts";
import { ofThisLease } from "../../core/view/liveness-words.ts";
import { expiredSentence } from "../../core/view/login-words.ts";
import type {
  AttentionView,
  HolderView,
  QuarantineView,
  Rectangle,
  SlotLifeView,
  SlotView,
  WindowView,
} from "../../core/view/snapshot.ts";
import { reassignWords } from "../../core/view/target-words.ts";
import { quarantineNext, quarantineWord } from "../../core/view/words.ts";
import { viewOf } from "./actions.ts";
import { loginView } from "./login/login-view.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { checkWords } from "./target-check.ts";

/** One slot as it is drawn. @param isBack the agent of its parked lease has come back and waits for it */
export function slotView(
  room: Room,
  slot: SlotRuntime,
  place: {
    cell: Rectangle | null;
    window: WindowView | null;
    isBack: boolean;
    obstacle: ReassignObstacle | null;
  },
): SlotView {
  const running = slot.running();
  const check = slot.target === null ? undefined : room.settings.targets.get(slot.target)?.check;
  return {
    slot: slot.slot,
    target: slot.target,
    lastUsedAt: slot.lastUsedAt,
    keepsTarget: slot.target === null || place.obstacle === null ? null : reassignWords(place.obstacle, slot.slot),
    isBeingWiped: slot.wiping !== null,
    worktree: leaseOf(slot.control)?.worktree ?? null,
    life: lifeView(slot.life),
    quarantine: quarantineView(room, slot),
    holder: holderView(slot.control.holder, place.isBack),
    epoch: slot.control.epoch,
    since: slot.control.since,
    cell: place.cell,
    window: place.window,
    action: running ? viewOf(running) : null,
    actionsWaiting: [...slot.actions.values()].filter((each) => each.state.kind === "admitted").length,
    lastMutation: slot.lastMutation,
    unresolved: slot.unresolved.map(({ view }) => view),
    help: slot.help,
    check: check ? checkWords(check) : null,
    login: loginView(room, slot),
    broker: slot.broker,
    commandsUnanswered: slot.browser?.gate.unanswered().length ?? 0,
    receipt: slot.receipt?.view ?? null,
    lastActivityAt: ofThisLease(slot.lastActivityAt, slot.control),
    lastHeartbeatAt: ofThisLease(slot.lastHeartbeatAt, slot.control),
    connectionLost: ofThisLease(slot.connectionLost?.since ?? null, slot.control) === null ? null : slot.connectionLost,
    needsYou: attentionOf(slot)[0]?.text ?? null,
    warnings: slot.warnings(),
  };
}

export function quarantineView(room: Room, slot: SlotRuntime): QuarantineView[] {
  const hasCheck = slot.target !== null && room.settings.targets.get(slot.target)?.check !== undefined;
  return slot.quarantine.map(({ code, since, known, actionIds }) => ({
    code,
    since,
    known,
    next: quarantineNext(code),
    actionIds,
    ways: openWays(code, hasCheck),
  }));
}

/** What of a slot waits for the person, the most urgent first. */
export function attentionOf(slot: SlotRuntime): AttentionView[] {
  const number = slot.slot;
  const { control, help, login } = slot;
  const { holder } = control;
  return [
    ...slot.quarantine.map(
      ({ code, since }): AttentionView => ({
        slot: number,
        kind: "quarantine",
        since,
        text: `In quarantine: ${quarantineWord(code)}. ${quarantineNext(code)}`,
      }),
    ),
    ...(help
      ? [
          {
            slot: number,
            kind: "help" as const,
            since: help.since,
            text: `${agentOf(holder)} asks for you: ${help.reason}`,
          },
        ]
      : []),
    ...(login.health.standing.kind === "expired" && slot.loginFlow.kind === "idle"
      ? [
          {
            slot: number,
            kind: "login_expired" as const,
            since: login.health.since ?? control.since,
            text: expiredSentence(slot.target, login.health.verifiedAt),
          },
        ]
      : []),
    ...(holder.kind === "parked"
      ? [
          {
            slot: number,
            kind: "parked" as const,
            since: control.since,
            text: `${agentOf(holder)} vanished; its lease is parked.`,
          },
        ]
      : []),
    ...(holder.kind === "human" && slot.life.kind === "empty" && slot.loginFlow.kind === "idle"
      ? [
          {
            slot: number,
            kind: "no_window" as const,
            since: control.since,
            text: "You hold it, but its window is closed.",
          },
        ]
      : []),
  ];
}

const urgency: readonly AttentionView["kind"][] = ["quarantine", "help", "login_expired", "parked", "no_window"];

/** What is unclear first: it may have to be looked at before a site forgets; then whoever asks. */
export function byUrgency(one: AttentionView, other: AttentionView): number {
  return urgency.indexOf(one.kind) - urgency.indexOf(other.kind) || one.since - other.since;
}

function agentOf(holder: Holder): string {
  if (holder.kind === "agent" || holder.kind === "parked") return holder.lease.agent;
  return holder.kind === "human" ? (holder.suspended?.agent ?? "The agent") : "The agent";
}

function lifeView(life: SlotLife): SlotLifeView {
  switch (life.kind) {
    case "empty":
    case "launching":
    case "closing":
      return { kind: life.kind };
    case "live":
      return { kind: "live", pid: life.pid, since: life.since };
    default:
      return life satisfies never;
  }
}

function holderView(holder: Holder, isBack: boolean): HolderView {
  switch (holder.kind) {
    case "nobody":
      return { kind: "nobody" };
    case "agent":
      return { kind: "agent", agent: holder.lease.agent, leaseId: holder.lease.id };
    case "parked":
      return { kind: "parked", agent: holder.lease.agent, leaseId: holder.lease.id, isBack };
    case "human":
      return { kind: "human", over: holder.suspended?.agent ?? null, vanished: holder.vanished };
    default:
      return holder satisfies never;
  }
}
