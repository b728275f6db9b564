import type { Shape } from "x11";
import type { WindowLabel } from "../../engine/desktop-port.ts";
import type { X11Connection } from "./x11-connection.ts";
import { drawLabel, type LabelFont, type LabelSize } from "./x11-label-image.ts";

/** What labels share on one connection. */
export interface LabelTools {
  readonly connection: X11Connection;
  readonly font: LabelFont;
  readonly shape: Shape;
  readonly fullscreenAtom: number;
}

/**
 * Where the label goes in Chrome's tab strip, in device-independent pixels (measured, Chromium 156): the strip is 41
 * high; the three buttons of the window begin 97 from its right edge, and left of them it keeps a gap free of tabs.
 */
const inStrip = { top: 8, height: 22, fromRight: 102, padding: 7, widest: 200 } as const;
/** Width that Chrome asks for at least, without its frame or shadow: it tells at which scale the window is drawn. */
const smallestContent = 500;
const hasSmallestSize = 1 << 4;
const northEastGravity = 3;

/**
 * The label on one window of Chrome: a child of that window, which the X server keeps on it through every move, resize
 * and repaint. Its picture is its background, so nothing has to be drawn again. It takes no input: a click goes to what
 * is below.
 */
export class LabelWindow {
  readonly #tools: LabelTools;
  readonly #parent: number;
  readonly #id: number;
  #isCreated = false;
  /** All that its look depends on: where none of it has changed, nothing is drawn. */
  #shown = "";
  /** As the last event has said; null while there was none. Newer than what was read, or about to become so. */
  #parentWidth: number | null = null;
  /** From the right edge of the parent to the left edge of the label. */
  #fromRight = 0;

  constructor(tools: LabelTools, parent: number) {
    this.#tools = tools;
    this.#parent = parent;
    this.#id = tools.connection.client.AllocID();
  }

  /**
   * Shows it, or shows it anew after anything that it depends on has changed.
   * @throws XError when the window is gone
   */
  async show(label: WindowLabel): Promise<void> {
    const { connection, font } = this.#tools;
    const geometry = await connection.request<{ width: number; depth: number }>((client, reply) =>
      client.GetGeometry(this.#parent, reply),
    );
    const { scale, right, top, isFullscreen } = await this.#frame();
    const look = JSON.stringify([label, geometry.depth, scale, right, top, isFullscreen]);
    if (look === this.#shown) return;
    const target = { window: this.#parent, depth: geometry.depth };
    const image = await drawLabel(connection, font, target, label, sizeAt(scale));
    this.#fromRight = right + Math.round(inStrip.fromRight * scale) + image.width;
    connection.post((client) => {
      if (!this.#isCreated) this.#create();
      client.ChangeWindowAttributes(this.#id, { backgroundPixmap: image.pixmap });
      client.FreePixmap(image.pixmap);
      client.ReleaseID(image.pixmap);
      const y = top + Math.round(inStrip.top * scale);
      const x = (this.#parentWidth ?? geometry.width) - this.#fromRight;
      const { width, height } = image;
      client.ConfigureWindow(this.#id, { x, y, width, height, stackMode: 0 });
      client.ClearArea(this.#id, 0, 0, 0, 0, 0);
      // Without a tab strip it would cover the page.
      if (isFullscreen) client.UnmapWindow(this.#id);
      else client.MapWindow(this.#id);
    });
    this.#shown = look;
  }

  /** Its gravity has moved it already, but for a resize between our look at the window and our placing. */
  parentResized(width: number): void {
    if (width === this.#parentWidth) return;
    this.#parentWidth = width;
    if (!this.#isCreated) return;
    this.#tools.connection.post((client) => client.ConfigureWindow(this.#id, { x: width - this.#fromRight }));
  }

  /** Chrome draws into a child of its own where it uses the graphics card, and may make a new one at any time. */
  siblingAppeared(sibling: number): void {
    if (!this.#isCreated || sibling === this.#id) return;
    this.#tools.connection.post((client) => client.ConfigureWindow(this.#id, { stackMode: 0 }));
  }

  /** Takes it away; the X server has done that already where the parent is gone. */
  remove(): void {
    const { connection } = this.#tools;
    if (this.#isCreated) connection.post((client) => client.DestroyWindow(this.#id));
    connection.client.ReleaseID(this.#id);
  }

  #create(): void {
    const { client } = this.#tools.connection;
    const { shape } = this.#tools;
    client.CreateWindow(this.#id, this.#parent, 0, 0, 1, 1, 0, 0, 0, 0, { winGravity: northEastGravity, eventMask: 0 });
    shape.Rectangles(shape.Op.Set, shape.Kind.Input, this.#id, 0, 0, []);
    this.#isCreated = true;
  }

  async #frame() {
    const { connection, fullscreenAtom } = this.#tools;
    const [hints, extents, states] = await Promise.all(
      ["WM_NORMAL_HINTS", "_GTK_FRAME_EXTENTS", "_NET_WM_STATE"].map((name) => connection.numbers(this.#parent, name)),
    );
    const [flags = 0, , , , , smallestWidth = 0] = hints ?? [];
    const [left = 0, right = 0, top = 0] = extents ?? [];
    const scale = (flags & hasSmallestSize) === 0 ? 1 : (smallestWidth - left - right) / smallestContent;
    const isFullscreen = states?.includes(fullscreenAtom) ?? false;
    return { scale: Math.min(Math.max(scale, 0.5), 4), right, top, isFullscreen };
  }
}

function sizeAt(scale: number): LabelSize {
  return {
    height: Math.round(inStrip.height * scale),
    padding: Math.round(inStrip.padding * scale),
    widest: Math.round(inStrip.widest * scale),
  };
}
