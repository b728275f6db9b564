/**
 * Entry of a broker: a child process of the control room, forked with an IPC channel, for one slot, launch and epoch.
 * It has the leased endpoint and nothing else: no database, no scheduler, no other slot.
 */
import { toBroker } from "../shared/contract/broker.ts";
import { Broker, type Surroundings } from "./broker.ts";

/** Written by hand to stderr, which the control room keeps: never arguments or page content (R31). */
function fail(reason: string): never {
  process.stderr.write(`broker: ${reason}\n`);
  process.exit(1);
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
process.on("uncaughtException", (error) => fail(error.stack ?? error.message));

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
