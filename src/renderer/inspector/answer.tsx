import { Icon } from "../icons.tsx";
import { forgetAnswer, useDock } from "../state/store.ts";

/** What came of the person's last decision about this slot; it stays after the reason itself is gone. No sign: it may be bad news. */
export function Answer({ slot }: { readonly slot: number }) {
  const answer = useDock((state) => state.answer);
  return (
    <div role="status">
      {answer?.slot === slot && (
        <p className="panel said">
          <span>{answer.said}</span>
          <button
            type="button"
            className="button button-icon button-plain"
            aria-label="Dismiss this answer"
            onClick={forgetAnswer}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
