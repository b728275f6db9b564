/**
 * The truth about what was applied. Nothing is merged: a change that arrives twice is applied twice and stands
 * here twice, so that a repeated action can't hide.
 */
export interface LedgerEntry {
  /** Chosen by the page for each save, or by whoever opened the page with `?change=`. */
  readonly change_id: string;
  readonly product: number;
  readonly field: "price" | "stock";
  readonly value: string;
  /** Milliseconds since the Unix epoch. */
  readonly applied_at: number;
  /** The user who was logged in. */
  readonly client: string;
}

export interface LedgerSummary {
  readonly applied: number;
  readonly change_ids: number;
  readonly applied_more_than_once: readonly { readonly change_id: string; readonly times: number }[];
  readonly by_client: Readonly<Record<string, number>>;
}

export interface Ledger {
  add(entry: LedgerEntry): void;
  list(): readonly LedgerEntry[];
  summary(): LedgerSummary;
}

export function createLedger(): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
    },
    list: () => [...entries],
    summary() {
      const times = countBy(entries.map((entry) => entry.change_id));
      return {
        applied: entries.length,
        change_ids: times.size,
        applied_more_than_once: [...times]
          .filter(([, count]) => count > 1)
          .map(([change_id, count]) => ({ change_id, times: count })),
        by_client: Object.fromEntries(countBy(entries.map((entry) => entry.client))),
      };
    },
  };
}

export function countBy(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
