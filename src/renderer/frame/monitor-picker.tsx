import type { RoomView } from "../../core/view/snapshot.ts";
import { chooseMonitor } from "../state/intents.ts";
import { monitorWords } from "../words/room.ts";

/** Which monitor is the wall (R20). */
export function MonitorPicker({ room }: { readonly room: RoomView }) {
  const { wallMonitor, monitors } = room;
  const connected = monitors.some((monitor) => monitor.id === wallMonitor);
  return (
    <label className="monitor-picker">
      <span>Wall</span>
      <select
        className="field"
        aria-label="Wall monitor"
        value={wallMonitor ?? ""}
        onChange={(event) => void chooseMonitor(event.target.value)}
      >
        {wallMonitor === null && (
          <option value="" disabled>
            no monitor chosen
          </option>
        )}
        {wallMonitor !== null && !connected && (
          <option value={wallMonitor} disabled>
            {wallMonitor} (not connected)
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
