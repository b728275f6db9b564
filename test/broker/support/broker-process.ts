import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BrokerBinding,
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
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      await promise;
      this.#waiting.delete(resolve);
    }
  }

  async bind(endpoint: string): Promise<void> {
    this.send(this.binding(endpoint));
    const message = await this.next((each) => each.kind === "ready" || each.kind === "bind_failed");
    if (message.kind === "bind_failed") throw new Error(message.message);
  }

  /** Sends one action and waits for its result. */
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

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill("SIGKILL");
    await this.exited;
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** The text that an agent reads. */
export function textOf(result: BrokerResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
}

/** The reference of the element with this role and name in a snapshot. */
export function refOf(result: BrokerResult, element: string): string {
  const line = textOf(result)
    .split("\n")
    .find((each) => each.includes(element));
  const ref = /\[ref=(\w+)\]/.exec(line ?? "")?.[1];
  if (ref === undefined) throw new Error(`no ${element} in\n${textOf(result)}`);
  return ref;
}
