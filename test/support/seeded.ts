/** Numbers from 0 to below 1 that look random and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them; undefined where there are none. */
export function oneOf<Value>(random: () => number, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random() * values.length)];
}
