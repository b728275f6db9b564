/** Numbers that come again with the same seed, so that a run can be repeated: mulberry32, 32 bits of state. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** From `least`, below `limit`. */
  between(least: number, limit: number): number;
  /** @param share from 0 to 1 */
  chance(share: number): boolean;
  /** One name, as often as its weight says. */
  pick<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, limit) => least + (limit - least) * next(),
    chance: (share) => next() < share,
    pick(weights) {
      const names = Object.keys(weights).filter((name): name is keyof typeof weights => name in weights);
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      const [first] = names;
      if (first === undefined) throw new Error("there is nothing to pick from");
      return first;
    },
  };
}
