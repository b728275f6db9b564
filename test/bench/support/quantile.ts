/**
 * The smallest sample that is not below the given share of all samples (nearest rank, no interpolation), so that a
 * p99 is a time that was really measured.
 * @param share from 0 to 1
 * @returns null without samples
 */
export function quantile(samples: readonly number[], share: number): number | null {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** The quantile in milliseconds, to 10 microseconds. */
export function milliseconds(samples: readonly number[], share: number): number | null {
  const found = quantile(samples, share);
  return found === null ? null : round(found);
}

/** @returns null where either is missing or nothing can be divided */
export function ratio(one: number | null, other: number | null): number | null {
  return one === null || other === null || other === 0 ? null : Math.round((one / other) * 1000) / 1000;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
