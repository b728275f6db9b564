import type { Change } from "../../core/view/snapshot.ts";
import type { ErrorBody } from "../errors.ts";
import type { OperatorCallKey, OperatorInput, OperatorOutput } from "./operator.ts";

/** Electron keeps only an error's message over IPC, so results travel in an envelope. */
export type Envelope<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorBody };

export const windowChannels = {
  /** renderer → main: `{key, input}` of one operator call */
  call: "dock:call",
  /** main → renderer: a numbered change */
  change: "dock:change",
} as const;

/** What the preload puts on `window.sessionDock`; the renderer has nothing else. */
export interface SessionDockBridge {
  call<Key extends OperatorCallKey>(key: Key, input: OperatorInput<Key>): Promise<Envelope<OperatorOutput<Key>>>;
  /** @returns a function that ends the subscription */
  onChange(listener: (change: Change) => void): () => void;
}
