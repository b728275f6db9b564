import { type Attack, attacks, type Surroundings } from "./attacks.ts";
import type { Hands } from "./hands.ts";

/** How often one attack was carried out, and how often it came to nothing. */
export interface AttackCount {
  done: number;
  failed: number;
  /** The first reason. */
  why: string | null;
}

/** Agents that attack side by side, and what became of it. */
export interface Attackers {
  readonly counts: ReadonlyMap<string, AttackCount>;
  /** Every attack has been tried. */
  isRoundOver(): boolean;
  /** Settles when each agent is through with the attack that it is at. */
  stop(): Promise<void>;
}

/** Whichever agent is free takes the next attack, and after the last one the first. */
export function startAttackers(agents: readonly Hands[], surroundings: Surroundings): Attackers {
  const counts = new Map(attacks.map(({ name }) => [name, noneYet()]));
  let stopping = false;
  let next = 0;
  const work = agents.map(async (hands) => {
    await hands.ask("browser_navigate", { url: surroundings.site.quiet });
    while (!stopping) {
      const attack = attacks[next % attacks.length];
      next += 1;
      if (!attack) return;
      const failure = await attempt(attack, hands, surroundings);
      const count = counts.get(attack.name);
      if (count && failure === null) count.done += 1;
      else if (count) {
        count.failed += 1;
        count.why ??= failure;
      }
      await hands.tidy(surroundings.site.quiet, failure !== null);
    }
  });
  return {
    counts,
    isRoundOver: () => [...counts.values()].every(({ done, failed }) => done + failed > 0),
    stop: async () => {
      stopping = true;
      await Promise.all(work);
    },
  };
}

/** @returns null, or why it could not be carried out */
async function attempt(attack: Attack, hands: Hands, surroundings: Surroundings): Promise<string | null> {
  try {
    await attack.run(hands, surroundings);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function noneYet(): AttackCount {
  return { done: 0, failed: 0, why: null };
}
