/** Where the keyboard finds things. The focus moves only because the person pressed a key or a button. */

export const queueId = "queue";

export function noteFieldId(slot: number): string {
  return `hand-back-note-${slot}`;
}

export function reasonFieldId(slot: number): string {
  return `clear-reason-${slot}`;
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

/** Waits for the drawing that may only now make the field appear. */
export function focusReason(slot: number): void {
  requestAnimationFrame(() => focusOn(reasonFieldId(slot)));
}

function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
}
