/**
 * The first `bytes` bytes of UTF-8 of a text, cut at a line so that no reference is cut in two, and a note that says
 * how much is missing ("" if nothing is).
 */
export function capText(text: string, bytes: number): { readonly shown: string; readonly note: string } {
  const whole = Buffer.byteLength(text);
  if (whole <= bytes) return { shown: text, note: "" };
  const cut = Buffer.from(text).subarray(0, bytes).toString();
  const end = cut.lastIndexOf("\n");
  const shown = end > cut.length / 2 ? cut.slice(0, end) : cut.replace(/\uFFFD+$/, "");
  return {
    shown,
    note: `\nCut: this is the first ${Buffer.byteLength(shown)} of ${whole} bytes; the rest is not shown.`,
  };
}
