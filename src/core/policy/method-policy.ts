/**
 * What a lease may do over DevTools, whichever client speaks (R4, R21, R31, R32). A closed world: a method whose
 * domain has no row is refused. Each row gives its reason.
 */
export type Rule =
  | "allow"
  /** Answered with an empty result and not forwarded. */
  | "answer"
  /** Forwarded with some parameters set by the control room. */
  | "rewrite"
  /** Allowed for the lease's own tabs only (R40). */
  | "own_tab"
  /** Allowed for files in the slot's own folders only. */
  | "own_files"
  /** Allowed for http, https and about:blank only. */
  | "web_only"
  | "refuse";

interface Row {
  readonly rule: Rule;
  readonly reason: string;
}

const methods: Readonly<Record<string, Row>> = {
  "Browser.getVersion": { rule: "allow", reason: "clients ask for it when they connect" },
  "Browser.getWindowForTarget": { rule: "own_tab", reason: "reads where a window stands" },
  "Browser.getWindowBounds": { rule: "allow", reason: "reads where a window stands" },
  "Browser.setWindowBounds": { rule: "answer", reason: "the wall places windows, not the agent" },
  "Browser.setContentsSize": { rule: "answer", reason: "the wall places windows, not the agent" },
  "Browser.setDownloadBehavior": { rule: "rewrite", reason: "downloads stay in the slot's folder" },
  "Page.setDownloadBehavior": { rule: "answer", reason: "downloads stay in the slot's folder" },
  "Browser.cancelDownload": { rule: "allow", reason: "stops what the agent itself started" },

  "Target.setAutoAttach": { rule: "allow", reason: "attach events of foreign tabs are filtered" },
  "Target.setDiscoverTargets": { rule: "allow", reason: "events of foreign tabs are filtered" },
  "Target.getTargets": { rule: "allow", reason: "the answer is filtered" },
  "Target.getTargetInfo": { rule: "own_tab", reason: "foreign tabs are not the agent's to see" },
  "Target.attachToTarget": { rule: "own_tab", reason: "foreign tabs are not the agent's to drive" },
  "Target.detachFromTarget": { rule: "allow", reason: "ends what the lease itself set up" },
  "Target.closeTarget": { rule: "own_tab", reason: "a person's tab is never closed by an agent" },
  "Target.createTarget": { rule: "rewrite", reason: "new tabs open in the background, in the slot's own window" },
  "Target.activateTarget": { rule: "answer", reason: "bringing to the front is the person's act" },
  "Page.bringToFront": { rule: "answer", reason: "bringing to the front is the person's act" },
  "Target.getBrowserContexts": { rule: "allow", reason: "clients ask for it; there is only the slot's own" },
  "Target.createBrowserContext": { rule: "refuse", reason: "a slot is one profile; no hidden second one" },
  "Target.disposeBrowserContext": { rule: "refuse", reason: "a slot is one profile" },

  "Network.getCookies": { rule: "refuse", reason: "cookies never leave the slot" },
  "Network.getAllCookies": { rule: "refuse", reason: "cookies never leave the slot" },
  "Network.setCookie": { rule: "refuse", reason: "logins are made by the person" },
  "Network.setCookies": { rule: "refuse", reason: "logins are made by the person" },
  "Network.deleteCookies": { rule: "refuse", reason: "logins are ended by the person" },
  "Network.clearBrowserCookies": { rule: "refuse", reason: "logins are ended by the person" },
  "Network.clearBrowserCache": { rule: "allow", reason: "holds no login" },
  "Page.setBypassCSP": { rule: "refuse", reason: "the site's own protection stays on" },
  "Page.crash": { rule: "refuse", reason: "serves no task" },
  "Page.navigate": { rule: "web_only", reason: "browser pages and local files are not the agent's to open" },
  "Page.close": { rule: "allow", reason: "sent on a session of the agent's own tab" },
  "DOM.setFileInputFiles": { rule: "own_files", reason: "only files from the slot's folders may be uploaded" },
  "Input.dispatchDragEvent": { rule: "own_files", reason: "dropped files are uploads as well" },
  "Security.setIgnoreCertificateErrors": { rule: "refuse", reason: "a broken certificate is for the person to judge" },
};

const domains: Readonly<Record<string, Row>> = {
  Accessibility: { rule: "allow", reason: "reads the page" },
  Animation: { rule: "allow", reason: "reads the page" },
  Audits: { rule: "allow", reason: "reads the page" },
  Autofill: { rule: "refuse", reason: "stored addresses and cards are the person's" },
  CSS: { rule: "allow", reason: "reads the page" },
  Console: { rule: "allow", reason: "reads the page" },
  DOM: { rule: "allow", reason: "reads the page" },
  DOMDebugger: { rule: "allow", reason: "reads the page" },
  DOMSnapshot: { rule: "allow", reason: "reads the page" },
  Debugger: { rule: "allow", reason: "inside the agent's own page" },
  Emulation: { rule: "allow", reason: "inside the agent's own page" },
  Fetch: { rule: "allow", reason: "inside the agent's own page" },
  IO: { rule: "allow", reason: "streams that the agent itself opened" },
  Input: { rule: "allow", reason: "the agent's hands" },
  Inspector: { rule: "allow", reason: "reads the page" },
  LayerTree: { rule: "allow", reason: "reads the page" },
  Log: { rule: "allow", reason: "reads the page" },
  Network: { rule: "allow", reason: "cookie methods have rows of their own" },
  Overlay: { rule: "allow", reason: "inside the agent's own page" },
  Page: { rule: "allow", reason: "the agent's own page" },
  Performance: { rule: "allow", reason: "reads the page" },
  Profiler: { rule: "allow", reason: "reads the page" },
  Runtime: { rule: "allow", reason: "DevTools clients are built on it; the agent's tools have no evaluation" },
  Security: { rule: "allow", reason: "reads the page" },
  ServiceWorker: { rule: "allow", reason: "inside the agent's own page" },
  WebAuthn: { rule: "refuse", reason: "keys are the person's" },
};

const elsewhere: Row = { rule: "refuse", reason: "not among the domains that a lease may use" };

/** The row for a DevTools method; what is not listed is refused. */
export function methodRule(method: string): Row {
  const row = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (row) return row;
  const domain = method.split(".")[0] ?? "";
  // Browser, Target and Storage reach beyond one page: only the methods listed above.
  return (Object.hasOwn(domains, domain) ? domains[domain] : undefined) ?? elsewhere;
}

/** One line of the policy as people read it. */
export interface PolicyRow extends Row {
  /** A method, `Domain.*` for the other methods of a domain, or `*` for whatever is not listed. */
  readonly method: string;
}

/** The whole policy, the more exact row first; docs/devtools-policy.md is made from it. */
export function policyRows(): readonly PolicyRow[] {
  return [
    ...Object.entries(methods).map(([method, row]) => ({ method, ...row })),
    ...Object.entries(domains).map(([domain, row]) => ({ method: `${domain}.*`, ...row })),
    { method: "*", ...elsewhere },
  ];
}
