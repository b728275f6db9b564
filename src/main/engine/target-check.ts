import { DockError } from "../../shared/errors.ts";
import { isRecord, textOf } from "./gate/messages.ts";
import type { Room } from "./room.ts";
import type { LiveBrowser } from "./slot-runtime.ts";
import type { PageMark } from "./target-settings.ts";
import { within } from "./within.ts";

/** How long the page may take to load, and then to show what is looked for, in milliseconds. */
const loadMs = 15_000;
const showMs = 5_000;

/** What the check looks for, in words. */
export function checkWords({ url, text, selector }: PageMark): string {
  return `${text === undefined ? `the element ${selector ?? ""}` : `the text “${text}”`} at ${url}`;
}

/**
 * Opens the page that the target's configuration names, in a background tab of the slot's own Chrome and with its
 * login, and looks for what stands there when an action took effect. The tab is the control room's and is closed again.
 * @returns whether it was found
 * @throws DockError `CHECK_FAILED` when the page could not be looked at: then nothing was learned
 */
export async function runCheck(room: Room, browser: LiveBrowser, check: PageMark): Promise<boolean> {
  const { clock } = room.ports;
  const { room: channel } = browser.gate;
  const { targetId } = await channel.command("Target.createTarget", { url: "about:blank", background: true });
  try {
    const { sessionId } = await channel.command("Target.attachToTarget", { targetId, flatten: true });
    if (typeof sessionId !== "string") throw new Error("Chrome gave no session for it");
    const look = async () => {
      await navigate(browser, sessionId, check.url);
      return evaluate(browser, sessionId, script(check));
    };
    const seen = await within(clock, loadMs + showMs, look());
    if (!isRecord(seen)) throw new Error("the page did not answer in time");
    const place = textOf(seen, "place") ?? "";
    if (place !== new URL(check.url).origin) throw new Error(`the site led to ${place} instead`);
    return seen["found"] === true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DockError("CHECK_FAILED", `${check.url} could not be checked: ${reason}.`, { cause: error });
  } finally {
    await channel.command("Target.closeTarget", { targetId }).catch(() => {});
  }
}

/** @throws Error when the site does not answer with a page */
async function navigate({ gate }: LiveBrowser, sessionId: string, url: string): Promise<void> {
  const status = Promise.withResolvers<number>();
  const stopListening = gate.room.onEvent(["Network.responseReceived"], (_method, params, from) => {
    const { response, type } = params;
    if (from === sessionId && type === "Document" && isRecord(response)) status.resolve(Number(response["status"]));
  });
  try {
    await gate.room.command("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }, sessionId);
    const { errorText } = await gate.room.command("Page.navigate", { url }, sessionId);
    if (typeof errorText === "string") throw new Error(errorText);
    const answer = await status.promise;
    if (answer >= 400) throw new Error(`the site answered with ${answer}`);
  } finally {
    stopListening();
  }
}

async function evaluate({ gate }: LiveBrowser, sessionId: string, expression: string): Promise<unknown> {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await gate.room.command("Runtime.evaluate", options, sessionId);
  if (exceptionDetails !== undefined) throw new Error("what is looked for is no valid selector");
  return isRecord(result) ? result["value"] : undefined;
}

/** Looks when the document is there and on every change, for a while: pages draw late. */
function script({ text, selector }: PageMark): string {
  const found =
    text === undefined
      ? `document.querySelector(${JSON.stringify(selector ?? "")}) !== null`
      : `(document.body?.innerText ?? "").includes(${JSON.stringify(text)})`;
  return `new Promise((done, fail) => {
    const finish = (found) => done({ found, place: location.origin });
    const look = () => { try { if (${found}) finish(true); } catch (error) { fail(error); } };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    setTimeout(() => finish(false), ${showMs});
    look();
  })`;
}
