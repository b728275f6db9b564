/**
 * What a DevTools command may do to a page, as the last hop sees it. `not_sent` rests on this (R6), so whatever is not
 * known to be harmless counts as an effect.
 */
export type CommandEffect =
  /** Looks, waits, or sets up the client's own session. */
  | "none"
  /** Script in the page: clients look with it and act with it, and the wire does not tell which. */
  | "script"
  | "effect";

/** Domains whose allowed methods only look, or only set up what the client itself sees. */
const harmlessDomains = new Set([
  "Accessibility",
  "Audits",
  "Browser",
  "CSS",
  "Console",
  "DOMDebugger",
  "DOMSnapshot",
  "Debugger",
  "Emulation",
  "IO",
  "Inspector",
  "LayerTree",
  "Log",
  "Network",
  "Overlay",
  "Performance",
  "Profiler",
  "Security",
]);

/** The same, method by method, for domains that hold both. */
const harmlessMethods = new Set([
  "DOM.describeNode",
  "DOM.disable",
  "DOM.enable",
  "DOM.getBoxModel",
  "DOM.getContentQuads",
  "DOM.getDocument",
  "DOM.getFrameOwner",
  "DOM.getNodeForLocation",
  "DOM.getOuterHTML",
  "DOM.querySelector",
  "DOM.querySelectorAll",
  "DOM.requestNode",
  "DOM.resolveNode",
  "DOM.scrollIntoViewIfNeeded",
  "Fetch.disable",
  "Fetch.enable",
  "Page.addScriptToEvaluateOnNewDocument",
  "Page.captureScreenshot",
  "Page.createIsolatedWorld",
  "Page.disable",
  "Page.enable",
  "Page.getFrameTree",
  "Page.getLayoutMetrics",
  "Page.getNavigationHistory",
  "Page.getResourceTree",
  "Page.removeScriptToEvaluateOnNewDocument",
  "Page.setInterceptFileChooserDialog",
  "Page.setLifecycleEventsEnabled",
  "Page.startScreencast",
  "Page.screencastFrameAck",
  "Page.stopScreencast",
  "Runtime.addBinding",
  "Runtime.disable",
  "Runtime.discardConsoleEntries",
  "Runtime.enable",
  "Runtime.getProperties",
  "Runtime.globalLexicalScopeNames",
  "Runtime.releaseObject",
  "Runtime.releaseObjectGroup",
  // A page that was born paused goes on: it does what it would have done anyway.
  "Runtime.runIfWaitingForDebugger",
  "Target.attachToTarget",
  "Target.detachFromTarget",
  "Target.getBrowserContexts",
  "Target.getTargetInfo",
  "Target.getTargets",
  "Target.setAutoAttach",
  "Target.setDiscoverTargets",
]);

export function commandEffect(method: string): CommandEffect {
  if (harmlessMethods.has(method)) return "none";
  if (method === "Runtime.evaluate" || method === "Runtime.callFunctionOn") return "script";
  return harmlessDomains.has(method.split(".")[0] ?? "") ? "none" : "effect";
}

/** A command that was written to Chrome while an action ran. */
export interface WrittenCommand {
  readonly method: string;
  /** `type` of an input event, such as `mouseReleased`. */
  readonly type: string | null;
  readonly answered: boolean;
}

/** Whether anything that can have an effect was written, for a tool whose effect travels that way. */
export function wroteEffect(through: "input" | "script", commands: readonly WrittenCommand[]): boolean {
  return commands.some(({ method }) => {
    const effect = commandEffect(method);
    return effect === "effect" || (effect === "script" && through === "script");
  });
}

/**
 * Whether Chrome's own answers show that the whole tool was carried out, without the broker's word: a broker that was
 * killed in between is then no reason to call the outcome unknown. False for tools of which that can't be told.
 */
export function carriedOutBy(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  commands: readonly WrittenCommand[],
): boolean {
  const effects = commands.filter(({ method }) => commandEffect(method) === "effect");
  if (effects.length === 0 || !effects.every(({ answered }) => answered)) return false;
  const count = (name: string) => effects.filter(({ type, method }) => type === name || method === name).length;
  switch (tool) {
    case "browser_click":
      return count("mouseReleased") >= (input["doubleClick"] === true ? 2 : 1);
    case "browser_hover":
      return count("mouseMoved") >= 1;
    case "browser_press_key": {
      const down = count("keyDown") + count("rawKeyDown");
      return down >= 1 && count("keyUp") === down;
    }
    case "browser_navigate":
      return count("Page.navigate") >= 1;
    case "browser_navigate_back":
      return count("Page.navigateToHistoryEntry") >= 1;
    case "browser_handle_dialog":
      return count("Page.handleJavaScriptDialog") >= 1;
    case "browser_file_upload":
      return count("DOM.setFileInputFiles") >= 1;
    default:
      return false;
  }
}
