import { methodRule } from "../../../core/policy/method-policy.ts";
import type { Tenant, TenantSocket } from "../ports.ts";
import type { CommandLog } from "./command-log.ts";
import { type Envelope, withoutSession } from "./envelope.ts";
import { firstOwnId, HiddenSessions, isSharedWorker } from "./hidden-sessions.ts";
import {
  type Command,
  isRecord,
  parseCommand,
  parseMessage,
  parseTargetInfo,
  type TargetInfo,
  textOf,
} from "./messages.ts";
import { filesOf, isWebAddress } from "./parameters.ts";
import type { Pressed } from "./pressed.ts";
import { WrittenCommands } from "./written-commands.ts";

/** What a leased session asks of the gate and of the slot that it belongs to. */
export interface LeaseContext {
  readonly sessionId: string;
  readonly epoch: number;
  /** The slot's epoch now. The fence is the comparison with it, in the turn of the write (R4). */
  currentEpoch(): number;
  write(message: string): void;
  mayDrive(targetId: string): boolean;
  /** The lease asks Chrome for a tab; the next page without an opener may be it. */
  tabAsked(): void;
  tabAnswered(targetId: string | null): void;
  /** The client wants one of its tabs to be the one that its window shows. */
  tabWanted(targetId: string): void;
  readonly downloads: string;
  mayUpload(path: string): boolean;
  onRefused(method: string, reason: string): void;
  /** Of the action that runs now; null between two actions. */
  log(): CommandLog | null;
}

/** Kept while it is not yet known whose tab it is: the answer to `createTarget` comes after the tab's events. */
interface Undecided {
  readonly target: TargetInfo;
  readonly messages: Buffer[];
}

/**
 * One leased browser session: what a tenant sends is judged and written, what Chrome says of the tenant's own
 * tabs is handed on, everything else stays here. The fence and the policy are for every client alike.
 */
export class LeasedSession implements Tenant {
  readonly #context: LeaseContext;
  readonly #socket: TenantSocket;
  /** Each with its page; null for the whole browser, and for what is no page. */
  readonly #sessions: Map<string, string | null>;
  readonly #hidden: HiddenSessions;
  readonly #undecided = new Map<string, Undecided>();
  readonly #written = new WrittenCommands();
  readonly #creating = new Set<number>();
  readonly #listing = new Set<number>();
  #fenced = false;

  constructor(context: LeaseContext, socket: TenantSocket) {
    this.#context = context;
    this.#socket = socket;
    this.#sessions = new Map([[context.sessionId, null]]);
    this.#hidden = new HiddenSessions((message) => context.write(message));
  }

  get sessionId(): string {
    return this.#context.sessionId;
  }

  /** Methods of the commands that were written and have no answer yet (R2). */
  unanswered(): string[] {
    return this.#written.unanswered();
  }

  /** Keys and mouse buttons that the tenant pressed and did not let go. */
  pressed(): Pressed[] {
    return this.#written.pressed();
  }

  owns(sessionId: string): boolean {
    return this.#sessions.has(sessionId) || this.#hidden.has(sessionId) || this.#undecided.has(sessionId);
  }

  /** From here on the tenant's commands are refused; answers to earlier ones are still handed on (R5). */
  fence(): void {
    this.#fenced = true;
  }

  /** The tenant hears and says nothing more. */
  cut(): void {
    this.#fenced = true;
    this.#socket.close();
  }

