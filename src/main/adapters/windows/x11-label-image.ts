import type { Client } from "x11";
import type { WindowLabel } from "../../engine/desktop-port.ts";
import type { X11Connection } from "./x11-connection.ts";

/** Sizes of a label, in pixels. */
export interface LabelSize {
  readonly height: number;
  /** Left and right of the text. */
  readonly padding: number;
  /** Longer text is cut off. */
  readonly widest: number;
}

/** A drawn label; whoever gets it frees the pixmap. */
export interface LabelImage {
  readonly pixmap: number;
  readonly width: number;
  readonly height: number;
}

/** 6 by 13 pixels a character; built into the X servers of today, so it needs no font files. */
const fontName = "fixed";
/** Text of 13 pixels wants about this much height around it; with twice as much it is drawn twice as large. */
const heightPerFactor = 15;
const white = 0xffff_ffff;

export interface LabelFont {
  readonly id: number;
}

export function openLabelFont(connection: X11Connection): LabelFont {
  const id = connection.client.AllocID();
  connection.post((client) => client.OpenFont(id, fontName));
  return { id };
}

/**
 * Draws white text on the label's colour. A core font has one size; it is enlarged by whole factors, by copying its
 * columns and rows on the server, which is independent of how pixels are laid out there.
 * @param target the window that it is for, and the depth of that window
 * @throws XError when the window is gone, or the server has no such font
 */
export async function drawLabel(
  connection: X11Connection,
  font: LabelFont,
  target: { readonly window: number; readonly depth: number },
  label: WindowLabel,
  size: LabelSize,
): Promise<LabelImage> {
  const factor = Math.max(1, Math.floor(size.height / heightPerFactor));
  const glyph = await extentsOf(connection, font, "0");
  const room = Math.floor((size.widest - 2 * size.padding) / (glyph.overallWidth * factor));
  const text = shorten(toLatin1(label.text), Math.max(1, room));
  const { overallWidth, fontAscent, fontDescent } = await extentsOf(connection, font, text);
  const letters = { width: Math.max(1, overallWidth), height: fontAscent + fontDescent };
  const width = letters.width * factor + 2 * size.padding;
  const height = Math.max(size.height, letters.height * factor);
  const { client } = connection;
  const [pixmap, small, wide, context] = [client.AllocID(), client.AllocID(), client.AllocID(), client.AllocID()];
  const colour = pixelOf(label.colour);
  connection.post(() => {
    const { window, depth } = target;
    client.CreatePixmap(pixmap, window, depth, width, height);
    client.CreatePixmap(small, window, depth, letters.width, letters.height);
    client.CreatePixmap(wide, window, depth, letters.width * factor, letters.height);
    client.CreateGC(context, pixmap, { foreground: colour, background: colour, font: font.id, graphicsExposures: 0 });
    client.PolyFillRectangle(pixmap, context, [0, 0, width, height]);
    client.ChangeGC(context, { foreground: white });
    client.ImageText8(small, context, 0, fontAscent, text);
    const top = Math.floor((height - letters.height * factor) / 2);
    enlarge(client, context, { small, wide, pixmap }, letters, { factor, x: size.padding, y: top });
    for (const id of [small, wide]) client.FreePixmap(id);
    client.FreeGC(context);
    for (const id of [small, wide, context]) client.ReleaseID(id);
  });
  return { pixmap, width, height };
}

/** First every column several times, then every row of that. */
function enlarge(
  client: Client,
  context: number,
  { small, wide, pixmap }: { readonly small: number; readonly wide: number; readonly pixmap: number },
  { width, height }: { readonly width: number; readonly height: number },
  { factor, x, y }: { readonly factor: number; readonly x: number; readonly y: number },
): void {
  for (let to = 0; to < width * factor; to += 1) {
    client.CopyArea(small, wide, context, Math.floor(to / factor), 0, to, 0, 1, height);
  }
  for (let to = 0; to < height * factor; to += 1) {
    client.CopyArea(wide, pixmap, context, 0, Math.floor(to / factor), x, y + to, width * factor, 1);
  }
}

function extentsOf(connection: X11Connection, font: LabelFont, text: string) {
  return connection.request<{ fontAscent: number; fontDescent: number; overallWidth: number }>((client, reply) =>
    client.QueryTextExtents(font.id, text, reply),
  );
}

/** Core fonts know Latin-1. */
function toLatin1(text: string): string {
  return Array.from(text, (character) => (/^[ -~\u00a0-\u00ff]$/.test(character) ? character : "?")).join("");
}

function shorten(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 2))}..`;
}

/** For windows of 24 bits a pixel, and of 32 with an opaque alpha; those are what Chrome opens. */
function pixelOf(colour: string): number {
  return (0xff00_0000 | Number.parseInt(colour.slice(1), 16)) >>> 0;
}
