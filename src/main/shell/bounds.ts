import type { Rectangle } from "../../core/view/snapshot.ts";
import type { ControlRoom } from "../control-room.ts";

/** A comfortable size where the monitor has room for it, in pixels. */
const comfortable = { width: 1500, height: 960 };

/** Where the control room's window opens: on a monitor that is not the wall's, if there is one. */
export async function controlRoomBounds(room: Pick<ControlRoom, "wall">): Promise<Rectangle> {
  const { monitors, monitor: wall } = room.wall();
  const monitor = monitors.find((each) => each.id !== wall?.id) ?? wall;
  if (!monitor) return { x: 0, y: 0, ...comfortable };
  const width = Math.min(comfortable.width, monitor.bounds.width);
  const height = Math.min(comfortable.height, monitor.bounds.height - 40);
  return {
    x: monitor.bounds.x + Math.floor((monitor.bounds.width - width) / 2),
    y: monitor.bounds.y + Math.floor((monitor.bounds.height - height) / 2),
    width,
    height,
  };
}
