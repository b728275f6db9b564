import { type ProductForm, readShopPage, type ShopPage } from "./shop-page.ts";
import type { ToolAnswer, ToolCall } from "./tool-answer.ts";

/** What an agent keeps in mind between two calls. The page itself is never remembered, only read again. */
export interface Memory {
  readonly user: string;
  /** Without a slash at the end. */
  readonly shop: string;
  /** Counts products that are done with; decides which one comes next. */
  readonly round: number;
  /** Text of the last snapshot; null when one has to be taken. */
  readonly seen: string | null;
  readonly change: Change | null;
}

interface Change {
  readonly product: number;
  readonly price: string;
  /**
   * `typing`: nothing was sent. `saving`: Save was clicked. `in doubt`: it may have been applied or not;
   * only a page that was loaded afterwards can tell. `reloaded`: that page is being loaded.
   */
  readonly state: "typing" | "saving" | "in doubt" | "reloaded";
}

export interface Step {
  readonly memory: Memory;
  readonly call: ToolCall;
  /** For whoever watches: what was found out just now, if anything. */
  readonly note: string | null;
}

export function startWork(user: string, shop: string, round: number): Memory {
  return { user, shop, round, seen: null, change: null };
}

/**
 * What to do next, by what the window shows. Decides nothing from what it did before except whether a change
 * is in doubt: the person may have gone anywhere with the window in the meantime.
 */
export function nextStep(memory: Memory): Step {
  if (memory.seen === null) return step(memory, look());
  const page = readShopPage(memory.seen) ?? { kind: "elsewhere" };
  if (page.kind === "login") return step(memory, logIn(memory, page));
  if (memory.change && leftUnsettled(memory.change, page)) return settleDoubt(memory, memory.change);
  switch (page.kind) {
    case "products":
      return openNext(memory, page);
    case "product":
      return changePrice(memory, page.product);
    case "orders":
      return step(memory, click("Products", page.products) ?? openList(memory));
    case "elsewhere":
      return step(memory, openList(memory));
    default:
      return page satisfies never;
  }
}

/** What the answer to a step's call leaves in mind. */
export function remember(memory: Memory, call: ToolCall, answer: ToolAnswer): Memory {
  const lost = answer.facts?.error !== undefined || answer.facts?.control_returned !== undefined;
  // An empty page has no references, and asking once more gives none either.
  const whole = call.tool === "browser_snapshot" || readShopPage(answer.text) !== null;
  const usable = answer.outcome === "done" && !lost && whole;
  return { ...memory, seen: usable ? answer.text : null, change: changeAfter(memory.change, call, answer) };
}

/** A save that was sent is settled on its own product's page only; the person may have left that page. */
function leftUnsettled(change: Change, page: ShopPage): boolean {
  if (change.state === "typing") return false;
  return change.state === "in doubt" || page.kind !== "product" || page.product.id !== change.product;
}

function changeAfter(change: Change | null, call: ToolCall, answer: ToolAnswer): Change | null {
  // Without a page that was loaded for sure, what is seen next may be older than the save.
  if (change?.state === "reloaded" && call.tool === "browser_navigate" && answer.outcome !== "done") {
    return { ...change, state: "in doubt" };
  }
  const saved = call.tool === "browser_click" && call.arguments["element"] === "Save";
  if (!saved || change === null) return change;
  if (answer.outcome === "not_sent") return { ...change, state: "typing" };
  // A failed click may have failed after it reached the page.
  return { ...change, state: answer.outcome === "done" ? "saving" : "in doubt" };
}

function changePrice(memory: Memory, form: ProductForm): Step {
  const change = memory.change?.product === form.id ? memory.change : null;
  if (change?.state === "reloaded") return judge(memory, form, change);
  if (change?.state === "saving" && form.status === "Saved" && Number(form.price) === Number(change.price)) {
    return leave(memory, form, `product ${form.id} saved at ${form.price}`);
  }
  if (change?.state === "saving" && form.status === "Saving…") {
    return step(memory, { tool: "browser_wait_for", arguments: { textGone: "Saving…" } });
  }
  // "Not saved" is only what the page believes.
  if (change?.state === "saving") return settleDoubt(memory, { ...change, state: "in doubt" });
  const wanted: Change = change ?? { product: form.id, price: nextPrice(form.price, memory.round), state: "typing" };
  const next = { ...memory, change: wanted };
  if (Number(form.typed) === Number(wanted.price)) {
    return step(next, { tool: "browser_click", arguments: { element: "Save", target: form.saveButton } });
  }
  const field = { element: "New price", target: form.priceField, text: wanted.price };
  return step(next, { tool: "browser_type", arguments: field });
}

function settleDoubt(memory: Memory, change: Change): Step {
  const url = `${memory.shop}/admin/products/${change.product}`;
  const call: ToolCall = { tool: "browser_navigate", arguments: { url } };
  const note = `product ${change.product}: no word whether ${change.price} was saved, looking before anything else`;
  return step({ ...memory, change: { ...change, state: "reloaded" } }, call, note);
}

/** The page was loaded after the doubtful save, so its price is the shop's. */
function judge(memory: Memory, form: ProductForm, change: Change): Step {
  if (Number(form.price) === Number(change.price)) {
    return leave(memory, form, `product ${form.id}: ${change.price} had been saved`);
  }
  return leave(memory, form, `product ${form.id}: ${change.price} had not been saved`);
}

function leave(memory: Memory, form: ProductForm, note: string): Step {
  const next = { ...memory, round: memory.round + 1, change: null };
  return step(next, click("Back to the list", form.back) ?? openList(memory), note);
}

function openNext(memory: Memory, page: Extract<ShopPage, { kind: "products" }>): Step {
  const orders = memory.round % 4 === 3 ? click("Orders", page.orders) : null;
  if (orders) return step({ ...memory, round: memory.round + 1 }, orders);
  const link = page.links[memory.round % Math.max(1, page.links.length)];
  return step({ ...memory, change: null }, click(link?.name ?? "", link?.reference ?? null) ?? openList(memory));
}

function logIn(memory: Memory, page: Extract<ShopPage, { kind: "login" }>): ToolCall {
  if (page.user === memory.user)
    return { tool: "browser_click", arguments: { element: "Log in", target: page.button } };
  const fields = [
    { name: "User", target: page.userField, type: "textbox", value: memory.user },
    { name: "Password", target: page.passwordField, type: "textbox", value: "demo" },
  ];
  return { tool: "browser_fill_form", arguments: { fields } };
}

function step(memory: Memory, call: ToolCall, note: string | null = null): Step {
  return { memory, call, note };
}

function look(): ToolCall {
  return { tool: "browser_snapshot", arguments: {} };
}

function openList(memory: Memory): ToolCall {
  return { tool: "browser_navigate", arguments: { url: `${memory.shop}/admin/products` } };
}

function click(element: string, target: string | null): ToolCall | null {
  return target === null ? null : { tool: "browser_click", arguments: { element, target } };
}

/** Differs from the present price by 1 to 9 cent, and never drifts far from it. */
function nextPrice(price: string, round: number): string {
  const cents = Math.round(Number(price) * 100);
  const by = 1 + (round % 9);
  return ((round % 2 === 0 || cents <= by ? cents + by : cents - by) / 100).toFixed(2);
}
