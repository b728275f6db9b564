import type { EventView, SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { selectSlot } from "../state/store.ts";
import { HolderBadge } from "../wall/holder-badge.tsx";
import { SlotActions } from "../wall/slot-actions.tsx";
import { EventList } from "./event-list.tsx";
import { LocalWork } from "./local-work.tsx";
import { Quarantine } from "./quarantine.tsx";
import { Receipt } from "./receipt.tsx";
import { Website } from "./website.tsx";
import { WhoMayAct } from "./who-may-act.tsx";

interface SlotDetailsProps {
  readonly slot: SlotView;
  /** Of this slot only. */
  readonly events: readonly EventView[];
}

export function SlotDetails({ slot, events }: SlotDetailsProps) {
  return (
    <>
      <header className="inspector-head">
        <span className="card-number">{slot.slot}</span>
        <h2>{slot.target ?? "no target"}</h2>
        <HolderBadge holder={slot.holder} />
        <button
          type="button"
          className="button button-icon button-plain"
          aria-label="Close the inspector"
          onClick={() => selectSlot(null)}
        >
          <Icon name="close" />
        </button>
      </header>
      {slot.needsYou !== null && (
        <p className="need">
          <Icon name="warning" />
          <span>{slot.needsYou}</span>
        </p>
      )}
      {slot.life.kind === "quarantined" && <Quarantine slot={slot.slot} life={slot.life} />}
      {/* A slot with a card has its buttons there; without a window they would be nowhere. */}
      {slot.cell === null && slot.holder.kind !== "nobody" && <SlotActions slot={slot} />}
      {slot.receipt && <Receipt receipt={slot.receipt} />}
      <div className="questions">
        <WhoMayAct slot={slot} />
        <LocalWork slot={slot} />
        <Website slot={slot} />
      </div>
      <EventList title={`Events of slot ${slot.slot}`} events={events} withSlot={false} />
    </>
  );
}
