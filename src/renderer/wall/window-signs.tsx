import type { SlotView } from "../../core/view/snapshot.ts";
import { type WindowSign, windowSigns } from "../../core/view/window-words.ts";
import { Icon, type IconName } from "../icons.tsx";
import { useDock } from "../state/store.ts";

const icons: Readonly<Record<WindowSign["kind"], IconName>> = {
  moved: "moved",
  foreground: "front",
  minimised: "minimised",
  fullscreen: "fullscreen",
  covered: "covered",
  throttled: "pause",
  unguarded: "keyboard",
};

interface WindowSignsProps {
  readonly slot: SlotView;
  /** The word with its meaning at the pointer, as on a card; or the whole sentence. */
  readonly as: "badges" | "sentences";
}

/** What is not as usual with the slot's window, each by icon and words; nothing when all is. */
export function WindowSigns({ slot, as }: WindowSignsProps) {
  const guardPresent = useDock((state) => state.snapshot?.room.focusGuard.present ?? true);
  const signs = windowSigns(slot, guardPresent);
  if (signs.length === 0) return null;
  return (
    <ul className={`window-signs window-${as}`} aria-label="Window">
      {signs.map(({ kind, word, means }) => (
        <li
          key={kind}
          className={as === "badges" ? "badge" : undefined}
          data-kind={kind}
          title={as === "badges" ? means : undefined}
        >
          <Icon name={icons[kind]} />
          <span>{as === "badges" ? word : means}</span>
        </li>
      ))}
    </ul>
  );
}
