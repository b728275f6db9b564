import { setTimeout as pause } from "node:timers/promises";

/** For states of other processes that tell nobody when they change; so often, in milliseconds. */
const askEvery = 50;

/**
 * Asks until the answer is there.
 * @param limit milliseconds
 * @throws Error that names what was waited for
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | null | false | undefined> | Value | null | false | undefined,
  limit = 30_000,
): Promise<Value> {
  const deadline = performance.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false && answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(askEvery);
  }
}