  /** The lease is over: answers that did not come are not waited for any more. */
  close(): void {
    this.cut();
    for (const _ of this.#creating) this.#context.tabAnswered(null);
    this.#creating.clear();
  }

  gone(): void {
    this.#fenced = true;
  }

  receive(text: string): void {
    const command = parseCommand(text);
    if (!command || command.id >= firstOwnId) {
      this.#socket.send('{"error":{"code":-32600,"message":"Not a DevTools command"}}');
      return;
    }
    const sessionId = command.sessionId ?? this.#context.sessionId;
    if (!this.#sessions.has(sessionId)) {
      this.#refuse(command, "Session with given id not found.", -32001);
      return;
    }
    const params = this.#judge(command);
    if (!params) return;
    const message = JSON.stringify({ id: command.id, method: command.method, params, sessionId });
    // The fence: compared in the same turn as the write, so nothing can come between (R4).
    if (this.#isStale()) {
      this.#refuse(command, "EPOCH_STALE: control of this browser has changed; the command was not sent.", -32000);
      return;
    }
    if (!this.#note(command, params, sessionId)) return;
    this.#context.write(message);
    if (command.method === "Target.createTarget") {
      this.#creating.add(command.id);
      this.#context.tabAsked();
    } else if (command.method === "Target.getTargets") {
      this.#listing.add(command.id);
    }
  }

  /** Takes note of what is about to be written. @returns false when the note failed and nothing may be written */
  #note(command: Command, params: Readonly<Record<string, unknown>>, sessionId: string): boolean {
    try {
      this.#written.willWrite(command, params, sessionId, this.#context.log());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#refuse(command, `DISK_FULL: the command was not sent, because it could not be noted: ${reason}`, -32000);
      return false;
    }
    return true;
  }

  /** A message from Chrome on one of this lease's sessions. */
  deliver(message: Buffer, envelope: Envelope, sessionId: string): void {
    if (this.#hidden.has(sessionId)) {
      if (envelope.id !== null) this.#hidden.answered(envelope.id);
      return;
    }
    const undecided = this.#undecided.get(sessionId);
    if (undecided) {
      undecided.messages.push(message);
      return;
    }
    if (envelope.id !== null) {
      if (envelope.id >= firstOwnId) return;
      this.#written.wasAnswered(sessionId, envelope.id);
      this.#answer(message, envelope.id, sessionId);
      return;
    }
    if (envelope.method?.startsWith("Target.")) this.#targetEvent(message, envelope.method, sessionId);
    else this.#forward(message, sessionId);
  }

  /** @returns the parameters to send, or null when the command was answered or refused here */
  #judge(command: Command): Readonly<Record<string, unknown>> | null {
    const { rule, reason } = methodRule(command.method);
    const refused = () => {
      this.#context.onRefused(command.method, reason);
      this.#refuse(command, `NOT_ALLOWED: ${command.method}: ${reason}.`, -32000);
      return null;
    };
    switch (rule) {
      case "allow":
        return command.params;
      case "answer":
        this.#wanted(command);
        this.#reply(command, { result: {} });
        return null;
      case "rewrite":
        return this.#rewrite(command);
      case "own_tab": {
        const targetId = textOf(command.params, "targetId");
        // Without an id the session's own tab is meant, and the session is the lease's already.
        return targetId === null || this.#context.mayDrive(targetId) ? command.params : refused();
      }
      case "own_files":
        return filesOf(command.params).every((file) => this.#context.mayUpload(file)) ? command.params : refused();
      case "web_only":
        return isWebAddress(command.params["url"]) ? command.params : refused();
      case "refuse":
        return refused();
      default:
        return rule satisfies never;
    }
  }

  /** What brings to the front is never written as it is (R21); the slot may show that tab where its window stands. */
  #wanted({ method, params, sessionId }: Command): void {
    if (this.#isStale()) return;
    const own = this.#sessions.get(sessionId ?? this.#context.sessionId) ?? null;
    const targetId =
      method === "Page.bringToFront" ? own : method === "Target.activateTarget" ? textOf(params, "targetId") : null;
    if (targetId !== null && this.#context.mayDrive(targetId)) this.#context.tabWanted(targetId);
  }

  /** The fence (R4). */
  #isStale(): boolean {
    return this.#fenced || this.#context.epoch !== this.#context.currentEpoch();
  }

  #rewrite(command: Command): Readonly<Record<string, unknown>> {
    if (command.method === "Target.createTarget") {
      const url = isWebAddress(command.params["url"]) ? command.params["url"] : "about:blank";
      // Only the address is the client's: a window of its own, or one in front, would leave the wall.
      return { url, background: true, newWindow: false };
    }
    const behavior = command.params["behavior"] === "deny" ? "deny" : "allow";
    return { behavior, downloadPath: this.#context.downloads, eventsEnabled: command.params["eventsEnabled"] === true };
  }

  #answer(message: Buffer, id: number, sessionId: string): void {
    if (sessionId === this.#context.sessionId && this.#creating.delete(id)) {
      const { result } = parseMessage(message);
      this.#context.tabAnswered(isRecord(result) ? textOf(result, "targetId") : null);
      // Before the answer: clients expect a tab's events first.
      this.#decideAll();
      this.#forward(message, sessionId);
    } else if (sessionId === this.#context.sessionId && this.#listing.delete(id)) {
      const { result } = parseMessage(message);
      const infos = isRecord(result) && Array.isArray(result["targetInfos"]) ? result["targetInfos"] : [];
      const targetInfos = infos.filter((info) => {
        const target = parseTargetInfo(info);
        return target !== null && this.#context.mayDrive(target.targetId);
      });
      this.#socket.send(JSON.stringify({ id, result: { targetInfos } }));
    } else {
      this.#forward(message, sessionId);
    }
  }

