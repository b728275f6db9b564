import type { ActionView } from "../../core/view/snapshot.ts";
import { evidenceSentence } from "../../core/view/words.ts";
import { clockTime, took } from "./time.ts";

type SeenRequest = ActionView["requests"][number];

/** When a request left and when its end was seen: `sent at 14:03:22 · answered after 85 ms`. */
export function requestTimes(seen: SeenRequest, now: number): string {
  const start = seen.state === "not_reached" ? "tried at" : seen.kind === "download" ? "began at" : "sent at";
  const begun = `${start} ${clockTime(seen.sentAt, now)}`;
  if (seen.endedAt === null) return begun;
  const end = seen.state === "answered" && seen.kind !== "download" ? "answered" : "ended";
  return `${begun} · ${end} after ${took(seen.endedAt - seen.sentAt)}`;
}

/** What the evidence says beside its requests, such as that nobody could watch; empty where it says no more. */
export function evidenceBesideRequests({ evidence, requests, outcome }: ActionView): string {
  if (evidence === null) return requests.length > 0 || outcome === "running" ? "" : "Not known yet.";
  return requests.length === 0 ? evidence : evidence.replace(evidenceSentence(requests, true), "").trim();
}
