import { statSync } from "node:fs";

/**
 * Tells when a file has been changed, made or taken away since this call. It is looked at once a second: that costs next
 * to nothing, and unlike the kernel's notices it works with every way in which editors replace a file, and for one that
 * is not there yet.
 * @param everyMs milliseconds
 */
export function watchConfig(file: string, changed: () => void, everyMs = 1_000): { close(): void } {
  let before = stampOf(file);
  const timer = setInterval(() => {
    const now = stampOf(file);
    if (now === before) return;
    before = now;
    changed();
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(file);
    return `${mtimeMs} ${ino} ${size}`;
  } catch {
    return "not there";
  }
}
