import x11, { type Client, type Display, type Property, type Reply, type XError, type XEvent } from "x11";
import { DockError } from "../../../shared/errors.ts";

/** A server that has accepted but says nothing for this long is not going to; a local one answers in 10 ms. */
const connectDeadlineMs = 5_000;

/** 4-byte units: 64 Ki window ids, more than any window list that a person could have. */
const propertyLimit = 65_536;

const rootEvents = x11.eventMask.PropertyChange | x11.eventMask.StructureNotify;

/**
 * One connection to an X server. Every request rejects with `DISPLAY_MISSING` once the connection is lost;
 * losing it is reported to `onLost` listeners once, and never as an unhandled `error` event.
 */
export class X11Connection {
  readonly display: string;
  readonly client: Client;
  readonly root: number;
  /** The bits of a resource's number that a client chooses; the others are the same for all of a client's. */
  readonly resourceMask: number;
  #lost: DockError | null = null;
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #unanswered = new Set<(reason: DockError) => void>();
  readonly #eventListeners = new Set<(event: XEvent) => void>();
  readonly #lostListeners = new Set<(reason: DockError) => void>();

  constructor(name: string, display: Display, root: number) {
    this.display = name;
    this.client = display.client;
    this.root = root;
    this.resourceMask = display.resource_mask;
    // The package shares one table of atoms among all clients, but their numbers differ from server to server.
    this.client.atoms = { ...this.client.atoms };
    this.client.on("event", (event: XEvent) => {
      for (const listener of this.#eventListeners) listener(event);
    });
    this.client.on("error", (error: XError) => {
      // A window may be gone before our request reaches the server: not a fault of the connection.
      if (error.error === undefined) this.#lose(error.message);
    });
    this.client.on("end", () => this.#lose("the server closed it"));
    this.client.stream?.on("close", () => this.#lose("the server closed it"));
    this.client.ChangeWindowAttributes(this.root, { eventMask: rootEvents });
  }

  /** From now on the root window's events tell of the windows in it as well: born, reparented, gone. */
  watchChildren(): void {
    const eventMask = rootEvents | x11.eventMask.SubstructureNotify;
    this.post((client) => client.ChangeWindowAttributes(this.root, { eventMask }));
  }

  get lost(): DockError | null {
    return this.#lost;
  }

  /** Sends one request and waits for its reply. */
  request<Result>(send: (client: Client, reply: Reply<Result>) => void): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#lost) {
      reject(this.#lost);
      return promise;
    }
    this.#unanswered.add(reject);
    send(this.client, (error, result) => {
      this.#unanswered.delete(reject);
      if (error) reject(error);
      else resolve(result);
      return true;
    });
    return promise;
  }

  /** Sends requests that have no reply; after the connection was lost it does nothing. */
  post(send: (client: Client) => void): void {
    if (!this.#lost) send(this.client);
  }

  /** The number of a name; asked once a connection. */
  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known !== undefined) return known;
    const asked = this.request<number>((client, reply) => client.InternAtom(false, name, reply));
    this.#atoms.set(name, asked);
    return asked;
  }

  /** @returns null where the window has no such property, or is gone */
  async property(window: number, name: string): Promise<Property | null> {
    return this.#read(window, await this.atom(name));
  }

  /** The 32-bit items of a property: windows, atoms or cardinals; empty where there is none. */
  async numbers(window: number, name: string): Promise<readonly number[]> {
    return this.numbersOf(window, await this.atom(name));
  }

  /** The same, asked for in this turn: before what is posted after it. */
  async numbersOf(window: number, atom: number): Promise<readonly number[]> {
    const found = await this.#read(window, atom);
    if (found === null || found.format !== 32) return [];
    return Array.from({ length: found.data.length / 4 }, (_, index) => found.data.readUInt32LE(index * 4));
  }

  /** Every event of the root window, and of others that were asked for. @returns a function that ends the subscription */
  onEvent(listener: (event: XEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  onLost(listener: (reason: DockError) => void): () => void {
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  close(): void {
    if (this.#lost) return;
    this.#fail(new DockError("DISPLAY_MISSING", `The connection to display ${this.display} was closed.`));
    this.client.terminate();
  }

  async #read(window: number, atom: number): Promise<Property | null> {
    try {
      const found = await this.request<Property>((client, reply) =>
        client.GetProperty(0, window, atom, 0, 0, propertyLimit, reply),
      );
      return found.format === 0 ? null : found;
    } catch (error) {
      if (this.#lost) throw this.#lost;
      if (error instanceof Error && "error" in error) return null;
      throw error;
    }
  }

  #lose(reason: string): void {
    if (this.#lost) return;
    const error = new DockError("DISPLAY_MISSING", `The connection to display ${this.display} was lost: ${reason}.`);
    this.#fail(error);
    for (const listener of this.#lostListeners) listener(error);
  }

  #fail(error: DockError): void {
    this.#lost = error;
    for (const reject of this.#unanswered) reject(error);
    this.#unanswered.clear();
  }
}

/**
 * @param display for instance `:0`
 * @throws DockError `DISPLAY_MISSING` when no X server answers there, or it refuses us
 */
export async function connectX11(display: string): Promise<X11Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<X11Connection>();
  const fail = (reason: string) =>
    reject(new DockError("DISPLAY_MISSING", `No X server could be reached at display "${display}": ${reason}.`));
  const deadline = setTimeout(() => fail(`no answer within ${connectDeadlineMs / 1000} s`), connectDeadlineMs);
  let client: Client | undefined;
  try {
    // Neither long requests nor shared memory are needed; both would cost round trips and Node internals.
    const options = { display, disableBigRequests: true, shm: false };
    client = x11.createClient(options, (error, connected) => {
      if (error) return fail(error.message);
      const screen = connected.screen[Number(connected.client.screenNum)] ?? connected.screen[0];
      if (!screen) return fail("it has no screen");
      resolve(new X11Connection(display, connected, screen.root));
    });
    // Kept for the life of the client: an `error` event that nobody hears ends the process.
    client.on("error", (error: Error) => fail(error.message));
    return await promise;
  } catch (error) {
    client?.stream?.destroy();
    if (error instanceof DockError) throw error;
    throw new DockError("DISPLAY_MISSING", `"${display}" is not the name of an X display.`, { cause: error });
  } finally {
    clearTimeout(deadline);
  }
}

/** For work that fails only when the connection is lost, which is told elsewhere. */
export function ignoreLoss(work: Promise<void>): void {
  work.catch(() => {});
}
