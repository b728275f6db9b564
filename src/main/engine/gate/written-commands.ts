import type { CommandLog } from "./command-log.ts";
import { type Command, textOf } from "./messages.ts";
import { type Pressed, PressedInput } from "./pressed.ts";

/**
 * What one lease has written to Chrome, and what is still open of it: commands without an answer (R2), the log of the
 * action that each belongs to, and what was left pressed.
 */
export class WrittenCommands {
  readonly #unanswered = new Map<string, string>();
  /** Logs that wait for the answer to one of their commands. */
  readonly #logs = new Map<string, CommandLog>();
  /** The tab that a session belongs to; a frame's or a worker's session belongs to the tab that holds it. */
  readonly #tabs = new Map<string, string>();
  readonly #pressed = new PressedInput();

  /** Methods of the commands that have no answer yet. */
  unanswered(): string[] {
    return [...this.#unanswered.values()];
  }

  pressed(): Pressed[] {
    return this.#pressed.all();
  }

  /** @param parent the session around it, for one that belongs to its parent's tab */
  sessionOf(tab: string, sessionId: string, parent: string | null = null): void {
    this.#tabs.set(sessionId, (parent === null ? undefined : this.#tabs.get(parent)) ?? tab);
  }

  /**
   * Called in the turn of the write, before it.
   * @throws what the record of an action's first effect throws: then the command must not be written
   */
  willWrite(
    command: Command,
    params: Readonly<Record<string, unknown>>,
    sessionId: string,
    log: CommandLog | null,
  ): void {
    const key = keyOf(sessionId, command.id);
    const tab = this.#tabs.get(sessionId) ?? textOf(params, "targetId");
    log?.willWrite(key, command.method, params, tab);
    if (log) this.#logs.set(key, log);
    if (tab !== null) this.#pressed.wrote(command.method, params, tab);
    this.#unanswered.set(key, command.method);
  }

  wasAnswered(sessionId: string, id: number): void {
    const key = keyOf(sessionId, id);
    this.#unanswered.delete(key);
    this.#logs.get(key)?.wasAnswered(key);
    this.#logs.delete(key);
  }

  /** The session is gone: what it had open is never answered. */
  forget(sessionId: string): void {
    this.#tabs.delete(sessionId);
    for (const key of this.#unanswered.keys()) {
      if (!key.startsWith(`${sessionId}:`)) continue;
      this.#unanswered.delete(key);
      this.#logs.delete(key);
    }
  }
}

function keyOf(sessionId: string, id: number): string {
  return `${sessionId}:${id}`;
}
