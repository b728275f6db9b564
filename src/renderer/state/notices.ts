import type { ErrorBody } from "../../shared/errors.ts";

/** A message in the corner: what was observed, or what went wrong and what to do. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "error";
  readonly title: string;
  readonly hint: string | null;
  readonly code: string | null;
  /** How often the same thing was said in a row. */
  readonly times: number;
}

/** More would cover the window; the oldest gives way. */
const mostNotices = 4;

/** Information goes by itself after this time; an error stays until it was dismissed. */
export const infoStaysMs = 6000;

export function infoNotice(id: number, title: string, hint: string | null = null): Notice {
  return { id, tone: "info", title, hint, code: null, times: 1 };
}

export function errorNotice(id: number, doing: string, error: ErrorBody): Notice {
  return { id, tone: "error", title: `${doing}: ${error.message}`, hint: error.hint, code: error.code, times: 1 };
}

/** Newest last; a repeated message is counted instead of shown twice. */
export function withNotice(notices: readonly Notice[], added: Notice): readonly Notice[] {
  const same = notices.find((notice) => notice.title === added.title && notice.code === added.code);
  const rest = notices.filter((notice) => notice !== same);
  return [...rest, { ...added, times: (same?.times ?? 0) + 1 }].slice(-mostNotices);
}

export function withoutNotice(notices: readonly Notice[], id: number): readonly Notice[] {
  return notices.filter((notice) => notice.id !== id);
}
