import { placeOf } from "../../core/action/evidence.ts";
import { isRecord, textOf } from "./gate/messages.ts";
import type { Room } from "./room.ts";
import type { LiveBrowser } from "./slot-runtime.ts";
import type { PageMark } from "./target-settings.ts";
import { within } from "./within.ts";

/** How long the page may take to load, and then to show what is looked for, in milliseconds. */
const loadMs = 15_000;
const showMs = 5_000;

/** A site may lead on by script, so that the document goes away while it is looked at; so many are looked at. */
const documents = 4;

export interface PageSeen {
  readonly found: boolean;
  /** Origin and path of the document that was looked at, without query. */
  readonly place: string;
}

/** What is looked for, in words. */
export function markWords({ url, text, selector }: PageMark): string {
  return `${text === undefined ? `the element ${selector ?? ""}` : `the text “${text}”`} at ${url}`;
}

/**
 * Opens the page that the target's configuration names, in a background tab of the slot's own Chrome and with its login,
 * and looks for what stands there. The tab is the control room's and is closed again.
 * @throws Error that says why it could not be looked at: then nothing was learned
 */
export async function lookAtPage(room: Room, browser: LiveBrowser, mark: PageMark): Promise<PageSeen> {
  const { clock } = room.ports;
  const { room: channel } = browser.gate;
  const { targetId } = await channel.command("Target.createTarget", { url: "about:blank", background: true });
  try {
    const { sessionId } = await channel.command("Target.attachToTarget", { targetId, flatten: true });
    if (typeof sessionId !== "string") throw new Error("Chrome gave no session for it");
    const look = async () => {
      await navigate(browser, sessionId, mark.url);
      return readMark(browser, sessionId, mark, documents);
    };
    const seen = await within(clock, loadMs + showMs, look());
    if (seen === null) throw new Error("the page did not answer in time");
    return seen;
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

async function readMark(browser: LiveBrowser, sessionId: string, mark: PageMark, left: number): Promise<PageSeen> {
  const options = { expression: script(mark), awaitPromise: true, returnByValue: true };
  const answer = await browser.gate.room.command("Runtime.evaluate", options, sessionId).catch((error: unknown) => {
    // The document is gone: the next one is the page that the site shows.
    if (left <= 1) throw error;
    return null;
  });
  if (answer === null) return readMark(browser, sessionId, mark, left - 1);
  if (answer["exceptionDetails"] !== undefined) throw new Error("what is looked for is no valid selector");
  const value = isRecord(answer["result"]) ? answer["result"]["value"] : undefined;
  if (!isRecord(value)) throw new Error("the page gave no answer");
  return { found: value["found"] === true, place: placeOf(textOf(value, "place") ?? "") };
}

/** Looks when the document is there and on every change, for a while: pages draw late. */
function script({ text, selector }: PageMark): string {
  const found =
    text === undefined
      ? `document.querySelector(${JSON.stringify(selector ?? "")}) !== null`
      : `(document.body?.innerText ?? "").includes(${JSON.stringify(text)})`;
  return `new Promise((done, fail) => {
    const finish = (found) => done({ found, place: location.origin + location.pathname });
    const look = () => { try { if (${found}) finish(true); } catch (error) { fail(error); } };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    setTimeout(() => finish(false), ${showMs});
    look();
  })`;
}
