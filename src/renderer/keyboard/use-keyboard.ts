import { useEffect } from "react";
import { useDock } from "../state/store.ts";
import { keyIntent, type Press } from "./keys.ts";
import { perform } from "./perform.ts";

/** Listens for keys on the whole window, for as long as the control room is drawn. */
export function useKeyboard(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An input method's keys are part of a word, and a control may have used the key already.
      if (event.isComposing || event.defaultPrevented) return;
      const intent = keyIntent(pressOf(event));
      if (intent === null) return;
      // Escape also has native uses (closing a dialog or a list), which must go on working.
      if (intent.kind !== "close") event.preventDefault();
      perform(intent);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    repeat: event.repeat,
    focus: focusOf(event.target),
    helpOpen: useDock.getState().helpOpen || useDock.getState().settings !== null,
    targetsOpen: useDock.getState().targetsOpen,
  };
}

function focusOf(target: EventTarget | null): Press["focus"] {
  if (!(target instanceof Element)) return "page";
  // Nothing is typed into a radio button; it only wants the arrows, which are not ours.
  if (target.matches("input[type=radio]")) return "control";
  if (target.closest("input, textarea, select, [contenteditable]")) return "typing";
  // On the card that is already selected, Enter has no use of its own, so there it means "foreground".
  if (target.closest("[data-selects-slot][aria-pressed=true]")) return "page";
  return target.closest("button, a, summary, [role=button]") ? "control" : "page";
}
