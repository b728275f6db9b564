import type { MonitorView } from "../../../core/view/snapshot.ts";

/**
 * Who knows the monitors where there is no X server to ask: Electron, which an adapter may not import. Rectangles are
 * in the unit that the system counts windows in: pixels of the screen on Windows, points on macOS.
 */
export interface DisplaySource {
  /** Left to right, then top to bottom. */
  list(): readonly MonitorView[];
  /** Called after monitors came, went, moved, or changed their size, scale or work area. @returns ends the subscription */
  onChanged(listener: () => void): () => void;
}
