import { useEffect, useRef } from "react";
import type { SlotView } from "../../core/view/snapshot.ts";
import { targetRows } from "../../core/view/targets.ts";
import { Icon } from "../icons.tsx";
import { openTargets } from "../state/store.ts";
import { AssignForm } from "./assign-form.tsx";
import { TargetLine } from "./target-line.tsx";

/** Which login target has which slot, and the way to change that (R14). Drawn only while it is open. */
export function Targets({ slots }: { readonly slots: readonly SlotView[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // As a modal it keeps the focus inside and gives it back to where it was.
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const rows = targetRows(slots);
  return (
    <dialog ref={dialog} className="help targets" aria-labelledby="targets-title" onCancel={() => openTargets(false)}>
      <header>
        <h2 id="targets-title">
          Login targets <span className="count">{rows.length}</span>
        </h2>
        <button
          type="button"
          className="button button-icon button-plain"
          aria-label="Close targets"
          onClick={() => openTargets(false)}
        >
          <Icon name="close" />
        </button>
      </header>
      {rows.length === 0 ? (
        <p className="quiet">No login target has a slot yet. One gets a slot when its first agent asks.</p>
      ) : (
        <ol className="target-list">
          {rows.map((row) => (
            <TargetLine key={row.slot} row={row} />
          ))}
        </ol>
      )}
      <p className="quiet">
        When every slot has a target, a new one takes the slot on top, after everything in it was wiped. A slot that is
        held, watched, waited for or unclear is not taken.
      </p>
      <h2>Give a target a slot</h2>
      <AssignForm slots={slots} />
    </dialog>
  );
}
