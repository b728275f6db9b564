import type { Readable, Writable } from "node:stream";
import type { BrowserPipe } from "../../engine/ports.ts";

const terminator = 0;

/** Chrome's DevTools pipe: JSON messages, each ended by a NUL byte; we write to its fd 3 and read from its fd 4. */
export function createBrowserPipe(input: Writable, output: Readable): BrowserPipe {
  const listeners: ((message: Buffer) => void)[] = [];
  let parts: Buffer[] = [];

  output.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(terminator); end !== -1; end = chunk.indexOf(terminator, start)) {
      const last = chunk.subarray(start, end);
      const message = parts.length === 0 ? last : Buffer.concat([...parts, last]);
      parts = [];
      start = end + 1;
      for (const listener of listeners) listener(message);
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
  // A broken pipe is Chrome's exit, which is observed on the process itself.
  input.on("error", () => {});
  output.on("error", () => {});

  return {
    write: (message) => {
      if (!input.destroyed) input.write(`${message}\0`);
    },
    onMessage: (listener) => {
      listeners.push(listener);
    },
    close: () => {
      input.end();
    },
  };
}
