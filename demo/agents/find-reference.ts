/**
 * One element out of the text of a page snapshot. Lines look like
 * `- button "Save" [ref=e12] [cursor=pointer]` or `- status [ref=e9]: Saved`.
 */
export interface SnapshotElement {
  readonly role: string;
  /** Accessible name; empty where the element has none. */
  readonly name: string;
  /** What stands after the colon: the value of a field, the text of a paragraph. */
  readonly value: string;
  /** Null where the snapshot gives none. */
  readonly reference: string | null;
}

/** Lines that are no elements (headings of the result, `/url:` lines) are left out. */
export function readSnapshot(text: string): readonly SnapshotElement[] {
  return text.split("\n").flatMap((line) => readLine(line) ?? []);
}

/**
 * @param name the whole accessible name, or a pattern that it matches
 * @returns the reference of the first element that fits, or null
 */
export function findReference(text: string, role: string, name: string | RegExp): string | null {
  return findElement(text, role, name)?.reference ?? null;
}

export function findElement(text: string, role: string, name: string | RegExp): SnapshotElement | null {
  const fits = (found: string) => (typeof name === "string" ? found === name : name.test(found));
  return readSnapshot(text).find((element) => element.role === role && fits(element.name)) ?? null;
}

const elementLine = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?:: ?(.*))?$/;

function readLine(line: string): SnapshotElement | null {
  const item = /^\s*- (.*)$/.exec(line)?.[1];
  if (item === undefined) return null;
  const parts = elementLine.exec(withoutYamlQuotes(item));
  if (!parts) return null;
  const [, role = "", name = '""', attributes = "", value = ""] = parts;
  return {
    role,
    name: unquote(name),
    value: value.startsWith('"') ? unquote(value) : value,
    reference: /\[ref=([^\]]+)\]/.exec(attributes)?.[1] ?? null,
  };
}

/** A key with a colon or a quote in it stands in single quotes: `- 'heading "Product 7: Tea kettle" [ref=e4]'`. */
function withoutYamlQuotes(item: string): string {
  const quoted = /^'((?:[^']|'')*)'(:.*)?$/.exec(item);
  return quoted ? (quoted[1] ?? "").replaceAll("''", "'") + (quoted[2] ?? "") : item;
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}
