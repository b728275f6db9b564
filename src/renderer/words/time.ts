import { duration } from "../../core/view/words.ts";

/** How long something took that has ended: exact below ten seconds, where it matters. */
export function took(milliseconds: number): string {
  const spent = Math.max(0, milliseconds);
  if (spent < 1000) return `${Math.round(spent)} ms`;
  return spent < 10_000 ? `${(spent / 1000).toFixed(1)} s` : duration(spent);
}

/** Wall-clock time to the second, in the person's own time zone; times of another day carry the date. */
export function clockTime(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  return at.toDateString() === new Date(nowMs).toDateString() ? timeOf(at) : dateTime(atMs);
}

/** Date and time to the second: for what is not drawn again when the day changes. */
export function dateTime(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${timeOf(at)}`;
}

/** A moment and how long ago it was; null is a moment that nobody has observed. */
export function moment(atMs: number | null, nowMs: number): string {
  return atMs === null ? "not known yet" : `${clockTime(atMs, nowMs)} · ${duration(nowMs - atMs)} ago`;
}

function timeOf(at: Date): string {
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
