import { contextBridge, ipcRenderer } from "electron";
import type { Change } from "../core/view/snapshot.ts";
import { type SessionDockBridge, windowChannels } from "../shared/contract/window.ts";

/**
 * The only door between the page and the control room: operator calls go out, numbered changes come in.
 * No other channel is reachable from the page, and the main process parses whatever arrives (R31).
 */
const bridge: SessionDockBridge = {
  call: (key, input) => ipcRenderer.invoke(windowChannels.call, { key, input }),
  onChange: (listener) => {
    // The IPC event carries the sender; only the change itself may reach the page.
    const relay = (_event: unknown, change: Change) => listener(change);
    ipcRenderer.on(windowChannels.change, relay);
    return () => {
      ipcRenderer.removeListener(windowChannels.change, relay);
    };
  },
};

contextBridge.exposeInMainWorld("sessionDock", bridge);
