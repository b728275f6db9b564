import type { WallMode } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { until } from "../../support/until.ts";
import { serveDocument } from "../gate/page.ts";
import { viewOf } from "./cells.ts";
import type { SlotWindow } from "./slot-windows.ts";
import { countCovered } from "./stacking.ts";
import type { WallRoom } from "./wall-room.ts";

/** Each page counts its own frames, and says so by its own clock in its title, which the X server knows too. */
const countingPage = `<!doctype html><html lang="en"><title>frames</title><link rel="icon" href="data:,">
<script>
  let frames = 0;
  const count = () => { frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  setInterval(() => { document.title = \`frames \${frames} after \${Math.round(performance.now())}\`; }, 250);
</script>`;

/** Pages under which others lie as a whole. */
const mode: WallMode = "pages";
/** Frames that are counted in every window, at the same time. */
const framesAtLeast = 300;

/** Frames a second, by `requestAnimationFrame`: the mean of the windows in sight, and of those under them. */
export interface FrameRates {
  readonly inSight: number;
  readonly covered: number;
  readonly coveredWindows: number;
}

/** How often the pages of windows are painted that lie under others, beside those in sight, in the same seconds. */
export async function measureFrameRates(room: WallRoom): Promise<FrameRates> {
  await using stack = new AsyncDisposableStack();
  const page = stack.adopt(await serveDocument(countingPage), (served) => served.stop());
  await room.navigate(page.url);
  await room.operator.call(operatorCalls.setWall, { mode, page: 1 });
  const { slots } = await room.snapshot();
  const isInSight = ({ slot }: SlotWindow) => viewOf(slots, slot).window?.inSight !== false;
  const inSight = room.windows.filter(isInSight);
  const covered = room.windows.filter((each) => !isInSight(each));
  const wrong = await countCovered(room.witness, room.windows, inSight);
  if (wrong > 0) throw new Error(`${wrong} windows that are meant to be in sight are not`);
  const rates = await Promise.all(room.windows.map(async (each) => ({ each, rate: await rateOf(room, each) })));
  const mean = (of: readonly SlotWindow[]) =>
    rates.filter(({ each }) => of.includes(each)).reduce((sum, { rate }) => sum + rate / of.length, 0);
  return { inSight: mean(inSight), covered: mean(covered), coveredWindows: covered.length };
}

async function rateOf(room: WallRoom, window: SlotWindow): Promise<number> {
  const read = () => readCount(room, window);
  const first = await until(`slot ${window.slot} to count frames`, read);
  const last = await until(`slot ${window.slot} to be painted`, async () => {
    const now = await read();
    return now !== null && now.frames - first.frames >= framesAtLeast && now;
  });
  return ((last.frames - first.frames) / (last.at - first.at)) * 1_000;
}

async function readCount(
  { witness }: WallRoom,
  { window }: SlotWindow,
): Promise<{ readonly frames: number; readonly at: number } | null> {
  const name = await witness.connection.property(window, "WM_NAME");
  const [, frames, at] = /frames (\d+) after (\d+)/.exec(name?.data.toString("latin1") ?? "") ?? [];
  return frames === undefined ? null : { frames: Number(frames), at: Number(at) };
}
