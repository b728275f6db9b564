import { useSyncExternalStore } from "react";

/**
 * The present second, for elapsed times. One timer for the whole window, and none while nothing on screen
 * counts: an idle control room doesn't wake the processor. A window that can't be seen draws nothing.
 */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let second = currentSecond();

/** @returns milliseconds since the Unix epoch, moving once a second */
export function useNow(): number {
  // The third is for drawing to text, where nothing moves.
  return useSyncExternalStore(listen, read, read);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function read(): number {
  // A stopped timer leaves the second behind; while it runs, every reader in one drawing sees the same value.
  if (timer === null) second = currentSecond();
  return second;
}

function tick(): void {
  if (document.hidden) return;
  second = currentSecond();
  for (const listener of listeners) listener();
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
