import { setTimeout as wait } from "node:timers/promises";
import { findElement, findReference } from "../../../demo/agents/find-reference.ts";
import { readShopPage } from "../../../demo/agents/shop-page.ts";
import type { ToolAnswer } from "../../../demo/agents/tool-answer.ts";
import type { Person } from "./person.ts";
import type { TrialPlan } from "./plan.ts";
import type { ShopAgent } from "./shop-agent.ts";

/** Kill, restart, login and a new Chrome may all come between; more than that is a defect. */
const mostTries = 14;
const calmMs = 150;

/** What the agent sees of its product, and where it can act. */
export interface OpenedProduct {
  readonly price: string;
  readonly stock: string;
  readonly field: string;
  readonly button: string;
}

export interface TaskParts {
  readonly agent: ShopAgent;
  readonly person: Person;
  readonly plan: TrialPlan;
  /** Its address. */
  readonly shop: string;
  /** Settles when there is a control room again. */
  roomRuns(): Promise<void>;
}

/** How an agent works in the shop during one trial, with a person who helps when it is held up. */
export class ShopTask {
  readonly #agent: ShopAgent;
  readonly #person: Person;
  readonly #plan: TrialPlan;
  readonly #shop: string;
  readonly change: string;
  readonly value: string;
  /** Calls that were not done, for whoever reads the record. */
  readonly trouble: string[] = [];

  readonly #roomRuns: () => Promise<void>;

  constructor({ agent, person, plan, shop, roomRuns }: TaskParts) {
    this.#agent = agent;
    this.#person = person;
    this.#plan = plan;
    this.#shop = shop;
    this.#roomRuns = roomRuns;
    this.change = `trial-${plan.number}`;
    // No other trial has it, and no product begins with it.
    this.value = plan.form === "fetch" ? `${100 + plan.number}.55` : String(1_000 + plan.number);
  }

  get path(): string {
    return `/admin/products/${this.#agent.product}/${this.#plan.form === "fetch" ? "save" : "stock"}`;
  }

  saveId(attempt: number): string {
    return `${this.savePrefix}${attempt}`;
  }

  get savePrefix(): string {
    return `save-${this.change}-`;
  }

  /**
   * Opens the product anew, and logs in where that is asked for. The address tells the attempts apart, for the shop's log.
   * @throws Error when it does not come to that
   */
  async open(attempt: number): Promise<OpenedProduct> {
    const url = `${this.#shop}/admin/products/${this.#agent.product}?change=${this.change}&try=${attempt}`;
    for (let count = 0; count < mostTries; count += 1) {
      const answer = await this.call("browser_navigate", { url });
      const shown = readShopPage(answer.text);
      if (shown?.kind === "login") {
        const fields = [
          { name: "User", target: shown.userField, type: "textbox", value: this.#agent.user },
          { name: "Password", target: shown.passwordField, type: "textbox", value: "demo" },
        ];
        const filled = await this.call("browser_fill_form", { fields });
        if (filled.outcome === "done") await this.call("browser_click", { element: "Log in", target: shown.button });
        else await this.#clearUp(null);
      } else if (answer.outcome === "done" && shown?.kind === "product") {
        const opened = this.#read(answer, shown.product.price);
        if (opened) return opened;
      } else await wait(calmMs);
    }
    throw new Error(
      `trial ${this.#plan.number}: the product could not be opened:\n${this.trouble.slice(-6).join("\n")}`,
    );
  }

  #read({ text }: ToolAnswer, price: string): OpenedProduct | null {
    const isFetch = this.#plan.form === "fetch";
    const stock = findElement(text, "textbox", "Stock");
    const field = isFetch ? findReference(text, "textbox", "New price") : (stock?.reference ?? null);
    const button = findReference(text, "button", isFetch ? "Save" : "Save stock and return");
    return field === null || button === null ? null : { price, stock: stock?.value ?? "", field, button };
  }

  shows({ price, stock }: OpenedProduct): boolean {
    return this.#plan.form === "fetch" ? price === this.value : stock === this.value;
  }

  /** Types the value. @returns whether it is there */
  async fill({ field }: OpenedProduct): Promise<boolean> {
    const fields = [{ name: "value", target: field, type: "textbox", value: this.value }];
    const { outcome } = await this.call("browser_fill_form", { fields });
    if (outcome !== "done") await this.#clearUp(null);
    return outcome === "done";
  }

  /**
   * After an unknown outcome: looks at the page as it is, opens it anew, and states what it saw. What was cleared up by
   * evidence or by the person meanwhile is not stated again.
   * @returns whether the change is there
   */
  async lookAndState(attempt: number): Promise<boolean> {
    await this.call("browser_snapshot");
    const seen = this.shows(await this.open(attempt));
    await this.#clearUp(seen);
    return seen;
  }

  /** States all that is unknown. @param seen whether the page shows the change; null where it was not looked for */
  async #clearUp(seen: boolean | null): Promise<void> {
    await this.call("browser_snapshot");
    for (const id of this.#agent.unresolved()) {
      const isSave = id.startsWith("save-");
      // This page says nothing of another trial's.
      if (isSave && (seen === null || !id.startsWith(this.savePrefix))) continue;
      await this.call("reconcile", { action_id: id, applied: isSave && seen === true ? "yes" : "no" });
    }
  }

  /** A call that somebody helps along. */
  async call(tool: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const answer = await this.#person.attend(this.#agent.call(tool, input));
    if (answer.outcome === "done") return answer;
    const words = answer.facts?.error ?? { code: "no answer", message: answer.text };
    this.trouble.push(`${tool} ${answer.outcome}: ${words.code} ${words.message.slice(0, 160)}`);
    // A patient agent: its tries are not for a control room that is just starting.
    if (words.code === "CONTROL_ROOM_NOT_RUNNING") await this.#roomRuns();
    return answer;
  }
}
