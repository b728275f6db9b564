import { lossWords } from "../../core/view/target-words.ts";
import type { TargetRow } from "../../core/view/targets.ts";
import { ConfirmButton } from "../inspector/confirm-button.tsx";
import { pendingName } from "../state/ask.ts";
import { useDock } from "../state/store.ts";
import { forgetTarget } from "../state/target-intents.ts";
import { Elapsed } from "../wall/elapsed.tsx";

/** One target with its slot, and the way to give it up. */
export function TargetLine({ row }: { readonly row: TargetRow }) {
  const { target, slot, lastUsedAt, state, keeps } = row;
  const pending = useDock((dock) => dock.pending.has(pendingName("forgetTarget", slot)));
  return (
    <li>
      <b className="target-slot">{slot}</b>
      <div>
        <p>
          <b>{target}</b>
        </p>
        <p className="quiet">
          {state}
          {lastUsedAt === null ? "" : ", last used "}
          {lastUsedAt !== null && (
            <>
              <Elapsed since={lastUsedAt} /> ago
            </>
          )}
          {keeps === null ? "" : `. ${keeps}`}
        </p>
      </div>
      <ConfirmButton
        label="Forget"
        name={`Forget ${target}, slot ${slot}`}
        warning={lossWords(target, slot)}
        confirm="Wipe and forget"
        confirmName={`Wipe slot ${slot} and forget ${target}`}
        pending={pending}
        act={() => void forgetTarget(target, slot)}
      />
    </li>
  );
}
