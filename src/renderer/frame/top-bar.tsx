import type { RoomView } from "../../core/view/snapshot.ts";
import { crowdedSentence } from "../../core/view/wall-words.ts";
import { Icon, Mark } from "../icons.tsx";
import { pause } from "../state/intents.ts";
import { showSettings } from "../state/settings-intents.ts";
import { openHelp, useDock } from "../state/store.ts";
import { arrange } from "../state/wall-intents.ts";
import { memoryWords } from "../words/room.ts";
import { FocusGuard } from "./focus-guard.tsx";
import { LiveMeter } from "./live-meter.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { MonitorPicker } from "./monitor-picker.tsx";
import { PageTurner } from "./page-turner.tsx";

/** The room as a whole: how full it is, where its wall is, and whether new leases are let in. */
export function TopBar({ room }: { readonly room: RoomView }) {
  const crowded = crowdedSentence(room.wall);
  const arranging = useDock((state) => state.pending.has("arrange"));
  return (
    <header className="top-bar">
      <h1>
        <Mark />
        SessionDock
      </h1>
      <LiveMeter room={room} />
      <p className="memory">{memoryWords(room.chromeMemoryMb)}</p>
      <div className="badges">
        <FocusGuard guard={room.focusGuard} />
        <span className="badge" title={`Version ${room.version}, ${browserWords(room)}`}>
          {room.runtime}
        </span>
        {crowded !== null && (
          <span className="badge badge-warning" title={crowded}>
            <Icon name="warning" />
            windows overlap
          </span>
        )}
        {room.browser?.sandboxOff && (
          <span
            className="badge badge-warning"
            title="The configuration switches Chrome's sandbox off; pages are less contained."
          >
            <Icon name="warning" />
            sandbox off
          </span>
        )}
      </div>
      <div className="top-actions">
        <MonitorPicker room={room} />
        <ModeSwitch wall={room.wall} />
        {room.wall.mode === "pages" && <PageTurner wall={room.wall} />}
        <button
          type="button"
          className="button"
          title="Every window into its cell (A)"
          aria-busy={arranging}
          onClick={() => void arrange()}
        >
          <Icon name="grid" />
          {arranging ? "Arranging…" : "Arrange"}
        </button>
        <button
          type="button"
          className={room.paused ? "button button-held" : "button"}
          onClick={() => void pause(!room.paused)}
        >
          <Icon name={room.paused ? "resume" : "pause"} />
          {room.paused ? "Resume" : "Pause new leases"}
        </button>
        <button type="button" className="button" title="Settings (,)" onClick={() => void showSettings()}>
          Settings
        </button>
        <button
          type="button"
          className="button button-icon"
          aria-label="Help"
          title="Help (?)"
          onClick={() => openHelp(true)}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function browserWords(room: RoomView): string {
  return room.browser ? `${room.browser.version} at ${room.browser.path}` : "no browser chosen";
}
