import type { FakeChrome } from "./fake-chrome.ts";

/** What a site shows to a look at the target's mark. */
export interface Shows {
  readonly found: boolean;
  /** Where the site has led to. */
  readonly place: string;
  readonly status?: number;
}

/** The site answers each page that this Chrome is sent to, with what it shows there. */
export function siteShows({ pipe }: FakeChrome, { found, place, status = 200 }: Shows): void {
  pipe.answers["Runtime.evaluate"] = { result: { value: { found, place } } };
  pipe.onWrite = (method) => {
    if (method !== "Page.navigate") return;
    const { sessionId } = pipe.written.at(-1) ?? {};
    const params = { type: "Document", response: { status } };
    queueMicrotask(() => pipe.says({ method: "Network.responseReceived", params, sessionId }));
  };
}

/** A tab of this Chrome shows an address now; Chrome's history says how it came there. */
export function tabShows(
  { pipe }: FakeChrome,
  address: string,
  { asked = "", transition = "typed" }: { readonly asked?: string; readonly transition?: string } = {},
): void {
  const entry = { url: address, userTypedURL: asked, transitionType: transition };
  pipe.answers["Page.getNavigationHistory"] = { currentIndex: 0, entries: [entry] };
  const targetInfo = { targetId: "TAB1", type: "page", url: address };
  pipe.says({ method: "Target.targetInfoChanged", params: { targetInfo } });
}

/** The cookies that this Chrome has; the value of each is a secret that must be found nowhere. */
export function hasCookies({ pipe }: FakeChrome, ...names: readonly string[]): void {
  const cookies = names.map((name) => {
    const session = name.startsWith("session");
    return {
      name,
      value: cookieSecret,
      domain: "shop.test",
      path: "/",
      session,
      expires: session ? -1 : 9_000_000_000,
    };
  });
  pipe.answers["Storage.getCookies"] = { cookies };
}

export const cookieSecret = "cookie-secret";
