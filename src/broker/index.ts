/**
 * Entry of a broker: a child process of the control room, forked with an IPC channel, for one slot, launch and epoch.
 * It has the leased endpoint and nothing else: no database, no scheduler, no other slot.
 */
import { toBroker } from "../shared/contract/broker.ts";
import { Broker, type Surroundings } from "./broker.ts";

/** To stderr, which the control room keeps: never arguments, typed text or page content (R31). */
function fail(reason: string): never {
  process.stderr.write(`broker: ${reason}\n`);
  process.exit(1);
}

/** Where an error was thrown, without its message: Playwright's messages repeat what was typed. */
function origin(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join("\n");
}

if (process.send === undefined) fail("needs the IPC channel of the control room");

const surroundings: Surroundings = {
  send: (message) =>
    new Promise((resolve) => {
      // A closed channel ends this process by "disconnect"; there is nobody left to tell.
      process.send?.(message, undefined, undefined, () => resolve());
    }),
  exit: (code) => process.exit(code),
};

process.on("disconnect", () => process.exit(0));
process.on("uncaughtException", (error) => fail(origin(error)));

// The import is the slow part of the start (it is why brokers are kept warm); messages wait for it.
const loaded = import("playwright-core");
const broker = loaded.then(({ chromium }) => new Broker(chromium, surroundings));

process.on("message", (raw) => {
  const message = toBroker.safeParse(raw);
  if (!message.success) {
    return fail(
      `broken message: ${message.error.issues.map((issue) => issue.path.join(".") || "(the whole)").join(", ")}`,
    );
  }
  void broker.then((it) => it.receive(message.data)).catch((error: unknown) => fail(String(error)));
});

await broker;
await surroundings.send({ kind: "warm" });
