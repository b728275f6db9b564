import type { MonitorView, RoomView, SlotView } from "../../core/view/snapshot.ts";

export function liveWords(room: RoomView): string {
  return `${room.live} of ${room.cap} live`;
}

/** PSS of all slots' Chromes; a figure that was never measured is not shown as zero. */
export function memoryWords(megabytes: number | null): string {
  if (megabytes === null) return "memory not measured yet";
  return megabytes < 1024
    ? `${Math.round(megabytes)} MiB in Chromes`
    : `${(megabytes / 1024).toFixed(1)} GiB in Chromes`;
}

export function monitorWords(monitor: MonitorView): string {
  const scale = monitor.scale === 1 ? "" : ` at ${Math.round(monitor.scale * 100)} %`;
  return `${monitor.name} — ${monitor.bounds.width} × ${monitor.bounds.height}${scale}${monitor.primary ? ", primary" : ""}`;
}

export function unusedWords(count: number): string {
  if (count === 0) return "No unused slot is left.";
  return count === 1 ? "1 slot is unused." : `${count} slots are unused.`;
}

/** True until an agent has left any trace: no target is known, nobody waits. Then the window teaches how to begin. */
export function noAgentYet(slots: readonly SlotView[], waiting: number): boolean {
  return waiting === 0 && slots.every((slot) => slot.target === null && slot.holder.kind !== "agent");
}
