import {
  afterBegin,
  afterLedToLogin,
  afterLook,
  afterUncleanEnd,
  type LoginFinding,
  type LoginHealth,
} from "../../../core/login/health.ts";
import { loginSentence } from "../../../core/view/login-words.ts";
import { bestEffort } from "../best-effort.ts";
import type { Exit } from "../ports.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import { loginView } from "./login-view.ts";
import { isClean } from "./person-chrome.ts";

/** The only writer of what is known of a login: in memory, on disk, and as an event where it is news (R30). */

export function loginBegins(room: Room, slot: SlotRuntime): void {
  change(room, slot, afterBegin(slot.login.health, room.ports.clock.now()));
}

export function loginLookedAt(room: Room, slot: SlotRuntime, finding: LoginFinding): void {
  change(room, slot, afterLook(slot.login.health, finding, room.ports.clock.now()));
}

export function ledToLogin(room: Room, slot: SlotRuntime): void {
  change(room, slot, afterLedToLogin(slot.login.health, room.ports.clock.now()));
}

/** A Chrome of the slot has exited: one that did not end by itself may not have written its cookies. */
export function chromeEnded(room: Room, slot: SlotRuntime, exit: Exit): void {
  if (!isClean(exit)) change(room, slot, afterUncleanEnd(slot.login.health, exit.at));
}

function change(room: Room, slot: SlotRuntime, health: LoginHealth): void {
  const before = slot.login.health;
  if (health === before) return;
  slot.login.health = health;
  // A record that is missing makes the login less known at the next start, never better known.
  bestEffort(room, "what is known of a login", () => room.ports.store.saveLogin(slot.slot, health));
  if (JSON.stringify(before.standing) !== JSON.stringify(health.standing)) {
    const sentence = loginSentence({ ...loginView(room, slot), window: "none" }, room.ports.clock.now());
    room.event(slot.slot, `login_${health.standing.kind}`, `Login: ${sentence}`);
  }
  room.touch();
}
