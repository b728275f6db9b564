import type { ActionView, QuarantineView } from "../../core/view/snapshot.ts";
import { quarantineWord } from "../../core/view/words.ts";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";

interface QuarantineReasonProps {
  readonly reason: QuarantineView;
  /** Where the reason's actions are found; the website's panel has their evidence. */
  readonly unresolved: readonly ActionView[];
}

/** R7: one reason why the slot is unclear, what is known, and what comes next. */
export function QuarantineReason({ reason, unresolved }: QuarantineReasonProps) {
  const actions = reason.actionIds.map((id) => unresolved.find((action) => action.id === id)?.summary ?? id);
  return (
    <article className="reason">
      <h4>
        {quarantineWord(reason.code)} <code>{reason.code}</code>
      </h4>
      <Facts>
        <Fact name="Known">{reason.known}</Fact>
        {actions.length > 0 && <Fact name={actions.length === 1 ? "Action" : "Actions"}>{actions.join(", ")}</Fact>}
        <Fact name="Next">{reason.next}</Fact>
        <Fact name="Since">
          <Moment at={reason.since} />
        </Fact>
      </Facts>
    </article>
  );
}
