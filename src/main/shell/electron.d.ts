/**
 * The Electron APIs in use, and no others: what is added here has to be added to the stand-in as well. Electron's
 * package is optional (its binary can't be had everywhere) and would take its types along when it is absent.
 */
declare module "electron" {
  interface Rectangle {
    x: number;
    y: number;
    width: number;
    height: number;
  }

  interface Event {
    preventDefault(): void;
  }

  interface WebFrameMain {
    readonly url: string;
    readonly processId: number;
    readonly routingId: number;
  }

  interface Session {
    setPermissionRequestHandler(
      handler: (contents: WebContents, permission: string, callback: (granted: boolean) => void) => void,
    ): void;
    setPermissionCheckHandler(handler: () => boolean): void;
  }

  interface WebContents {
    readonly id: number;
    readonly mainFrame: WebFrameMain;
    /** Not in the stand-in. */
    readonly session: Session;
    send(channel: string, ...values: unknown[]): void;
    isDestroyed(): boolean;
    setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: "deny" }): void;
    on(event: "will-navigate", listener: (event: Event, url: string) => void): this;
  }

  interface WebPreferences {
    preload?: string;
    contextIsolation?: boolean;
    sandbox?: boolean;
    nodeIntegration?: boolean;
    webviewTag?: boolean;
    spellcheck?: boolean;
  }

  interface BrowserWindowConstructorOptions extends Partial<Rectangle> {
    minWidth?: number;
    minHeight?: number;
    title?: string;
    show?: boolean;
    backgroundColor?: string;
    webPreferences?: WebPreferences;
  }

  class BrowserWindow {
    constructor(options?: BrowserWindowConstructorOptions);
    static getAllWindows(): BrowserWindow[];
    readonly webContents: WebContents;
    loadFile(path: string): Promise<void>;
    show(): void;
    showInactive(): void;
    focus(): void;
    isMinimized(): boolean;
    restore(): void;
    minimize(): void;
    close(): void;
    destroy(): void;
    isDestroyed(): boolean;
    getBounds(): Rectangle;
    setBounds(bounds: Partial<Rectangle>): void;
    setTitle(title: string): void;
    on(event: "close", listener: (event: Event) => void): this;
    on(event: "closed" | "ready-to-show", listener: () => void): this;
    once(event: "closed" | "ready-to-show", listener: () => void): this;
  }

  class Notification {
    constructor(options: { readonly title: string; readonly body: string });
    show(): void;
    on(event: "click", listener: () => void): this;
  }

  interface App {
    whenReady(): Promise<void>;
    isReady(): boolean;
    quit(): void;
    exit(code?: number): void;
    getVersion(): string;
    getName(): string;
    setName(name: string): void;
    getAppPath(): string;
    getPath(name: "userData" | "temp"): string;
    on(event: "window-all-closed", listener: () => void): this;
    on(event: "before-quit" | "will-quit", listener: (event: Event) => void): this;
    on(event: "quit", listener: (event: Event, exitCode: number) => void): this;
  }

  interface IpcMainInvokeEvent {
    readonly sender: WebContents;
    /** null once the frame has navigated away or is gone */
    readonly senderFrame: WebFrameMain | null;
  }

  interface IpcMain {
    handle(channel: string, listener: (event: IpcMainInvokeEvent, ...values: unknown[]) => unknown): void;
    removeHandler(channel: string): void;
  }

  interface IpcRenderer {
    // biome-ignore lint/suspicious/noExplicitAny: Electron's own signature; whoever calls states the contract
    invoke(channel: string, ...values: unknown[]): Promise<any>;
    // biome-ignore lint/suspicious/noExplicitAny: Electron's own signature
    on(channel: string, listener: (event: unknown, ...values: any[]) => void): this;
    // biome-ignore lint/suspicious/noExplicitAny: Electron's own signature
    removeListener(channel: string, listener: (event: unknown, ...values: any[]) => void): this;
  }

  interface ContextBridge {
    exposeInMainWorld(key: string, api: unknown): void;
  }

  interface Display {
    /** Stays the same while the monitor is plugged in, and as a rule over restarts. */
    readonly id: number;
    /** May be empty. */
    readonly label: string;
    /** In device-independent pixels, as the work area. */
    readonly bounds: Rectangle;
    readonly workArea: Rectangle;
    readonly scaleFactor: number;
  }

  type ScreenEvent = "display-added" | "display-removed" | "display-metrics-changed";

  /** Not in the stand-in. There once the app is ready. */
  interface Screen {
    getAllDisplays(): Display[];
    getPrimaryDisplay(): Display;
    /** Windows only. To pixels of the screen, by the scale of the monitor that is nearest. */
    dipToScreenRect(window: null, rectangle: Rectangle): Rectangle;
    /** Windows only. */
    screenToDipRect(window: null, rectangle: Rectangle): Rectangle;
    on(event: ScreenEvent, listener: () => void): this;
    off(event: ScreenEvent, listener: () => void): this;
  }

  const app: App;
  const ipcMain: IpcMain;
  const ipcRenderer: IpcRenderer;
  const contextBridge: ContextBridge;
  const screen: Screen;
}
