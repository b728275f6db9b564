import type { FromPage, ToPage } from "./page-messages.ts";

type Module = { exports: unknown };
type Preload = (exports: unknown, require: (name: string) => unknown, module: Module) => void;
type Listener = (event: object, ...values: unknown[]) => void;

/**
 * Runs in the page before its own scripts: takes the binding away from the page and gives `electron` to the preload.
 * It is sent as text, so it may use nothing but its arguments and the language.
 */
export function pageSide(bindingName: string, receiverName: string, preload: Preload): void {
  const binding: unknown = Reflect.get(globalThis, bindingName);
  Reflect.deleteProperty(globalThis, bindingName);
  // As in Electron, a preload runs in the main frame only.
  if (Reflect.get(globalThis, "top") !== globalThis || typeof binding !== "function") return;

  const post = (message: FromPage): unknown => Reflect.apply(binding, undefined, [JSON.stringify(message)]);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const listeners = new Map<string, Set<Listener>>();
  let lastId = 0;

  const receive = (text: string): void => {
    const message: ToPage = JSON.parse(text);
    if (message.kind === "send") {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.values);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "value") call?.resolve(message.value);
    else call?.reject(new Error(message.message));
  };
  Reflect.defineProperty(globalThis, receiverName, { value: receive });

  const closed = (name: string, api: object): object =>
    new Proxy(api, {
      get(target, key) {
        if (typeof key === "string" && !(key in target)) throw new Error(`not in the stand-in: ${name}.${key}`);
        return Reflect.get(target, key);
      },
    });

  const ipcRenderer = closed("ipcRenderer", {
    invoke(channel: string, ...values: unknown[]): Promise<unknown> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      post({ kind: "invoke", id, channel, values });
      return promise;
    },
    on(channel: string, listener: Listener): void {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
    },
    removeListener(channel: string, listener: Listener): void {
      listeners.get(channel)?.delete(listener);
    },
  });

  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  };
  const contextBridge = closed("contextBridge", {
    exposeInMainWorld(name: string, api: unknown): void {
      freeze(api);
      if (!Reflect.defineProperty(globalThis, name, { value: api, enumerable: true })) {
        throw new Error(`"${name}" is exposed already`);
      }
    },
  });

  const electron = closed("electron", { contextBridge, ipcRenderer });
  const requireInPreload = (name: string): unknown => {
    if (name === "electron") return electron;
    throw new Error(`not in the stand-in: require("${name}") in a sandboxed preload`);
  };
  // Reported, so that the main process can log it: a page has nobody else to tell.
  Reflect.set(globalThis, "open", (url: unknown) => {
    post({ kind: "window-open", url: String(url) });
    return null;
  });
  const module: Module = { exports: {} };
  try {
    preload(module.exports, requireInPreload, module);
  } catch (error) {
    post({ kind: "preload-failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
