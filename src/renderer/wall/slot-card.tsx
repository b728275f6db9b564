import { memo } from "react";
import type { SlotView } from "../../core/view/snapshot.ts";
import { slotButtonId } from "../frame/focus.ts";
import { Icon } from "../icons.tsx";
import { selectSlot, useDock } from "../state/store.ts";
import { agentName, holderWord } from "../words/holder.ts";
import { needsOf, receiptLine, unresolvedWords } from "../words/need.ts";
import { CardActivity } from "./card-activity.tsx";
import { CardClocks } from "./card-clocks.tsx";
import { HolderBadge } from "./holder-badge.tsx";
import { LoginLine } from "./login-line.tsx";
import { NeedLine } from "./need-line.tsx";
import { SlotActions } from "./slot-actions.tsx";
import { SlotNumber } from "./slot-number.tsx";
import { WindowSigns } from "./window-signs.tsx";

interface SlotCardProps {
  readonly slot: SlotView;
  /** As its window stands: in one cell among others, wide beside the covered ones, the large one, or covered. */
  readonly size?: "cell" | "wide" | "large" | "covered";
}

/** One slot on the wall. Drawn again only when this slot has changed. */
export const SlotCard = memo(function SlotCard({ slot, size = "cell" }: SlotCardProps) {
  const selected = useDock((state) => state.selected === slot.slot);
  const needs = needsOf(slot);
  const unresolved = unresolvedWords(slot.unresolved.length);
  const agent = agentName(slot.holder);
  return (
    <article
      className="card"
      data-size={size}
      data-holder={holderWord(slot.holder)}
      data-selected={selected}
      data-needs={needs[0]?.kind}
      aria-label={`Slot ${slot.slot}`}
    >
      <header className="card-head">
        <SlotNumber slot={slot.slot} />
        <div className="card-title">
          {/* Its invisible area covers the card, so that a click anywhere beside the other buttons selects. */}
          <button
            id={slotButtonId(slot.slot)}
            type="button"
            className="card-select"
            data-selects-slot={slot.slot}
            aria-pressed={selected}
            aria-label={`Select slot ${slot.slot}, ${slot.target ?? "no target"}`}
            title={slot.target ?? undefined}
            onClick={() => selectSlot(slot.slot)}
          >
            {slot.target ?? "no target"}
          </button>
          <p className="card-agent" title={agent ?? undefined}>
            {agent ?? "no agent"}
            {slot.holder.kind === "human" && agent !== null && " · suspended"}
          </p>
        </div>
      </header>
      <p className="card-control">
        <HolderBadge holder={slot.holder} />
        <span className="epoch">epoch {slot.epoch}</span>
      </p>
      <WindowSigns slot={slot} as="badges" />
      <LoginLine slot={slot} />
      <div className="card-body">
        {needs.map((need) => (
          <NeedLine key={need.kind} need={need} />
        ))}
        {unresolved !== null && (
          <p className="card-unresolved">
            <Icon name="unknown" />
            {unresolved}
          </p>
        )}
        <CardActivity slot={slot} presentOnly={needs.length > 0} />
        {needs.length === 0 && <CardClocks slot={slot} />}
        {slot.holder.kind === "human" && slot.receipt && <p className="card-receipt">{receiptLine(slot.receipt)}</p>}
        {slot.warnings.map((warning) => (
          <p key={warning} className="warning">
            <Icon name="warning" />
            <span>{warning}</span>
          </p>
        ))}
      </div>
      <SlotActions slot={slot} />
    </article>
  );
});
