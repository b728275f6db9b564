import type { Gate } from "./gate/gate.ts";
import type { Pressed } from "./gate/pressed.ts";
import type { Clock } from "./ports.ts";
import { budgets } from "./room.ts";
import { within } from "./within.ts";

/**
 * Lets go what an agent had left pressed when it lost control: a Shift that stays down would turn the person's first
 * click into another one. Sent on the control room's own session, so that the fence stays shut.
 * @returns the names of what was let go; null when the page did not take it in time, or is not there any more
 */
export async function releasePressed(
  clock: Clock,
  gate: Gate,
  pressed: readonly Pressed[],
): Promise<readonly string[] | null> {
  if (pressed.length === 0) return [];
  const releases = pressed.map(async ({ tab, release }) => {
    const sessionId = gate.observer.sessionOf(tab);
    if (sessionId === null) throw new Error("the tab is gone");
    await gate.room.command(release.method, release.params, sessionId);
  });
  const done = await within(
    clock,
    budgets.flush,
    Promise.all(releases).then(
      () => true,
      () => false,
    ),
  );
  return done === true ? pressed.map(({ name }) => name) : null;
}
