import type { EventView, SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { selectSlot } from "../state/store.ts";
import { HolderBadge } from "../wall/holder-badge.tsx";
import { SlotActions } from "../wall/slot-actions.tsx";
import { SlotNumber } from "../wall/slot-number.tsx";
import { WindowSigns } from "../wall/window-signs.tsx";
import { agentName } from "../words/holder.ts";
import { Answer } from "./answer.tsx";
import { EventList } from "./event-list.tsx";
import { HelpRequest } from "./help-request.tsx";
import { LocalWork } from "./local-work.tsx";
import { Login } from "./login.tsx";
import { Parked } from "./parked.tsx";
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
  const { holder, help, quarantine, receipt } = slot;
  // What the panels below say at length is not said twice.
  const hasPanel = quarantine.length > 0 || help !== null || holder.kind === "parked";
  // A slot with a card has its buttons there, a parked one in its panel; the others would have them nowhere.
  const needsButtons = slot.cell === null && (holder.kind === "agent" || holder.kind === "human");
  // The receipt of the present holder is what was just asked for; an older one is the past.
  const isFresh = receipt?.epoch === slot.epoch;
  return (
    <>
      <header className="inspector-head">
        <SlotNumber slot={slot.slot} />
        <h2>{slot.target ?? "no target"}</h2>
        <HolderBadge holder={holder} />
        <button
          type="button"
          className="button button-icon button-plain"
          aria-label="Close the inspector"
          onClick={() => selectSlot(null)}
        >
          <Icon name="close" />
        </button>
      </header>
      {!hasPanel && slot.needsYou !== null && (
        <p className="need" data-kind="other">
          <Icon name="warning" />
          <span>{slot.needsYou}</span>
        </p>
      )}
      <WindowSigns slot={slot} as="sentences" />
      {needsButtons && <SlotActions slot={slot} />}
      {help && <HelpRequest help={help} agent={agentName(holder)} />}
      {holder.kind === "parked" && <Parked slot={slot.slot} epoch={slot.epoch} holder={holder} />}
      {receipt && isFresh && <Receipt receipt={receipt} />}
      <div className="questions">
        <WhoMayAct slot={slot} />
        <LocalWork slot={slot} />
        <Website slot={slot} />
      </div>
      <Login slot={slot} />
      {quarantine.length > 0 ? <Quarantine slot={slot} /> : <Answer slot={slot.slot} />}
      {receipt && !isFresh && <Receipt receipt={receipt} />}
      <EventList title={`Events of slot ${slot.slot}`} events={events} withSlot={false} />
    </>
  );
}
