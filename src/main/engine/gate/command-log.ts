import { commandEffect, type WrittenCommand, wroteEffect } from "../../../core/action/commands.ts";

interface Entry extends WrittenCommand {
  answered: boolean;
}

/**
 * What was written to Chrome while one action ran, by the only place that writes (R4). It is what `not_sent` rests on,
 * and it says in which tabs the action worked.
 */
export class CommandLog {
  readonly #through: "input" | "script";
  readonly #entries = new Map<string, Entry>();
  readonly #tabs = new Set<string>();
  readonly #beforeFirstEffect: () => void;
  #announced = false;

  /**
   * @param through how the tool's effect travels
   * @param beforeFirstEffect stores that an effect is about to be written. What it throws keeps the command from Chrome:
   * an effect without its record could be called `not_sent` after a crash.
   */
  constructor(through: "input" | "script", beforeFirstEffect: () => void) {
    this.#through = through;
    this.#beforeFirstEffect = beforeFirstEffect;
  }

  /** Called before the write. @throws what the record of the first effect throws */
  willWrite(key: string, method: string, params: Readonly<Record<string, unknown>>, tab: string | null): void {
    const effect = commandEffect(method);
    if (effect === "none") return;
    const type = typeof params["type"] === "string" ? params["type"] : null;
    const entry = { method, type, answered: false };
    if (!this.#announced && wroteEffect(this.#through, [entry])) {
      this.#beforeFirstEffect();
      this.#announced = true;
    }
    this.#entries.set(key, entry);
    if (tab !== null) this.#tabs.add(tab);
  }

  wasAnswered(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.answered = true;
  }

  get commands(): readonly WrittenCommand[] {
    return [...this.#entries.values()];
  }

  /** Tabs in which the action did something, or may have. */
  get tabs(): ReadonlySet<string> {
    return this.#tabs;
  }

  /** Whether a command was written that is nothing but an effect. */
  get wroteInput(): boolean {
    return wroteEffect("input", this.commands);
  }

  /** R6: whether anything that can have an effect was written, or may have been by script. */
  get wroteEffect(): boolean {
    return wroteEffect(this.#through, this.commands);
  }
}
