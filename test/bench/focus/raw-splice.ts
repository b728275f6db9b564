import { rmSync } from "node:fs";
import { createServer } from "node:net";

/**
 * Stands between the control room and a Chrome's DevTools pipe: passes every message on, and for each connection to
 * its socket adds commands of its own. Chrome's answers to those go to the control room, which knows no such ids.
 */
const [, , path = ""] = process.argv;

/** Beyond the ids that anyone else would reach. */
let id = 2_000_000_000;
let rest: Buffer[] = [];
/** The tab that was spoken of last, and a session of the control room's own on a tab. */
let tab: string | null = null;
let session: string | null = null;

process.stdin.on("data", (chunk: Buffer) => {
  const end = chunk.lastIndexOf(0);
  if (end < 0) {
    rest.push(chunk);
    return;
  }
  // Whole messages only, so that a command of ours never stands in the middle of another.
  const whole = Buffer.concat([...rest, chunk.subarray(0, end + 1)]);
  rest = [chunk.subarray(end + 1)];
  process.stdout.write(whole);
  for (const message of whole.toString("latin1").split("\0")) remember(message);
});
process.stdin.on("end", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));

rmSync(path, { force: true });
createServer((socket) => {
  socket.on("error", () => {});
  socket.end(bringToFront() ? "written" : "no tab is known");
}).listen(path);

function bringToFront(): boolean {
  if (tab !== null) write({ method: "Target.activateTarget", params: { targetId: tab } });
  if (session !== null) write({ method: "Page.bringToFront", params: {}, sessionId: session });
  return tab !== null || session !== null;
}

function write(command: object): void {
  id += 1;
  process.stdout.write(`${JSON.stringify({ id, ...command })}\0`);
}

function remember(message: string): void {
  tab = /"targetId":"([0-9A-F]+)"/.exec(message)?.[1] ?? tab;
  // Answers on a lease's session would reach its broker, which may not survive what it never asked for.
  if (!message.includes('"maxTotalBufferSize":0')) return;
  session = /"sessionId":"([0-9A-F]+)"/.exec(message)?.[1] ?? session;
}
