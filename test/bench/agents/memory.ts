import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Snapshot } from "../../../src/core/view/snapshot.ts";
import { listProcesses, pssOf, treeOf } from "../support/proportional-memory.ts";

/** MiB of proportional set size, of everything but the slots' Chromes. */
export interface MemoryFigures {
  readonly room: number;
  readonly brokers: number;
  readonly brokerCount: number;
  readonly wrappers: number;
  /**
   * The Chromium that draws the control room's window under the stand-in. Kept apart: on Electron its place is taken
   * by Electron's own renderer and graphics processes, so it says nothing of the app that users get.
   */
  readonly window: number;
  readonly slotChromes: number;
}

export function measureMemory(roomPid: number, snapshot: Snapshot, clients: readonly Client[]): MemoryFigures {
  const processes = listProcesses();
  const chromes = new Set(snapshot.slots.flatMap(({ life }) => (life.kind === "live" ? [life.pid] : [])));
  const children = processes.filter((each) => each.parent === roomPid && !chromes.has(each.pid));
  const brokers = children.filter((each) => each.command.includes("broker"));
  const windows = children.filter((each) => each.command.includes("--user-data-dir="));
  const known = new Set([...chromes, ...brokers.map(({ pid }) => pid), ...windows.map(({ pid }) => pid)]);
  const trees = (pids: readonly number[]) => pssOf(pids.flatMap((pid) => treeOf(pid, processes)));
  return {
    room: pssOf(treeOf(roomPid, processes, known)),
    brokers: trees(brokers.map(({ pid }) => pid)),
    brokerCount: brokers.length,
    wrappers: trees(clients.flatMap(wrapperOf)),
    window: trees(windows.map(({ pid }) => pid)),
    slotChromes: trees([...chromes]),
  };
}

function wrapperOf(client: Client): number[] {
  const { transport } = client;
  return transport instanceof StdioClientTransport && transport.pid !== null ? [transport.pid] : [];
}
