import type { AttentionView } from "./snapshot.ts";

/** What the person is told of outside the window as well; the rest waits until they look. */
const told: readonly AttentionView["kind"][] = ["quarantine", "help", "login_expired"];

/** What needs the person now and did not before. What goes on is told once, and again only after it had ended. */
export function newNeeds(before: readonly AttentionView[], after: readonly AttentionView[]): readonly AttentionView[] {
  const known = new Set(before.map(identityOf));
  return after.filter((need) => told.includes(need.kind) && !known.has(identityOf(need)));
}

function identityOf({ slot, kind, since }: AttentionView): string {
  return `${slot} ${kind} ${since}`;
}
