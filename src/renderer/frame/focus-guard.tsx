import type { FocusGuardView } from "../../core/view/snapshot.ts";
import { focusGuardWords } from "../../core/view/wall-words.ts";
import { Icon } from "../icons.tsx";
import { tell } from "../state/store.ts";
import { dateTime } from "../words/time.ts";

/** R21: how often a page took the keyboard, always in sight. Pressed, it says what that means, as the pointer does. */
export function FocusGuard({ guard }: { readonly guard: FocusGuardView }) {
  const { count, means, warns } = focusGuardWords(guard);
  const explained = guard.lastAt === null ? means : `${means} Last at ${dateTime(guard.lastAt)}.`;
  return (
    <button
      type="button"
      className={warns ? "badge badge-button badge-warning" : "badge badge-button"}
      title={explained}
      onClick={() => tell(`${count}.`, explained)}
    >
      <Icon name={warns ? "warning" : "keyboard"} />
      {count}
    </button>
  );
}
