import type { BrowserPipe } from "../../src/main/engine/ports.ts";

/** A DevTools pipe whose other end is the test, for what a real Chrome would do only by chance. */
export class FakePipe implements BrowserPipe {
  readonly written: Readonly<Record<string, unknown>>[] = [];
  closed = false;
  #listener: (message: Buffer) => void = () => {};
  /** Answers given at once, by method. */
  readonly answers: Record<string, object> = {
    "Target.attachToBrowserTarget": { sessionId: "LEASE" },
    "Target.setDiscoverTargets": {},
  };

  write(message: string): void {
    const command: Record<string, unknown> = JSON.parse(message);
    this.written.push(command);
    const method = String(command["method"]);
    const result = Object.hasOwn(this.answers, method) ? this.answers[method] : undefined;
    if (result) this.says({ id: command["id"], result, ...sessionOf(command) });
  }

  onMessage(listener: (message: Buffer) => void): void {
    this.#listener = listener;
  }

  close(): void {
    this.closed = true;
  }

  /** Chrome says something. `sessionId` is written last, as Chrome does. */
  says(message: object): void {
    this.#listener(Buffer.from(JSON.stringify(message)));
  }

  /** Methods written on one session; `null` is the control room's own root session. */
  methods(sessionId: string | null): unknown[] {
    return this.written.filter((each) => (each["sessionId"] ?? null) === sessionId).map((each) => each["method"]);
  }
}

function sessionOf(command: Readonly<Record<string, unknown>>): { sessionId?: unknown } {
  return command["sessionId"] === undefined ? {} : { sessionId: command["sessionId"] };
}

/** The client's side of a lease: what it was sent. */
export class FakeSocket {
  readonly received: Record<string, unknown>[] = [];
  closed = false;

  send(message: Buffer | string): void {
    this.received.push(JSON.parse(message.toString()));
  }

  close(): void {
    this.closed = true;
  }
}
