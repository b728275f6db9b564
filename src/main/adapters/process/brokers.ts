import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { fromBroker } from "../../../shared/contract/broker.ts";
import type { BrokerProcess, Brokers, Exit } from "../../engine/ports.ts";
import { startTimeOf } from "./process-identity.ts";

/**
 * Below the control room and its window: ten busy agents must not make a take-over wait for a processor. Measured with
 * ten agents on two cores, a take-over reached the control room after 11 ms instead of 68 (medians).
 */
const brokerNiceness = 10;

/**
 * Forks brokers. A broker gets no token, no path of a database and no socket in argv or environment.
 * @param cache directory for compiled code: loading playwright-core is most of a broker's start
 */
export function createBrokers(entry: string, cache: string, log: (line: string) => void): Brokers {
  return {
    spawn: () => {
      const child = fork(entry, [], {
        // Electron's own binary runs plain Node with this; without it it would start a second app.
        env: { ...minimalEnvironment(process.env), ELECTRON_RUN_AS_NODE: "1", NODE_COMPILE_CACHE: cache },
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        execArgv: [],
      });
      lowerPriority(child.pid, log);
      child.stderr?.on("data", (chunk: Buffer) => log(`broker ${child.pid}: ${chunk.toString("utf8").trimEnd()}`));
      return wrap(child, log);
    },
  };
}

function lowerPriority(pid: number | undefined, log: (line: string) => void): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, brokerNiceness);
  } catch (error) {
    // It has exited already, or the system does not allow it: it only runs at the common priority.
    log(`broker ${pid} keeps its priority: ${String(error)}`);
  }
}

function wrap(child: ChildProcess, log: (line: string) => void): BrokerProcess {
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal, at: now() }));
    child.once("error", (error) => {
      log(`a broker could not be run: ${error.message}`);
      if (child.pid === undefined) resolve({ code: null, signal: null, at: now() });
    });
  });
  return {
    pid: child.pid ?? 0,
    startTime: child.pid === undefined ? null : startTimeOf(child.pid),
    exited,
    send: (message) => {
      // A message to a broker that has just exited is answered by its exit.
      if (child.connected) child.send(message, () => {});
    },
    onMessage: (listener) => {
      child.on("message", (raw) => {
        const message = fromBroker.safeParse(raw);
        if (message.success) listener(message.data);
        else log(`broker ${child.pid} sent something else: ${message.error.message}`);
      });
    },
    kill: () => {
      child.kill("SIGKILL");
    },
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

const kept = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "TEMP", "TMP"];

function minimalEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    kept.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
