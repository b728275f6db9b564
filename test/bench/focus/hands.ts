import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callTool, type ToolAnswer, type ToolClient } from "../../../demo/agents/tool-answer.ts";
import { resolvePaths, slotDirectories } from "../../../src/main/adapters/system/paths.ts";
import type { TestRoom } from "../../support/control-room.ts";

/** An agent's call was refused, or was not done. */
export class NotDone extends Error {
  readonly tool: string;

  constructor(tool: string, { outcome, facts, text }: ToolAnswer) {
    const why = facts?.error ? `${facts.error.code} ${facts.error.message}` : text;
    super(`${tool} ${outcome}: ${why.slice(0, 160)}`);
    this.name = "NotDone";
    this.tool = tool;
  }
}

/** What an attack works with: an agent's tools, and where its slot keeps its files. */
export class Hands {
  /** The text of the last answer. */
  seen = "";
  readonly #client: ToolClient;
  readonly #room: TestRoom;
  #slot: number | null = null;
  #unresolved: readonly string[] = [];

  constructor(client: ToolClient, room: TestRoom) {
    this.#client = client;
    this.#room = room;
  }

  /** @throws Error before the first answer */
  get slot(): number {
    if (this.#slot === null) throw new Error("the agent has no slot yet");
    return this.#slot;
  }

  async ask(tool: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const answer = await callTool(this.#client, { tool, arguments: input });
    this.seen = answer.text;
    this.#slot = answer.facts?.slot ?? this.#slot;
    this.#unresolved = answer.facts?.unresolved ?? [];
    return answer;
  }

  /** @throws NotDone */
  async use(tool: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const answer = await this.ask(tool, input);
    if (answer.outcome !== "done") throw new NotDone(tool, answer);
    return answer;
  }

  /** A file that the agent may upload. */
  file(): string {
    const { uploads } = slotDirectories(resolvePaths(this.#room.environment), this.slot);
    mkdirSync(uploads, { recursive: true });
    const file = join(uploads, "upload.txt");
    writeFileSync(file, "an upload");
    return file;
  }

  /**
   * Closes what an attack has left open: its dialogs and tabs, and what it left unsettled. What stays open in the page
   * itself goes with the next navigation.
   * @param page where to go when the present one is of no use any more
   */
  async tidy(page: string, leave: boolean): Promise<void> {
    for (let open = 0; open < 5 && this.seen.includes("A dialog is open"); open += 1) {
      await this.ask("browser_handle_dialog", { accept: true });
    }
    if (leave || this.seen.includes("did not answer")) {
      await this.ask("browser_navigate", { url: page });
      // A page whose script stands still under a window of Chrome's own can only be left behind.
      if (this.seen.includes("did not answer")) await this.ask("browser_tabs", { action: "new", url: page });
    }
    for (const tab of otherTabs(this.seen)) await this.ask("browser_tabs", { action: "close", tab });
    if (this.#unresolved.length === 0) return;
    const unresolved = this.#unresolved;
    await this.ask("browser_snapshot");
    for (const action of unresolved) await this.ask("reconcile", { action_id: action, applied: "yes" });
  }
}

function otherTabs(text: string): readonly string[] {
  return [...text.matchAll(/^- (t\d+)(?! \(current\)):/gm)].map(([, tab = ""]) => tab);
}
