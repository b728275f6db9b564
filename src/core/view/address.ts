/**
 * An address as it may leave the control room (R31): without what stands behind `?`, `#` or `;`, and without a name and
 * password before the host. Of an address that carries its content in itself, only the scheme is left.
 */
export function shownAddress(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? "";
  if (scheme === "about:") return plainEnd(url);
  if (scheme !== "http:" && scheme !== "https:") return scheme === "" ? "unknown" : `${scheme}…`;
  return plainEnd(url).replace(/^(https?:\/\/)[^/]*@/i, "$1");
}

/**
 * A page's title, unless it is none: Chrome gives a page without a title its address in place of it, query included.
 * @returns null where the page has no title of its own
 */
export function shownTitle(title: string, url: string): string | null {
  const bare = title.trim();
  const rest = withoutScheme(url);
  const host = /^[^/?#;]*/.exec(rest)?.[0] ?? "";
  if (bare === "" || !/^https?:/i.test(url)) return null;
  const looksLikeAddress = host !== "" && new RegExp(`^${escaped(host)}([/?#;]|$)`, "i").test(withoutScheme(bare));
  return looksLikeAddress ? null : bare;
}

function plainEnd(url: string): string {
  return url.replace(/[?#;].*$/s, "");
}

function withoutScheme(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^[^/?#]*@/, "")
    .replace(/^www\./i, "");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
