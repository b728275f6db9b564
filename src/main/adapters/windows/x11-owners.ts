import type { Resources } from "x11";
import type { X11Connection } from "./x11-connection.ts";

/** X-Resource: ask for the process at the other end of a client's socket. */
const localProcess = 2;
const everyClient = 0;

/**
 * Tells whose a window is, from the moment of its birth on. A program says it itself (`_NET_WM_PID`), but only after
 * a while; the X server knows it from the socket, where it has X-Resource 1.2 (2010).
 */
export class X11Owners {
  readonly #connection: X11Connection;
  readonly #resources: Resources | null;

  constructor(connection: X11Connection, resources: Resources | null) {
    this.#connection = connection;
    this.#resources = resources;
  }

  /** False where a newborn window does not tell whose it is. */
  get knowsAtBirth(): boolean {
    return this.#resources !== null;
  }

  /** What all resources of one client have in common. A process may be several clients. */
  baseOf(window: number): number {
    return (window & ~this.#connection.resourceMask) >>> 0;
  }

  /** @returns null where the window is gone, or nobody says whose it is */
  async processOf(window: number): Promise<number | null> {
    const [found] = await this.#ask(window);
    if (found !== undefined) return found.pid;
    const [pid] = await this.#connection.numbers(window, "_NET_WM_PID");
    return pid ?? null;
  }

  /** The clients that a process is; empty also where that can't be asked. */
  async clientsOf(pid: number): Promise<readonly number[]> {
    const found = await this.#ask(everyClient);
    return found.filter((client) => client.pid === pid).map(({ base }) => base);
  }

  async #ask(client: number): Promise<readonly { readonly base: number; readonly pid: number }[]> {
    const resources = this.#resources;
    if (resources === null) return [];
    try {
      const ids = await this.#connection.request<
        readonly { readonly client: number; readonly value: readonly number[] }[]
      >((_, reply) => resources.QueryClientIds([{ client, mask: localProcess }], reply));
      return ids.flatMap(({ client: id, value: [pid] }) => (pid === undefined ? [] : [{ base: this.baseOf(id), pid }]));
    } catch (error) {
      // The client has gone meanwhile.
      if (this.#connection.lost) throw error;
      return [];
    }
  }
}

export async function openOwners(connection: X11Connection): Promise<X11Owners> {
  try {
    const resources = await connection.request<Resources>((client, reply) =>
      client.require("res", (error, extension) => {
        reply(error, extension);
      }),
    );
    const hasProcesses = resources.major > 1 || (resources.major === 1 && resources.minor >= 2);
    return new X11Owners(connection, hasProcesses ? resources : null);
  } catch (error) {
    if (connection.lost) throw error;
    return new X11Owners(connection, null);
  }
}
