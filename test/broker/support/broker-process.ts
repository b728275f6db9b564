import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BrokerBinding,
  type BrokerPerformed,
  type BrokerReported,
  type BrokerResult,
  type FromBroker,
  fromBroker,
  type ToBroker,
} from "../../../src/shared/contract/broker.ts";

const entry = new URL("../../../src/broker/index.ts", import.meta.url);

/** The broker as the control room has it: a forked process that is talked to over IPC only. */
export class BrokerProcess {
  readonly uploads: string;
  readonly downloads: string;
  readonly #directory: string;
  readonly #child: ChildProcess;
  readonly #messages: FromBroker[] = [];
  readonly #waiting = new Set<() => void>();
  readonly exited: Promise<number | null>;
  stderr = "";
  #lastId = 0;
  #reports = 0;

  private constructor(directory: string) {
    this.#directory = directory;
    this.uploads = join(directory, "uploads");
    this.downloads = join(directory, "downloads");
    this.#child = fork(entry, {
      execPath: process.execPath,
      execArgv: [],
      stdio: ["ignore", "inherit", "pipe", "ipc"],
    });
    this.#child.stderr?.on("data", (text) => {
      this.stderr += String(text);
    });
    this.exited = once(this.#child, "exit").then(() => this.#child.exitCode);
    this.#child.on("message", (raw) => {
      this.#messages.push(fromBroker.parse(raw));
      for (const look of [...this.#waiting]) look();
    });
  }

  static async start(): Promise<BrokerProcess> {
    const directory = await mkdtemp(join(tmpdir(), "broker-test-"));
    const broker = new BrokerProcess(directory);
    await Promise.all([mkdir(broker.uploads), mkdir(broker.downloads)]);
    return broker;
  }

  binding(endpoint: string): BrokerBinding {
    return {
      kind: "bind",
      slot: 1,
      launch: "launch",
      epoch: 1,
      endpoint,
      token: "lease-token",
      downloadsDirectory: this.downloads,
      uploadsDirectory: this.uploads,
    };
  }

  send(message: ToBroker): void {
    this.#child.send(message);
  }

  /** For what the contract does not know. */
  sendRaw(message: object): void {
    this.#child.send(message);
  }

  disconnect(): void {
    this.#child.disconnect();
  }

  /** The first message that fits, also one that came before. */
  async next<Kind extends FromBroker>(fits: (message: FromBroker) => message is Kind): Promise<Kind> {
    for (;;) {
      const found = this.#messages.find(fits);
      if (found !== undefined) return found;
      await this.#change();
    }
  }

  async #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
  }

  async bind(endpoint: string): Promise<void> {
    this.send(this.binding(endpoint));
    const message = await this.next((each) => each.kind === "ready" || each.kind === "bind_failed");
    if (message.kind === "bind_failed") throw new Error(message.message);
  }

  /** Sends one action that is answered at once, and waits for its result. */
  async call(tool: string, input: Record<string, unknown> = {}, timeoutMs = 10_000): Promise<BrokerResult> {
    return this.result(this.begin(tool, input, timeoutMs));
  }

  begin(tool: string, input: Record<string, unknown> = {}, timeoutMs = 10_000): string {
    const actionId = `action-${++this.#lastId}`;
    this.send({ kind: "action", actionId, tool, arguments: input, timeoutMs });
    return actionId;
  }

  async result(actionId: string): Promise<BrokerResult> {
    return this.next((each): each is BrokerResult => each.kind === "result" && each.actionId === actionId);
  }

  /** Sends one acting tool and waits until its steps have ended. @throws Error if it was refused instead */
  async perform(tool: string, input: Record<string, unknown> = {}, timeoutMs = 10_000): Promise<BrokerPerformed> {
    return this.performed(this.begin(tool, input, timeoutMs));
  }

  async performed(actionId: string): Promise<BrokerPerformed> {
    const message = await this.next(
      (each): each is BrokerPerformed | BrokerResult =>
        (each.kind === "performed" || each.kind === "result") && each.actionId === actionId,
    );
    if (message.kind === "result") throw new Error(`refused: ${textOf(message)}`);
    return message;
  }

  /** Asks what the page shows, and waits for the answer to this question: reports are answered in turn. */
  async report({ actionId }: { actionId: string }, { newDocument = false, tabs = 1 } = {}): Promise<BrokerReported> {
    const before = this.#reports++;
    this.send({ kind: "report", actionId, newDocument, tabs });
    for (;;) {
      const answer = this.#messages.filter((each) => each.kind === "reported")[before];
      if (answer !== undefined) return answer;
      await this.#change();
    }
  }

  /** Every message so far, of one kind of one action. */
  countOf(kind: FromBroker["kind"], actionId: string): number {
    return this.#messages.filter((each) => each.kind === kind && "actionId" in each && each.actionId === actionId)
      .length;
  }

  async interrupted(actionId: string): Promise<FromBroker> {
    return this.next((each): each is FromBroker => each.kind === "interrupted" && each.actionId === actionId);
  }

  /** @param count how many reports there have to be; the last of them is given */
  async reported(actionId: string, count = 1): Promise<BrokerReported> {
    let seen: BrokerReported[] = [];
    return this.next((each): each is BrokerReported => {
      if (each === this.#messages[0]) seen = [];
      if (each.kind !== "reported" || each.actionId !== actionId) return false;
      seen.push(each);
      return seen.length === count;
    });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill("SIGKILL");
    await this.exited;
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** The text that an agent reads. */
export function textOf(result: Pick<BrokerResult, "content">): string {
  return result.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
}
