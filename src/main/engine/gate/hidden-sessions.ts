/** Ids from here on are the gate's own within a leased session; no client counts that far. */
export const firstOwnId = 1_000_000_000;

/**
 * Sessions that a client's auto-attach has opened on what is not the agent's (R40). The gate lets it run, lets go of it,
 * and tells the client nothing. These commands are the gate's own and no doing of the agent: they follow a fence too,
 * since what waits for them would wait for good.
 */
export class HiddenSessions {
  readonly #write: (message: string) => void;
  readonly #sessions = new Set<string>();
  /** What to do when a worker has answered that it runs, by the id of the command. */
  readonly #whenRun = new Map<number, () => void>();
  #nextId = firstOwnId;

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  has(session: string): boolean {
    return this.#sessions.has(session);
  }

  /** @returns false when it was none */
  delete(session: string): boolean {
    return this.#sessions.delete(session);
  }

  /** A tab, or what else belongs to nobody here. */
  hide(session: string, parent: string): void {
    this.#sessions.add(session);
    this.#own("Runtime.runIfWaitingForDebugger", {}, session);
    this.#own("Target.detachFromTarget", { sessionId: session }, parent);
  }

  /**
   * A worker that several tabs share. It is announced on more than one session and waits for each of them. A detach that
   * overtakes the command to run leaves it waiting, so it comes with the answer.
   */
  hideWorker(session: string, parent: string): void {
    this.#sessions.add(session);
    const id = this.#own("Runtime.runIfWaitingForDebugger", {}, session);
    this.#whenRun.set(id, () => this.#own("Target.detachFromTarget", { sessionId: session }, parent));
  }

  /** Chrome has answered a command on one of them. */
  answered(id: number): void {
    const run = this.#whenRun.get(id);
    this.#whenRun.delete(id);
    run?.();
  }

  /** @returns the command's id */
  #own(method: string, params: object, sessionId: string): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#write(JSON.stringify({ id, method, params, sessionId }));
    return id;
  }
}

export function isSharedWorker(type: string): boolean {
  return type === "service_worker" || type === "shared_worker";
}
