/**
 * What the control room saw of the website while an action ran (R3), from a DevTools session of its own. A statement
 * about what was seen, never about what the site did with it.
 */
export interface SeenRequest {
  /** An HTTP method, or `WebSocket` for messages that the page sent over one. */
  readonly method: string;
  /** Origin and path; query, fragment and body are never kept (R31). */
  readonly url: string;
  /** `beacon`: sent by a page that does not wait for the answer. */
  readonly kind: "request" | "navigation" | "beacon" | "socket" | "download";
  /**
   * `answered`: a status line came; for a socket, a message came back. `failed`: it ended without an answer.
   * `not_reached`: it failed before any byte of it could have reached the site.
   */
  readonly state: "sent" | "answered" | "failed" | "not_reached";
  readonly status: number | null;
  /** Chrome's word for the failure, such as `net::ERR_CONNECTION_RESET`. */
  readonly failure: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly sentAt: number;
  readonly endedAt: number | null;
  /** What Chrome says started it. */
  readonly initiator: "script" | "parser" | "other";
  /**
   * Why it counts as the action's. `window`: it began in a tab that the action worked in, between its dispatch and its
   * settlement; the page may also have sent it by itself. `other_tab`: the same, in another tab of the agent.
   * `later`: it began after the action had settled and before anything else was done.
   */
  readonly attribution: "window" | "other_tab" | "later";
  /** A service worker of the page answered; whether the site was asked is a request of its own. */
  readonly byServiceWorker: boolean;
}

/** Requests that change nothing by the HTTP standard; OPTIONS is the browser's own question before another one. */
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

export function isReading(method: string): boolean {
  return reading.has(method.toUpperCase());
}

/** Failures that Chrome reports only when no byte of the request reached the site. */
const neverLeft =
  /ERR_(NAME_NOT_RESOLVED|CONNECTION_REFUSED|CONNECTION_TIMED_OUT|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|ADDRESS_INVALID|BLOCKED_BY_\w+|CERT_\w+|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)|^(csp|mixed-content)$/;

/** @param failure Chrome's word for it, or its reason for blocking */
export function stateOfFailure(failure: string): "failed" | "not_reached" {
  return neverLeft.test(failure) ? "not_reached" : "failed";
}

/** Whether it decides about the outcome: it may have changed something and belongs to the action as far as is known. */
export function isDecisive(seen: SeenRequest): boolean {
  return seen.attribution === "window" && seen.kind !== "download" && !isLeftBehind(seen);
}

/**
 * A beacon that its page left behind: nobody can see its answer, not even the page that sent it. Pages send them to
 * count clicks; they are told, but don't make every link that is followed an unknown outcome.
 */
export function isLeftBehind(seen: SeenRequest): boolean {
  return seen.kind === "beacon" && seen.state === "failed";
}

/** Requests that may have changed something while nothing was seen of their end. */
export function unclearAmong(requests: readonly SeenRequest[]): readonly SeenRequest[] {
  return requests.filter((seen) => {
    if (!isDecisive(seen) || isPlainNavigation(seen)) return false;
    if (seen.state !== "answered") return seen.state !== "not_reached";
    return seen.byServiceWorker && !isPassedOn(seen, requests);
  });
}

/** A service worker can answer by itself and send later, or never: only its own request tells what the site said. */
function isPassedOn(seen: SeenRequest, requests: readonly SeenRequest[]): boolean {
  return requests.some((other) => !other.byServiceWorker && other.method === seen.method && other.url === seen.url);
}

/** A GET of a document changes nothing, however it ended. */
export function isPlainNavigation(seen: SeenRequest): boolean {
  return seen.kind === "navigation" && isReading(seen.method);
}

/** Origin and path of an address; its query and fragment may carry secrets (R31). */
export function placeOf(address: string): string {
  return (address.split(/[?#]/)[0] ?? "").slice(0, 500);
}
