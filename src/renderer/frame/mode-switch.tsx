import { type WallMode, type WallView, wallModes } from "../../core/view/snapshot.ts";
import { modeWords, wallWords } from "../../core/view/wall-words.ts";
import { Icon, type IconName } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { useDock } from "../state/store.ts";
import { chooseMode } from "../state/wall-intents.ts";

const icons: Readonly<Record<WallMode, IconName>> = { grid: "mode_grid", pages: "mode_pages", large: "mode_large" };

/** How the windows are laid out (R20): radio buttons, so that arrow keys and readers know what to do with them. */
export function ModeSwitch({ wall }: { readonly wall: WallView }) {
  const pending = useDock((state) => state.pending.has(pendingName("setWall")));
  return (
    <fieldset className="segments" aria-busy={pending}>
      <legend className="visually-hidden">How the windows are laid out</legend>
      {wallModes.map((mode) => {
        const { label, does } = modeWords(mode);
        return (
          <label key={mode} className="segment" title={`${label}: ${does} (G)`}>
            <input
              type="radio"
              name="wall-mode"
              aria-label={label}
              checked={wall.mode === mode}
              onChange={() => void chooseMode(mode)}
            />
            <Icon name={icons[mode]} />
          </label>
        );
      })}
      {/* Keys change it from anywhere, so a reader is told what came of it. */}
      <span className="visually-hidden" role="status">
        Wall: {wallWords(wall)}
      </span>
    </fieldset>
  );
}
