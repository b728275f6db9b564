import type { Change } from "../../core/view/snapshot.ts";
import type { OperatorCallKey } from "../../shared/contract/operator.ts";

/** What the window needs of the control room. */
export interface Room {
  /**
   * Runs one operator call.
   * @param input as it came from the page; the room parses it
   * @throws DockError
   */
  handle(key: OperatorCallKey, input: unknown): Promise<unknown>;
  /** @returns a function that ends the subscription */
  subscribe(listener: (change: Change) => void): () => void;
}
