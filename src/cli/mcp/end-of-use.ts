/** Resolves when the client has left: end of input, a closed output, or a signal that asks to end. */
export function endOfUse(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve();
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.stdin.once("error", end);
    // EPIPE: nobody reads the answers any more.
    process.stdout.once("error", end);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, end);
  });
}
