/** Where the keyboard finds things. The focus moves only because the person pressed a key or a button. */

export const queueId = "queue";

export const makeRoomId = "make-room";

export function noteFieldId(slot: number): string {
  return `hand-back-note-${slot}`;
}

export function reasonFieldId(slot: number): string {
  return `why-${slot}`;
}

/** The panel with what can be done about a slot: its quarantine, or its parked lease. */
export function waysId(slot: number): string {
  return `ways-${slot}`;
}

export function slotButtonId(slot: number): string {
  return `select-slot-${slot}`;
}

export function focusSlot(slot: number): void {
  focusOn(slotButtonId(slot));
}

export function focusQueue(): void {
  focusOn(queueId);
}

/** Waits for the drawing that may only now make the panel appear. */
export function focusWays(slot: number): void {
  requestAnimationFrame(() => focusOn(waysId(slot)));
}

function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
}
