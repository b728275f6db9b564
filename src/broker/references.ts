import type { Locator } from "playwright-core";
import { unlessLate } from "./deadline.ts";
import { Refusal } from "./refusal.ts";
import type { Tab } from "./tab-book.ts";

/** `e12`, or `f1e12` for an element of a frame. Written as a selector it is a reference all the same. */
const reference = /^(?:aria-ref=)?((?:f\d+)?e\d+)$/;

/** The page answers this at once unless its script is busy; milliseconds. */
const lookMs = 2_000;

/**
 * The element that an agent means: by reference from its last snapshot of this tab, or by a selector.
 * A selector has to match one element only; Playwright refuses more when it is used.
 *
 * @throws Refusal `STALE_REFERENCE`: the document or the element that was read is gone (R41)
 */
export async function locate(tab: Tab, target: string): Promise<Locator> {
  const ref = reference.exec(target.trim())?.[1];
  if (ref === undefined) {
    // Anywhere inside a selector it would get around the check of the document.
    if (target.includes("aria-ref")) throw new Refusal("ARGUMENTS_INVALID", "A reference stands alone, such as e12.");
    return tab.page.locator(target);
  }
  if (tab.snapshotOf === undefined) {
    throw new Refusal("STALE_REFERENCE", `${ref}: no snapshot of tab ${tab.id} was given to you yet.`);
  }
  const locator = tab.page.locator(`aria-ref=${ref}`);
  const [sameDocument, count] = await Promise.all([
    unlessLate(tab.snapshotOf.evaluate("true"), lookMs),
    unlessLate(locator.count(), lookMs),
  ]);
  if (sameDocument === undefined) {
    throw new Refusal("STALE_REFERENCE", `${ref} was read from a document that tab ${tab.id} no longer shows.`);
  }
  if (count !== 1) throw new Refusal("STALE_REFERENCE", `${ref} is no longer on the page.`);
  return locator;
}
