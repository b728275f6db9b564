import { parseArgs } from "node:util";
import { keepWorking } from "./live-agent.ts";

/**
 * `node demo/agents/main.ts --shop URL [--agents 10] [--seconds N] [--pause MS]`: demo agents, each with a
 * wrapper and a login target of its own. Ends on SIGTERM, SIGINT, after N seconds, or when the process that
 * started it is gone.
 */
const { values } = parseArgs({
  options: {
    shop: { type: "string" },
    agents: { type: "string", default: "10" },
    seconds: { type: "string" },
    pause: { type: "string", default: "1500" },
  },
});

const count = Number(values.agents);
const pauseMs = Number(values.pause);
const seconds = values.seconds === undefined ? null : Number(values.seconds);
const wrong =
  values.shop === undefined || !(count >= 1 && count <= 10) || !(pauseMs >= 0) || (seconds !== null && !(seconds > 0));

if (wrong) {
  process.stderr.write("usage: node demo/agents/main.ts --shop URL [--agents 1..10] [--seconds N] [--pause MS]\n");
  process.exitCode = 2;
} else {
  await work(new URL(values.shop ?? "").origin);
}

async function work(shop: string): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  process.once("disconnect", end);
  const timer = seconds === null ? null : setTimeout(end, seconds * 1000);
  const names = Array.from({ length: count }, (_, index) => `agent${index + 1}`);
  await Promise.all(
    names.map((name, index) =>
      keepWorking(
        {
          name,
          target: `corner-shop-${name}`,
          user: name,
          shop,
          firstRound: index,
          pauseMs,
          environment: process.env,
          say: (text) => process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${name} ${text}\n`),
        },
        stop.signal,
      ),
    ),
  );
  if (timer) clearTimeout(timer);
  if (process.connected) process.disconnect();
}
