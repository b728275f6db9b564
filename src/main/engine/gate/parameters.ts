import { isRecord } from "./messages.ts";

/** The files that a command hands to a page: by a file chooser, or by dropping them. */
export function filesOf(params: Readonly<Record<string, unknown>>): string[] {
  const dropped = isRecord(params["data"]) ? params["data"]["files"] : undefined;
  const files = [params["files"], dropped].flatMap((list) => (Array.isArray(list) ? list : []));
  return files.map((file) => (typeof file === "string" ? file : ""));
}

/** Pages of the browser itself, and files of the computer, are not the agent's to open. */
export function isWebAddress(url: unknown): boolean {
  return typeof url === "string" && /^(https?:\/\/|about:blank$)/i.test(url);
}
