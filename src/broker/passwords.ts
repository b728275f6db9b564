/**
 * Takes what stands in password fields out of a snapshot: the browser may have filled in a login of the person's,
 * and no such value leaves the control room (R31).
 *
 * @param snapshot lines such as `- textbox "Password" [ref=e5]: value`
 * @param passwords values of the page's password fields
 */
export function hidePasswords(snapshot: string, passwords: readonly string[]): string {
  const endings = passwords
    .map(shown)
    .filter((text) => text !== "")
    .flatMap((text) => [`: ${text}`, `: ${JSON.stringify(text)}`]);
  if (endings.length === 0) return snapshot;
  return snapshot
    .split("\n")
    .map((line) => {
      if (!/^\s*- '?text(box)?\b/.test(line)) return line;
      const ending = endings.find((each) => line.endsWith(each));
      return ending === undefined ? line : `${line.slice(0, line.length - ending.length)}: (hidden)`;
    })
    .join("\n");
}

/** A snapshot shows white space folded. */
function shown(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
