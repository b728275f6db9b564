import { placeOf, type SeenRequest, stateOfFailure } from "../../../core/action/evidence.ts";
import { isRecord, textOf } from "../gate/messages.ts";

/** Only these are parsed; a page sends many others. */
export const networkEvents: readonly string[] = [
  "Network.requestWillBeSent",
  "Network.responseReceived",
  "Network.loadingFinished",
  "Network.loadingFailed",
  "Network.webSocketCreated",
  "Network.webSocketFrameSent",
  "Network.webSocketFrameReceived",
  "Browser.downloadWillBegin",
  "Browser.downloadProgress",
];

/** What one event says about one request. */
export type NetworkChange =
  | {
      readonly kind: "began";
      readonly id: string;
      readonly method: string;
      readonly url: string;
      readonly sort: "request" | "beacon" | "socket" | "download" | "document";
      readonly initiator: SeenRequest["initiator"];
      /** For a document the frame that it is for: a tab's main frame has the tab's id. */
      readonly isMain: string | null;
      readonly awaited: boolean;
      /** When the page sent it, milliseconds since the Unix epoch; null where Chrome does not tell. */
      readonly at: number | null;
    }
  | {
      readonly kind: "answered";
      readonly id: string;
      readonly status: number | null;
      readonly byServiceWorker: boolean;
    }
  | { readonly kind: "ended"; readonly id: string }
  | { readonly kind: "failed"; readonly id: string; readonly failure: string; readonly state: "failed" | "not_reached" }
  | { readonly kind: "socket"; readonly id: string; readonly url: string }
  | { readonly kind: "socket_sent"; readonly id: string }
  | { readonly kind: "socket_received"; readonly id: string };

/** Reads that a page may need before it shows what an action led to; pictures, fonts and media are not waited for. */
const awaitedTypes = new Set(["Document", "Fetch", "XHR", "Script", "Stylesheet"]);

/** Sent by a page that never reads the answer. */
const beaconTypes = new Set(["Ping", "CSPViolationReport"]);

type Params = Readonly<Record<string, unknown>>;

/** @returns nothing for an event that does not have the expected shape */
export function readNetworkEvent(method: string, params: Params): NetworkChange[] {
  const id = textOf(params, "requestId") ?? textOf(params, "guid");
  if (id === null) return [];
  switch (method) {
    case "Network.requestWillBeSent":
      return began(id, params);
    case "Network.responseReceived":
      return [answered(id, params["response"])];
    case "Network.loadingFinished":
      return [{ kind: "ended", id }];
    case "Network.loadingFailed": {
      const failure = textOf(params, "blockedReason") ?? textOf(params, "errorText") ?? "";
      return [{ kind: "failed", id, failure, state: stateOfFailure(failure) }];
    }
    case "Network.webSocketCreated":
      return [{ kind: "socket", id, url: placeOf(textOf(params, "url") ?? "") }];
    case "Network.webSocketFrameSent":
      return [{ kind: "socket_sent", id }];
    case "Network.webSocketFrameReceived":
      return [{ kind: "socket_received", id }];
    case "Browser.downloadWillBegin":
      return [download(id, params)];
    case "Browser.downloadProgress":
      return progress(id, textOf(params, "state"));
    default:
      return [];
  }
}

function began(id: string, params: Params): NetworkChange[] {
  const request = isRecord(params["request"]) ? params["request"] : {};
  const initiator = isRecord(params["initiator"]) ? textOf(params["initiator"], "type") : null;
  const type = textOf(params, "type") ?? "";
  const address = textOf(request, "url") ?? "";
  // The browser's own question before a request; what matters is the request.
  if (initiator === "preflight" || type === "Preflight" || /^(data|blob|about):/.test(address)) return [];
  const method = (textOf(request, "method") ?? "GET").toUpperCase();
  const sort = type === "Document" ? "document" : beaconTypes.has(type) ? "beacon" : "request";
  const start: NetworkChange = {
    kind: "began",
    id,
    method,
    url: placeOf(address),
    sort,
    initiator: initiator === "script" || initiator === "parser" ? initiator : "other",
    isMain: type === "Document" ? textOf(params, "frameId") : null,
    awaited: awaitedTypes.has(type),
    at: typeof params["wallTime"] === "number" ? params["wallTime"] * 1000 : null,
  };
  // A redirect goes on under the same id: the answer to the request before comes with it.
  if (!isRecord(params["redirectResponse"])) return [start];
  return [answered(id, params["redirectResponse"]), { kind: "ended", id }, start];
}

function answered(id: string, response: unknown): NetworkChange {
  const facts = isRecord(response) ? response : {};
  const status = typeof facts["status"] === "number" && facts["status"] > 0 ? facts["status"] : null;
  return { kind: "answered", id, status, byServiceWorker: facts["fromServiceWorker"] === true };
}

function download(id: string, params: Params): NetworkChange {
  return {
    kind: "began",
    id,
    method: "GET",
    url: placeOf(textOf(params, "url") ?? ""),
    sort: "download",
    initiator: "other",
    isMain: null,
    awaited: false,
    at: null,
  };
}

function progress(id: string, state: string | null): NetworkChange[] {
  if (state === "completed") return [{ kind: "answered", id, status: null, byServiceWorker: false }];
  if (state === "canceled") return [{ kind: "failed", id, failure: "canceled", state: "failed" }];
  return [];
}
