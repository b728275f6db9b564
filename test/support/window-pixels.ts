import type { Rectangle } from "../../src/core/view/snapshot.ts";
import type { X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";

/**
 * The smallest rectangle of a window that holds every pixel of exactly this colour, its child windows included. It is
 * what the X server has: under a compositor the screen may show it later, mutter on Xvfb sometimes never.
 * @param colour such as `#1f63c4`
 * @returns in the window's own coordinates; null where there is none
 */
export async function findColour(connection: X11Connection, window: number, colour: string): Promise<Rectangle | null> {
  const wanted = Number.parseInt(colour.slice(1), 16);
  const { width, height } = await connection.request<{ width: number; height: number }>((client, reply) =>
    client.GetGeometry(window, reply),
  );
  const { data } = await connection.request<{ data: Buffer }>((client, reply) =>
    client.GetImage(2, window, 0, 0, width, height, 0xffffff, reply),
  );
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data.readUInt32LE((y * width + x) * 4) & 0xffffff) !== wanted) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
