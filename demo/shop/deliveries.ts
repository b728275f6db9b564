import type { IncomingMessage } from "node:http";

/**
 * One request that carried a change, from the shop's side of the network: the ledger says what was applied, this says
 * what arrived and what was answered, so that what a browser claims to have seen can be compared with it.
 */
export interface Delivery {
  readonly change_id: string;
  readonly path: string;
  /** Address of the page that sent it, by its Referer; empty where there was none. */
  readonly page: string;
  /** Milliseconds since the Unix epoch, like all times here. */
  readonly arrived_at: number;
  readonly applied_at: number | null;
  /** Of the status line that was sent; null while or where none was. */
  readonly status: number | null;
  /** When the shop was through with it, whether answered or cut off; null before. */
  readonly ended_at: number | null;
}

/** What becomes known of a delivery while it is dealt with. */
export type DeliveryNote = Partial<Pick<Delivery, "applied_at" | "status" | "ended_at">>;

export interface Deliveries {
  /** @returns how to note what becomes of it; does nothing for a request without a change */
  arrived(change: string | null, request: IncomingMessage, path: string): (note: DeliveryNote) => void;
  list(): readonly Delivery[];
}

export function createDeliveries(): Deliveries {
  const all: Delivery[] = [];
  return {
    arrived(change, request, path) {
      if (change === null) return () => {};
      const first = { change_id: change, path, page: request.headers.referer ?? "", arrived_at: Date.now() };
      const index = all.push({ ...first, applied_at: null, status: null, ended_at: null }) - 1;
      return (note) => {
        const known = all[index];
        if (known) all[index] = { ...known, ...note };
      };
    },
    list: () => [...all],
  };
}

/** The change that a save carries, as JSON or as a form; null when it carries none. */
export function changeIn(contentType: string, body: Buffer): string | null {
  const text = body.toString("utf8");
  if (contentType.startsWith("application/x-www-form-urlencoded")) return new URLSearchParams(text).get("change_id");
  if (!contentType.startsWith("application/json")) return null;
  try {
    const value: unknown = JSON.parse(text);
    const id = typeof value === "object" && value !== null && "change_id" in value ? value.change_id : null;
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}
