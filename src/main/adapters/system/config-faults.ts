import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Config, configSchema } from "./config-schema.ts";

/** Something in the text of a configuration that can't be taken. */
export interface ConfigFault {
  /** Counted from 1. */
  readonly line: number;
  /** The field, such as `slots.count`; empty for the text as a whole. */
  readonly field: string;
  readonly message: string;
}

export type CheckedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly [ConfigFault, ...ConfigFault[]] };

const lenient = { allowTrailingComma: true };

/** Reads the text of a configuration: JSON with comments. Slips of the keyboard come first: nothing else is known then. */
export function checkConfig(text: string): CheckedConfig {
  const slips: ParseError[] = [];
  const value: unknown = parse(text, slips, lenient);
  const [first, ...others] = slips.map(({ error, offset }) => fault(text, offset, [], printParseErrorCode(error)));
  if (first) return { ok: false, faults: [first, ...others] };
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return { ok: true, config: parsed.data };
  const tree = parseTree(text, [], lenient);
  const faults = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    // An unknown key is named in the message, not in the path; each stands on a line of its own.
    const places = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
    return places.map((place) => fault(text, offsetOf(tree, place), path, issue.message));
  });
  const [one, ...more] = faults.toSorted((a, b) => a.line - b.line);
  return { ok: false, faults: [one ?? { line: 1, field: "", message: "it can't be read" }, ...more] };
}

/** `config.jsonc:3: slots.count: …` */
export function faultSentence(file: string, { line, field, message }: ConfigFault): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${message}`;
}

function fault(text: string, offset: number, path: readonly string[], message: string): ConfigFault {
  return { line: text.slice(0, offset).split("\n").length, field: path.join("."), message };
}

/**
 * Where the value stands, by the structure of the text: a comment may hold the same words. What is missing stands
 * where the object is that should have it.
 */
function offsetOf(tree: Node | undefined, path: readonly string[]): number {
  for (let length = path.length; tree && length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.offset;
  }
  return tree?.offset ?? 0;
}
