import { setTimeout as pause } from "node:timers/promises";
import x11, { type TestInput, type XEvent } from "x11";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { connectX11, type X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";

/** Any key that makes a letter: 38 is `a` on every PC keyboard. */
const letterKey = 38;
const leftButton = 1;
const focusDeadlineMs = 20_000;
/** A grab takes the keyboard away for a moment without giving the focus to another window. */
const grabModes: readonly (number | undefined)[] = [1, 2];
/** Focus details of the one window itself: from an ancestor, or from a window elsewhere in the tree. */
const ownDetails: readonly (number | undefined)[] = [0, 3];

export interface PersonWindow {
  /** Process of the window: the test's own. */
  readonly pid: number;
  readonly window: number;
  /** Key presses that have reached this window. */
  keys(): number;
  /**
   * Sends key presses as a keyboard would (XTEST), wherever the keyboard is at that moment.
   * @param options.every milliseconds from one press to the next
   * @returns how many were sent; those that came here are counted already
   */
  type(count: number, options?: { readonly every?: number }): Promise<number>;
  /** How often another window was given the keyboard that was this one's. */
  focusLosses(): number;
  /** Presses the left mouse button in its middle. */
  click(): Promise<void>;
  /** Resolves once it has the keyboard; at once if it has. */
  focused(): Promise<void>;
  close(): Promise<void>;
}

/** A window of the person's own, with a frame and the keyboard, which counts the keys that it receives. */
export async function openPersonWindow(
  display: string,
  options: { readonly title?: string; readonly bounds?: Rectangle } = {},
): Promise<PersonWindow> {
  const connection = await connectX11(display);
  try {
    const input = await connection.request<TestInput>((client, reply) =>
      client.require("xtest", (error, extension) => {
        reply(error, extension);
      }),
    );
    const window = await createWindow(connection, options.title ?? "The person's window", options.bounds);
    let keys = 0;
    let losses = 0;
    const seen = connection.onEvent((event) => {
      if (event.wid !== window) return;
      if (event.name === "KeyPress") keys++;
      if (event.name === "FocusOut" && isOwn(event)) losses++;
    });
    const send = (type: number, detail: number, x = 0, y = 0) =>
      connection.post(() => input.FakeInput(type, detail, 0, connection.root, x, y));
    const person: PersonWindow = {
      pid: process.pid,
      window,
      keys: () => keys,
      focusLosses: () => losses,
      async type(count, { every = 15 } = {}) {
        const start = performance.now();
        for (let sent = 0; sent < count; sent++) {
          await pause(Math.max(0, start + sent * every - performance.now()));
          send(input.KeyPress, letterKey);
          send(input.KeyRelease, letterKey);
        }
        await roundTrip(connection);
        return count;
      },
      async click() {
        const { x, y } = await middleOf(connection, window);
        send(input.MotionNotify, 0, x, y);
        send(input.ButtonPress, leftButton);
        send(input.ButtonRelease, leftButton);
        await roundTrip(connection);
      },
      focused: () => hasKeyboard(connection, window),
      async close() {
        seen();
        connection.post((client) => client.DestroyWindow(window));
        await roundTrip(connection);
        connection.close();
      },
    };
    connection.post((client) => client.MapWindow(window));
    await person.focused();
    losses = 0;
    return person;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function createWindow(connection: X11Connection, title: string, bounds?: Rectangle): Promise<number> {
  const { x, y, width, height } = bounds ?? { x: 40, y: 40, width: 500, height: 300 };
  const [protocols, deleteWindow, pid] = await Promise.all(
    ["WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_PID"].map((name) => connection.atom(name)),
  );
  const { eventMask } = x11;
  const window = connection.client.AllocID();
  connection.post((client) => {
    const mask = eventMask.KeyPress | eventMask.FocusChange | eventMask.StructureNotify;
    client.CreateWindow(window, connection.root, x, y, width, height, 0, 0, 1, 0, {
      backgroundPixel: 0xff_ff_ff,
      eventMask: mask,
    });
    const { ATOM, CARDINAL, STRING, WM_CLASS, WM_HINTS, WM_NAME, WM_NORMAL_HINTS, WM_SIZE_HINTS } = client.atoms;
    const write = (name = 0, type = 0, format: 8 | 32 = 32, data: readonly number[] | string = []) =>
      client.ChangeProperty(0, window, name, type, format, data);
    write(WM_NAME, STRING, 8, title);
    write(WM_CLASS, STRING, 8, "person\0Person\0");
    const takesKeys = 1;
    write(WM_HINTS, WM_HINTS, 32, [1, takesKeys, 0, 0, 0, 0, 0, 0, 0]);
    const placedByUser = 1 | 2;
    write(WM_NORMAL_HINTS, WM_SIZE_HINTS, 32, [placedByUser, x, y, width, height, ...Array<number>(13).fill(0)]);
    write(protocols, ATOM, 32, [deleteWindow ?? 0]);
    write(pid, CARDINAL, 32, [process.pid]);
  });
  return window;
}

async function hasKeyboard(connection: X11Connection, window: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const off = connection.onEvent((event) => {
    if (event.name === "FocusIn" && event.wid === window && isOwn(event)) resolve();
  });
  const offLost = connection.onLost(reject);
  connection
    .request<{ readonly focus: number }>((client, reply) => client.GetInputFocus(reply))
    .then(({ focus }) => {
      if (focus === window) resolve();
    }, reject);
  const late = setTimeout(() => reject(new Error("waited in vain for the keyboard")), focusDeadlineMs);
  await promise.finally(() => {
    clearTimeout(late);
    off();
    offLost();
  });
}

async function middleOf(connection: X11Connection, window: number): Promise<{ x: number; y: number }> {
  const size = await connection.request<{ readonly width: number; readonly height: number }>((client, reply) =>
    client.GetGeometry(window, reply),
  );
  const at = await connection.request<{ readonly destX: number; readonly destY: number }>((client, reply) =>
    client.TranslateCoordinates(
      window,
      connection.root,
      Math.floor(size.width / 2),
      Math.floor(size.height / 2),
      reply,
    ),
  );
  return { x: at.destX, y: at.destY };
}

/** What was asked for before has been done by the server, and its events are here. */
async function roundTrip(connection: X11Connection): Promise<void> {
  await connection.request<unknown>((client, reply) => client.GetInputFocus(reply));
}

function isOwn(event: XEvent): boolean {
  return !grabModes.includes(event.mode) && ownDetails.includes(event.detail);
}
