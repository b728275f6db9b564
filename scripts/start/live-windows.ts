import { execFile } from "node:child_process";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { repository } from "./repository.ts";
import { say } from "./say.ts";

const status = z.object({ slots: z.array(z.object({ life: z.object({ kind: z.string() }) })) });

/** Each question starts a process; the windows take seconds to come. */
const askEveryMs = 2_000;
/** Ten Chromes at once took 17 s on two idle cores. */
const limitMs = 180_000;

/**
 * Returns when so many slots have a live window, when the limit is over (and says so), or when the signal ends it.
 */
export async function waitForLiveWindows(count: number, signal: AbortSignal): Promise<void> {
  const started = Date.now();
  let live = 0;
  try {
    for await (const _ of setInterval(askEveryMs, undefined, { signal })) {
      live = await countLive();
      if (live >= count) return say(`${live} windows are live after ${Math.round((Date.now() - started) / 1000)} s`);
      if (Date.now() - started > limitMs)
        return say(`only ${live} of ${count} windows are live after ${limitMs / 1000} s`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function countLive(): Promise<number> {
  const answer = await promisify(execFile)(join(repository, "bin", "sessiondock"), ["status", "--json"], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return status.parse(JSON.parse(answer.stdout)).slots.filter((slot) => slot.life.kind === "live").length;
}
