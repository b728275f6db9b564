import type { OperatorCallKey, OperatorInput, OperatorOutput } from "../../shared/contract/operator.ts";
import { brokenCall, noBridge } from "../bridge.ts";
import { setPending, tellError, useDock } from "./store.ts";

/** The name under which a call is pending; one call a slot and kind at a time. */
export function pendingName(key: OperatorCallKey, slot?: number): string {
  return slot === undefined ? key : `${key} ${slot}`;
}

/**
 * Makes one operator call. Never rejects: whatever goes wrong is told to the person, and the result is null.
 * @param doing what is asked for, in words, as the beginning of an error message
 */
export async function ask<Key extends OperatorCallKey>(
  key: Key,
  input: OperatorInput<Key>,
  doing: string,
  slot?: number,
): Promise<OperatorOutput<Key> | null> {
  const bridge = window.sessionDock;
  const name = pendingName(key, slot);
  // The same call again while the first is under way is a double click, not a second wish.
  if (useDock.getState().pending.has(name)) return null;
  if (!bridge) {
    tellError(doing, noBridge);
    return null;
  }
  setPending(name, true);
  try {
    const answer = await bridge.call(key, input);
    if (answer.ok) return answer.value;
    tellError(doing, answer.error);
  } catch (thrown) {
    tellError(doing, brokenCall(thrown));
  } finally {
    setPending(name, false);
  }
  return null;
}