  #targetEvent(message: Buffer, method: string, sessionId: string): void {
    const body = parseMessage(message);
    const params = isRecord(body["params"]) ? body["params"] : {};
    if (method === "Target.attachedToTarget") {
      this.#attached(message, params, sessionId);
      return;
    }
    if (method === "Target.detachedFromTarget") {
      const gone = textOf(params, "sessionId") ?? "";
      this.#sessions.delete(gone);
      this.#undecided.delete(gone);
      if (this.#hidden.delete(gone)) return;
      this.#written.forget(gone);
      this.#forward(message, sessionId);
      return;
    }
    const target = parseTargetInfo(params["targetInfo"]);
    const targetId = target?.targetId ?? textOf(params, "targetId");
    if (targetId !== null && this.#context.mayDrive(targetId)) this.#forward(message, sessionId);
  }

  #attached(message: Buffer, params: Readonly<Record<string, unknown>>, parent: string): void {
    const child = textOf(params, "sessionId");
    const target = parseTargetInfo(params["targetInfo"]);
    if (child === null || target === null) return;
    // It serves every tab of its site, the person's too, and so belongs to no tab of the agent's.
    if (isSharedWorker(target.type)) {
      this.#hidden.hideWorker(child, parent);
      return;
    }
    const belongsToParent = parent !== this.#context.sessionId && target.type !== "page" && target.type !== "tab";
    if (belongsToParent || (target.type === "page" && this.#context.mayDrive(target.targetId))) {
      this.#sessions.set(child, target.type === "page" ? target.targetId : null);
      this.#written.sessionOf(target.targetId, child, belongsToParent ? parent : null);
      this.#forward(message, parent);
    } else if (target.type === "page" && this.#creating.size > 0) {
      this.#undecided.set(child, { target, messages: [message] });
    } else {
      this.#hidden.hide(child, parent);
    }
  }

  #decideAll(): void {
    for (const [child, { target, messages }] of [...this.#undecided]) {
      if (this.#context.mayDrive(target.targetId)) {
        this.#undecided.delete(child);
        this.#sessions.set(child, target.targetId);
        this.#written.sessionOf(target.targetId, child);
        const [attached, ...rest] = messages;
        if (attached) this.#forward(attached, this.#context.sessionId);
        for (const message of rest) this.#forward(message, child);
      } else if (this.#creating.size === 0) {
        this.#undecided.delete(child);
        this.#hidden.hide(child, this.#context.sessionId);
      }
    }
  }

  #forward(message: Buffer, sessionId: string): void {
    this.#socket.send(sessionId === this.#context.sessionId ? withoutSession(message, sessionId) : message);
  }

  #refuse(command: Command, message: string, code: number): void {
    this.#reply(command, { error: { code, message } });
  }

  #reply(command: Command, body: object): void {
    const sessionId = command.sessionId === null ? {} : { sessionId: command.sessionId };
    this.#socket.send(JSON.stringify({ id: command.id, ...body, ...sessionId }));
  }
}
