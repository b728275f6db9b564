import { textOf } from "./messages.ts";

/** A key or mouse button that a lease has pressed and not let go. */
export interface Pressed {
  readonly tab: string;
  /** In words, for the receipt: `Shift`, `left button`. */
  readonly name: string;
  /** The input event that lets it go. */
  readonly release: { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
}

/** Follows the input events of a lease, so that nothing stays pressed under the person's hands. */
export class PressedInput {
  readonly #pressed = new Map<string, Pressed>();

  wrote(method: string, params: Readonly<Record<string, unknown>>, tab: string): void {
    const type = textOf(params, "type");
    if (method === "Input.dispatchKeyEvent") this.#key(type, params, tab);
    else if (method === "Input.dispatchMouseEvent") this.#button(type, params, tab);
  }

  all(): Pressed[] {
    return [...this.#pressed.values()];
  }

  #key(type: string | null, params: Readonly<Record<string, unknown>>, tab: string): void {
    const name = textOf(params, "key") ?? textOf(params, "code") ?? "a key";
    const id = `${tab} key ${textOf(params, "code") ?? name}`;
    if (type === "keyUp") this.#pressed.delete(id);
    if (type !== "keyDown" && type !== "rawKeyDown") return;
    const { code, windowsVirtualKeyCode, location } = params;
    // The space bar acts when it is let go, on the focused button: under another name it only comes up.
    const key = name === " " ? "Unidentified" : name;
    const release = { type: "keyUp", key, code, windowsVirtualKeyCode, location, modifiers: 0 };
    this.#pressed.set(id, { tab, name: name === " " ? "Space" : name, release: released("dispatchKeyEvent", release) });
  }

  #button(type: string | null, params: Readonly<Record<string, unknown>>, tab: string): void {
    const button = textOf(params, "button") ?? "left";
    const id = `${tab} button ${button}`;
    if (type === "mouseReleased") this.#pressed.delete(id);
    if (type !== "mousePressed") return;
    // Outside the page: let go where it was pressed it would be a click, after the fence and in nobody's name.
    const release = { type: "mouseReleased", x: -1, y: -1, button, clickCount: 0 };
    this.#pressed.set(id, { tab, name: `${button} button`, release: released("dispatchMouseEvent", release) });
  }
}

function released(method: string, params: Readonly<Record<string, unknown>>): Pressed["release"] {
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
  return { method: `Input.${method}`, params: given };
}
