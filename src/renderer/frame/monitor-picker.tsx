import type { RoomView } from "../../core/view/snapshot.ts";
import { monitorName } from "../../core/view/wall-words.ts";
import { chooseMonitor } from "../state/wall-intents.ts";
import { monitorWords } from "../words/room.ts";

/**
 * Which monitor is the wall (R20). While the chosen one is not connected, that is what it shows: so the monitor where
 * the windows stand meanwhile can be chosen like any other.
 */
export function MonitorPicker({ room }: { readonly room: RoomView }) {
  const { wall, monitors } = room;
  const chosen = wall.missing ?? wall.monitor;
  const connected = monitors.some((monitor) => monitor.id === chosen);
  return (
    <label className="monitor-picker">
      <span>Wall</span>
      <select
        className="field"
        aria-label="Wall monitor"
        value={chosen ?? ""}
        onChange={(event) => void chooseMonitor(event.target.value)}
      >
        {chosen === null && (
          <option value="" disabled>
            no monitor chosen
          </option>
        )}
        {chosen !== null && !connected && (
          <option value={chosen} disabled>
            {monitorName(room, chosen)} — not connected
          </option>
        )}
        {monitors.map((monitor) => (
          <option key={monitor.id} value={monitor.id}>
            {monitorWords(monitor)}
          </option>
        ))}
      </select>
    </label>
  );
}
