import type { WallMode } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { placesOf, viewOf } from "./cells.ts";
import { inPlace } from "./places.ts";
import { countCovered } from "./stacking.ts";
import { measureWindows, type WallFigures } from "./wall-figures.ts";
import type { WallMonitor, WallRoom } from "./wall-room.ts";

/** One look at a mode: the windows that are in sight there. */
export interface ModeLook extends WallFigures {
  /** Windows of which a part is under one that should be out of sight. */
  readonly covered: number;
}

/** The windows that are in sight in a mode, page after page, or with one after another as the large one. */
export async function measureMode(room: WallRoom, monitor: WallMonitor, mode: WallMode): Promise<readonly ModeLook[]> {
  const { wall } = await room.operator.call(operatorCalls.setWall, { mode });
  const pages = Array.from({ length: wall.pages }, (_, index) => index + 1);
  const large = [room.windows[0], room.windows.at(-1)].flatMap((each) => (each ? [each.slot] : []));
  const changes = mode === "large" ? large.map((slot) => ({ large: slot })) : pages.map((page) => ({ page }));
  const looks: ModeLook[] = [];
  for (const change of changes) {
    await room.operator.call(operatorCalls.setWall, change);
    const { slots } = await room.snapshot();
    const inSight = room.windows.filter(({ slot }) => viewOf(slots, slot).window?.inSight !== false);
    await inPlace(room.witness, await placesOf(room, inSight));
    looks.push({
      ...(await measureWindows(room.display, monitor.bounds, inSight)),
      covered: await countCovered(room.witness, room.windows, inSight),
    });
  }
  return looks;
}
