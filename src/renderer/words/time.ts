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
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
  const sameDay = at.toDateString() === new Date(nowMs).toDateString();
  return sameDay ? time : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${time}`;
}

/** A moment and how long ago it was; null is a moment that nobody has observed. */
export function moment(atMs: number | null, nowMs: number): string {
  return atMs === null ? "not known yet" : `${clockTime(atMs, nowMs)} · ${duration(nowMs - atMs)} ago`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
