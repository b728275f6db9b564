import type { X11Connection } from "./x11-connection.ts";

/**
 * Puts a prefix before a window's title in lists and switchers, which show `_NET_WM_NAME`. Chrome writes its title
 * there and into the older `WM_NAME`; that one stays as Chrome wrote it and is what the title is made from, so our own
 * writing is never taken for Chrome's, and the last word is Chrome's whatever crosses.
 * @param prefix null for the title as Chrome wrote it
 */
export async function writeTitle(connection: X11Connection, window: number, prefix: string | null): Promise<void> {
  const [name, atom, utf8] = await Promise.all([
    connection.property(window, "WM_NAME"),
    connection.atom("_NET_WM_NAME"),
    connection.atom("UTF8_STRING"),
  ]);
  if (name === null) return;
  const title = name.data.toString(name.type === utf8 ? "utf8" : "latin1");
  const text = Buffer.from(prefix === null ? title : `${prefix} - ${title}`, "utf8");
  connection.post((client) => client.ChangeProperty(0, window, atom, utf8, 8, text));
}
