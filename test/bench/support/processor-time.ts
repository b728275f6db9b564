import { readFileSync } from "node:fs";

/** Milliseconds that a process's first thread has run, and has been ready to run but waited for a processor. */
export interface ProcessorTime {
  readonly at: number;
  readonly ran: number;
  readonly waited: number;
}

/** Linux only. The difference of two tells stalls of the program from a machine that is too busy for it. */
export function processorTime(pid: number): ProcessorTime {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ").map(Number);
  return { at: performance.now(), ran: ran / 1e6, waited: waited / 1e6 };
}

/** Shares of the time between, from 0 to 1. */
export function shares(from: ProcessorTime, to: ProcessorTime): { readonly ran: number; readonly waited: number } {
  const span = to.at - from.at;
  const share = (milliseconds: number) => Math.round((milliseconds / span) * 1000) / 1000;
  return { ran: share(to.ran - from.ran), waited: share(to.waited - from.waited) };
}
