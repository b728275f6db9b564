/** What the process that called `sessiondock` learns without reading text. */
export const exitCodes = {
  ok: 0,
  /** The call failed, or a check of `doctor` did. */
  failed: 1,
  /** Wrong usage, or an agent whose identity can't be resolved (R13). */
  refused: 2,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
