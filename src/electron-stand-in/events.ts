import { EventEmitter } from "node:events";
import { notThere } from "./closed-surface.ts";

type Listener = (...values: unknown[]) => void;

/** The events of one Electron object; a listener for an event that would never come is refused. */
export class StandInEvents<Name extends string> {
  readonly #owner: string;
  readonly #names: readonly Name[];
  readonly #emitter = new EventEmitter();

  constructor(owner: string, names: readonly Name[]) {
    this.#owner = owner;
    this.#names = names;
  }

  on(name: Name, listener: Listener): void {
    this.#check(name);
    this.#emitter.on(name, listener);
  }

  once(name: Name, listener: Listener): void {
    this.#check(name);
    this.#emitter.once(name, listener);
  }

  off(name: Name, listener: Listener): void {
    this.#emitter.off(name, listener);
  }

  hasListeners(name: Name): boolean {
    return this.#emitter.listenerCount(name) > 0;
  }

  emit(name: Name): void {
    this.#emitter.emit(name);
  }

  /** @returns whether a listener has prevented what the event announces */
  emitPreventable(name: Name, ...values: readonly unknown[]): boolean {
    const event = {
      defaultPrevented: false,
      preventDefault() {
        event.defaultPrevented = true;
      },
    };
    this.#emitter.emit(name, event, ...values);
    return event.defaultPrevented;
  }

  #check(name: Name): void {
    if (!this.#names.includes(name)) throw notThere(this.#owner, `on("${name}")`);
  }
}
