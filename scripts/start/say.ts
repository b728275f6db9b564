/** One line for the person at the terminal. */
export function say(text: string): void {
  process.stdout.write(`sessiondock: ${text}\n`);
}

/** Ends the start with a message and an exit code, and no stack trace. */
export class StartFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
