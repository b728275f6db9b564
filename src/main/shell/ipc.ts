import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from "electron";
import { z } from "zod";
import { parseInput } from "../../shared/contract/call.ts";
import { type OperatorCallKey, operatorCalls } from "../../shared/contract/operator.ts";
import { type Envelope, windowChannels } from "../../shared/contract/window.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import type { Room } from "./room.ts";
import type { ControlRoomWindow } from "./window.ts";

const message = z.strictObject({ key: z.string(), input: z.unknown() });

/**
 * Answers the operator calls of the control room's page and sends it every change.
 * @returns a function that ends both
 */
export function connectWindow(own: ControlRoomWindow, room: Room): () => void {
  ipcMain.handle(windowChannels.call, async (event, payload): Promise<Envelope<unknown>> => {
    try {
      refuseStrangers(event, own);
      const { key, input } = parseInput(message, payload, windowChannels.call);
      if (!isOperatorCall(key)) throw new DockError("CALL_UNKNOWN", `There is no operator call "${key}".`);
      return { ok: true, value: await room.handle(key, input) };
    } catch (error) {
      return { ok: false, error: toErrorBody(error) };
    }
  });
  const unsubscribe = room.subscribe((change) => {
    if (!own.window.isDestroyed()) own.window.webContents.send(windowChannels.change, change);
  });
  const disconnect = () => {
    unsubscribe();
    ipcMain.removeHandler(windowChannels.call);
  };
  own.window.once("closed", disconnect);
  return disconnect;
}

/**
 * Only the main frame of our own window, and only while it shows our own page: whatever else got hold of the
 * channel (a frame, a page that was navigated to) has no authority.
 * @throws DockError `NOT_ALLOWED`
 */
function refuseStrangers(event: IpcMainInvokeEvent, { window, page }: ControlRoomWindow): void {
  const frame = event.senderFrame;
  if (frame !== null && isMainFrame(window, event, frame) && withoutFragment(frame.url) === page) return;
  throw new DockError("NOT_ALLOWED", "Only the page of the control room's own window may make operator calls.");
}

type Frame = NonNullable<IpcMainInvokeEvent["senderFrame"]>;

function isMainFrame(window: BrowserWindow, event: IpcMainInvokeEvent, frame: Frame): boolean {
  if (window.isDestroyed() || event.sender.id !== window.webContents.id) return false;
  const { processId, routingId } = window.webContents.mainFrame;
  return frame.processId === processId && frame.routingId === routingId;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}

function isOperatorCall(key: string): key is OperatorCallKey {
  return Object.hasOwn(operatorCalls, key);
}
