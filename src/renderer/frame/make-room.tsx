import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { nothingToReclaim, type ReclaimPreview, reclaimLines, tabLine } from "../../core/view/reclaim-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import type { OperatorOutput } from "../../shared/contract/operator.ts";
import { pendingName } from "../state/ask.ts";
import { useNow } from "../state/clock.ts";
import { lookForRoom, reclaim } from "../state/reclaim-intents.ts";
import { forgetRoom, useDock } from "../state/store.ts";
import { makeRoomId } from "./focus.ts";

/** R16: when nobody has room, the person sees what reclaiming a slot would cost, and decides. */
export function MakeRoom() {
  const proposal = useDock((state) => state.room);
  const slot = proposal?.preview?.slot;
  const present = useDock((state) => state.snapshot?.slots.find((view) => view.slot === slot));
  const pending = useDock((state) => state.pending.has(pendingName("reclaim", slot)));
  const looking = useDock((state) => state.pending.has("reclaimPreview"));
  if (proposal === null) {
    return (
      <button
        type="button"
        className="button"
        title="See which slot could be reclaimed, and what would be lost (R)"
        aria-busy={looking}
        onClick={() => void lookForRoom(null)}
      >
        {looking ? "Looking…" : "Make room…"}
      </button>
    );
  }
  return <Proposal proposal={proposal} present={present} pending={pending} />;
}

interface ProposalProps {
  readonly proposal: OperatorOutput<"reclaimPreview">;
  /** The slot as it is now, where it is known. */
  readonly present: SlotView | undefined;
  /** It is being done. */
  readonly pending: boolean;
}

/** The button that does it is another one than the first, elsewhere, and never has the focus by itself. */
export function Proposal({ proposal, present, pending }: ProposalProps) {
  const now = useNow();
  const { preview, exempt } = proposal;
  const [first, ...rest] = preview ? reclaimLines(preview, now) : nothingToReclaim(exempt);
  return (
    <Frame>
      <h3>{first}</h3>
      {rest.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {preview?.tabs && preview.tabs.length > 0 && (
        <ul className="tabs-lost">
          {preview.tabs.map((tab, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tabs may show the same page
            <li key={index}>{tabLine(tab)}</li>
          ))}
        </ul>
      )}
      {preview ? <Decision preview={preview} present={present} pending={pending} /> : <Keep label="Close" />}
    </Frame>
  );
}

interface DecisionProps extends Omit<ProposalProps, "proposal"> {
  readonly preview: ReclaimPreview;
}

function Decision({ preview, present, pending }: DecisionProps) {
  const { slot, epoch, idleSince, obstacle } = preview;
  const hasChanged = present !== undefined && (present.epoch !== epoch || (present.lastActivityAt ?? 0) > idleSince);
  const onConfirm = (event: MouseEvent) => {
    if (event.detail < 2) void reclaim(preview);
  };
  return (
    <>
      {hasChanged && <p role="alert">Slot {slot} has changed since; look again before you decide.</p>}
      <div className="confirm-buttons">
        <Keep label="Keep it" />
        {hasChanged || obstacle !== null ? (
          <button type="button" className="button" onClick={() => void lookForRoom(hasChanged ? slot : null)}>
            {hasChanged ? "Look again" : "Propose another"}
          </button>
        ) : (
          <button
            type="button"
            className="button button-danger"
            aria-label={`Reclaim slot ${slot}`}
            aria-busy={pending}
            onClick={onConfirm}
          >
            {pending ? "Reclaiming…" : `Reclaim slot ${slot}`}
          </button>
        )}
      </div>
    </>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Closing this is all that this Escape does.
    event.preventDefault();
    forgetRoom();
  };
  return (
    <section id={makeRoomId} className="panel make-room" tabIndex={-1} aria-label="Make room" onKeyDown={onKey}>
      {children}
    </section>
  );
}

function Keep({ label }: { readonly label: string }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const onKeep = (event: MouseEvent) => {
    // The second half of a double click on what opened this.
    if (event.detail < 2) forgetRoom();
  };
  return (
    <button ref={keep} type="button" className="button" onClick={onKeep}>
      {label}
    </button>
  );
}
