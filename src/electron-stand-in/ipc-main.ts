/** The frame that a message came from; the stand-in lets only the main frame send. */
export interface Frame {
  readonly url: string;
  readonly processId: number;
  readonly routingId: number;
}

interface InvokeEvent {
  readonly sender: object;
  readonly senderFrame: Frame;
}

type Handler = (event: InvokeEvent, ...values: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

/** Electron's `ipcMain`. */
export const ipcMainHandlers = {
  /** @throws Error when the channel has a handler already, as in Electron */
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },

  removeHandler(channel: string): void {
    handlers.delete(channel);
  },
};

/** Runs the handler of a channel for one `ipcRenderer.invoke`. */
export async function runHandler(event: InvokeEvent, channel: string, values: readonly unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return await handler(event, ...values);
}
