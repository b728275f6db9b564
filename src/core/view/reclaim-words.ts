import type { ReclaimObstacle } from "../slot/reclaim.ts";
import type { TabOwner } from "../tabs/ledger.ts";
import type { LoginView } from "./login-view.ts";
import { loginSentence } from "./login-words.ts";
import type { WaiterView } from "./snapshot.ts";
import { duration, helpSentence } from "./words.ts";

/** What would be lost if the person reclaimed a slot now (R16). Times are milliseconds since the Unix epoch. */
export interface ReclaimPreview {
  readonly slot: number;
  /** Under which this was decided; it can be done only while it is still that. */
  readonly epoch: number;
  readonly agent: string | null;
  readonly target: string | null;
  readonly idleSince: number;
  /** Null when Chrome did not say. */
  readonly tabs: readonly TabView[] | null;
  /** Actions whose outcome nobody has cleared up. */
  readonly unknown: readonly { readonly id: string; readonly summary: string }[];
  readonly help: { readonly reason: string; readonly doneWhen: string } | null;
  /** What is known of its login, which stays in the profile. */
  readonly login: LoginView;
  /** Why it can't be reclaimed now; null when it can. */
  readonly obstacle: ReclaimObstacle | null;
  /** The first in the queue that could get the room; null when nobody waits for that. */
  readonly gains: Pick<WaiterView, "agent" | "target" | "since"> | null;
}

export interface TabView {
  /** Null for a page without a title of its own. */
  readonly title: string | null;
  /** Without query and fragment (R31). */
  readonly address: string;
  readonly owner: TabOwner;
}

/** A slot that was not proposed, and why. */
export interface NotReclaimable {
  readonly slot: number;
  readonly obstacle: ReclaimObstacle;
}

const obstacles: Readonly<Record<ReclaimObstacle, string>> = {
  nobody_holds_it: "nobody holds it; its window is closed by itself when the place is needed",
  you_hold_it: "you hold it; hand it back or release it",
  parked: "its agent vanished and the lease waits for you; release it or give it back",
  in_quarantine: "it is in quarantine; decide about that first",
  outcome_unknown: "the outcome of an action is unknown, and its page may be what tells; clear that up first",
  busy: "an action is under way",
  watched: "its window is in front or large because you asked for it; put it back first",
};

export function obstacleSentence({ slot, obstacle }: NotReclaimable): string {
  return `Slot ${slot} can't be reclaimed now: ${obstacles[obstacle]}.`;
}

/** When no slot can be proposed: what stands in the way of each that somebody has. */
export function nothingToReclaim(exempt: readonly NotReclaimable[]): readonly string[] {
  const held = exempt.filter(({ obstacle }) => obstacle !== "nobody_holds_it");
  return ["No slot can be reclaimed now.", ...held.map(obstacleSentence)];
}

/** The preview line by line, the same in the window and on the command line. */
export function reclaimLines(preview: ReclaimPreview, now: number): readonly string[] {
  const { slot, agent, target, epoch, idleSince, unknown, help, login, obstacle, gains } = preview;
  const holder = agent === null ? "no agent" : agent;
  return [
    `Slot ${slot}: ${holder}, login ${target ?? "none"}, epoch ${epoch}. Idle for ${duration(now - idleSince)}.`,
    ...(help === null ? [] : [`${holder} ${helpSentence(help)}`]),
    ...unknown.map(({ summary }) => `Outcome unknown: ${summary}`),
    tabsSentence(preview),
    `The profile stays, with its logins. Its login: ${loginSentence(login, now)}`,
    gains === null
      ? "Nobody in the queue waits for room."
      : `First in the queue for the room: ${gains.agent}, for ${gains.target}, waiting for ${duration(now - gains.since)}.`,
    ...(obstacle === null ? [] : [obstacleSentence({ slot, obstacle })]),
  ];
}

/** One open tab, such as `Orders – https://shop.example/orders (the agent's)`. */
export function tabLine({ title, address, owner }: TabView): string {
  const whose = { agent: "the agent's", person: "yours", lent: "yours, lent to the agent" }[owner];
  return `${title === null ? "" : `${title} – `}${address} (${whose})`;
}

function tabsSentence({ tabs }: ReclaimPreview): string {
  if (tabs === null) return "Which tabs are open is not known: Chrome did not say. All of them are closed.";
  if (tabs.length === 0) return "No tab is open.";
  const count = tabs.length === 1 ? "1 open tab is closed" : `${tabs.length} open tabs are closed`;
  return `${count}, and what was typed into a page and not sent is lost with it; what that is, is not known.`;
}
