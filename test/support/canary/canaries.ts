import { randomBytes } from "node:crypto";

/** Where Chrome keeps something for a site. */
export const canaryKinds = [
  "cookieName",
  "cookie",
  "localStorage",
  "sessionStorage",
  "indexedDb",
  "workerScript",
  "cacheApi",
  "httpCache",
  "history",
  "title",
  "download",
  "fileName",
  "autofill",
  "upload",
] as const;

export type CanaryKind = (typeof canaryKinds)[number];
export type Canaries = Readonly<Record<CanaryKind, string>>;

/** A text of its own for each kind, that is nowhere else in the world. */
export function newCanaries(): Canaries {
  const canary = (kind: CanaryKind) => `${kind.toLowerCase()}${randomBytes(12).toString("hex")}`;
  return {
    cookieName: canary("cookieName"),
    cookie: canary("cookie"),
    localStorage: canary("localStorage"),
    sessionStorage: canary("sessionStorage"),
    indexedDb: canary("indexedDb"),
    workerScript: canary("workerScript"),
    cacheApi: canary("cacheApi"),
    httpCache: canary("httpCache"),
    history: canary("history"),
    title: canary("title"),
    download: canary("download"),
    fileName: canary("fileName"),
    autofill: canary("autofill"),
    upload: canary("upload"),
  };
}
