/** What came of a configuration that was read again. Fields are named as in the file, such as `slots.live`. */
export function configSentence(changed: readonly string[], waiting: readonly string[]): string {
  const now = changed.length === 0 ? "Nothing of what holds has changed." : `Now in effect: ${changed.join(", ")}.`;
  const later = waitingSentence(waiting);
  return `The configuration was read again. ${now}${later === null ? "" : ` ${later}`}`;
}

/** @returns null where nothing waits */
export function waitingSentence(waiting: readonly string[]): string | null {
  return waiting.length === 0 ? null : `At the next start: ${waiting.join(", ")}.`;
}
