import type { RoomView } from "../../core/view/snapshot.ts";
import { Icon, Mark } from "../icons.tsx";
import { arrange, pause } from "../state/intents.ts";
import { openHelp, useDock } from "../state/store.ts";
import { memoryWords } from "../words/room.ts";
import { LiveMeter } from "./live-meter.tsx";
import { MonitorPicker } from "./monitor-picker.tsx";

/** The room as a whole: how full it is, where its wall is, and whether new leases are let in. */
export function TopBar({ room }: { readonly room: RoomView }) {
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
        <span className="badge" title={`Version ${room.version}, ${browserWords(room)}`}>
          {room.runtime}
        </span>
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
        <button type="button" className="button" aria-busy={arranging} onClick={() => void arrange()}>
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
