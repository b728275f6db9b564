import type { SeenRequest } from "../shared/contract/broker.ts";

/** Failures that Chrome reports only when no byte of the request reached the site. */
const neverLeft =
  /ERR_(NAME_NOT_RESOLVED|CONNECTION_REFUSED|CONNECTION_TIMED_OUT|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|ADDRESS_INVALID|BLOCKED_BY_\w+|CERT_\w+|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)|^(csp|mixed-content)$/;

/** A request that began during an action. */
export interface Seen extends SeenRequest {
  /** `effect`: it may change something. `navigation`: a GET of the tab's main document. `read`: everything else. */
  readonly kind: "effect" | "navigation" | "read";
  /** A navigation of the tab's main document, by any method. */
  readonly main: boolean;
  /** Sent by the page without ever reading the answer. */
  readonly beacon: boolean;
  failure: string | null;
  /** The body came to its end as well. */
  ended: boolean;
  /** For `main`: its document is in the tab. */
  committed: boolean;
  state: SeenRequest["state"];
  status: number | null;
}

export function neverReachedSite(seen: Seen): boolean {
  return seen.state === "failed" && neverLeft.test(seen.failure ?? "");
}

/** Whether a request may have changed something while nothing was seen of its end (R3). */
export function isUnclear(seen: Seen): boolean {
  return seen.kind === "effect" && seen.state !== "answered" && !neverReachedSite(seen);
}
