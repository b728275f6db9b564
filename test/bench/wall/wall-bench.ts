import type { Bench, BenchContext, Figure } from "../support/bench.ts";
import { milliseconds, ratio, round } from "../support/quantile.ts";
import { type ArrangeFigures, arrangeOften } from "./arrange-often.ts";
import { type FrameRates, measureFrameRates } from "./frame-rate.ts";
import { type ModeLook, measureMode } from "./measure-mode.ts";
import { measureWindows, type WallFigures } from "./wall-figures.ts";
import { openWallRoom, type WallMonitor } from "./wall-room.ts";

const windowsAtOnce = 10;
const arrangements = 7;
/** In a hurry: see there. */
const hurriedArrangements = 3;

const monitors: readonly WallMonitor[] = [
  { name: "full-hd", bounds: { x: 0, y: 0, width: 1920, height: 1080 }, scale: 1 },
  { name: "uhd-at-2", bounds: { x: 0, y: 0, width: 3840, height: 2160 }, scale: 2 },
  { name: "portrait", bounds: { x: 0, y: 0, width: 1080, height: 1920 }, scale: 1 },
];

/** Ten windows on one monitor: where they stand, and how fast they are back after someone moved them. */
export const wallBench: Bench = {
  name: "wall",
  about: "ten windows on three kinds of monitor: overlaps, sizes, arranging (--trials: arrangements, --agents)",
  limitSeconds: 600,
  run: async (context) => {
    const measured = new Map<string, MonitorFigures>();
    for (const monitor of monitors) measured.set(monitor.name, await measure(context, monitor, measured.size === 0));
    const all = [...measured.values()];
    const worst = (of: (figures: MonitorFigures) => number) => Math.max(...all.map(of));
    return {
      windows: Math.min(...all.map(({ opened }) => opened.windows)),
      overlaps: worst(({ opened, arranged }) => Math.max(opened.overlaps, arranged.overlaps)),
      offscreen: worst(({ opened, arranged }) => Math.max(opened.offscreen, arranged.offscreen)),
      below_min: worst(({ opened, arranged }) => Math.max(opened.belowMin, arranged.belowMin)),
      arrange_ms: worst(({ arranging }) => milliseconds(arranging.times, 0.5) ?? Number.POSITIVE_INFINITY),
      misplaced: worst(({ arranging }) => arranging.misplaced),
      misplaced_in_a_hurry: worst(({ hurried }) => hurried.misplaced),
      activations: worst(activationsOf),
      monitors: Object.fromEntries([...measured].map(([name, figures]) => [name, figuresOf(figures)])),
    };
  },
};

interface MonitorFigures {
  /** As the windows stood when they had been opened, and after the last arrangement. */
  readonly opened: WallFigures;
  readonly arranged: WallFigures;
  readonly arranging: ArrangeFigures;
  readonly hurried: ArrangeFigures;
  readonly activationsOpening: number;
  readonly modes: ReadonlyMap<string, readonly ModeLook[]>;
  readonly frames: FrameRates | null;
}

async function measure(context: BenchContext, monitor: WallMonitor, withModes: boolean): Promise<MonitorFigures> {
  const own = context.stack.use(new AsyncDisposableStack());
  const room = await openWallRoom(monitor, context.agents ?? windowsAtOnce, own);
  context.progress(`${monitor.name}: ${room.windows.length} windows are open`);
  const opened = await measureWindows(room.display, monitor.bounds, room.windows);
  const hurried = await arrangeOften(room, monitor, { count: hurriedArrangements, hurried: true });
  const arranging = await arrangeOften(room, monitor, { count: context.trials ?? arrangements, hurried: false });
  const arranged = await measureWindows(room.display, monitor.bounds, room.windows);
  context.progress(`${monitor.name}: arranged ${arranging.times.length} times`);
  const modes = new Map<string, readonly ModeLook[]>();
  if (withModes) {
    for (const mode of ["pages", "large"] as const) modes.set(mode, await measureMode(room, monitor, mode));
  }
  const frames = withModes ? await measureFrameRates(room) : null;
  await own.disposeAsync();
  return { opened, arranged, arranging, hurried, activationsOpening: room.activations, modes, frames };
}

function activationsOf({ activationsOpening, arranging, hurried }: MonitorFigures): number {
  return activationsOpening + arranging.activations + hurried.activations;
}

function figuresOf(figures: MonitorFigures): Figure {
  const { opened, arranged, arranging, hurried, modes, frames } = figures;
  return {
    windows: opened.windows,
    overlaps: Math.max(opened.overlaps, arranged.overlaps),
    offscreen: Math.max(opened.offscreen, arranged.offscreen),
    below_min: Math.max(opened.belowMin, arranged.belowMin),
    smallest: { ...arranged.smallest },
    arrange_ms: milliseconds(arranging.times, 0.5),
    arrange_ms_max: milliseconds(arranging.times, 1),
    arrangements: arranging.times.length,
    misplaced: arranging.misplaced,
    in_a_hurry: { arrangements: hurriedArrangements, misplaced: hurried.misplaced },
    activations: activationsOf(figures),
    ...(modes.size === 0 ? {} : { modes: Object.fromEntries([...modes].map(([name, each]) => [name, inSight(each)])) }),
    ...(frames === null ? {} : { frames_per_s: framesOf(frames) }),
  };
}

function framesOf({ inSight, covered, coveredWindows }: FrameRates): Figure {
  return {
    in_sight: round(inSight),
    covered: round(covered),
    covered_windows: coveredWindows,
    covered_to_in_sight: ratio(covered, inSight),
  };
}

/** The worst of a mode's pages, among the windows that are in sight there. */
function inSight(pages: readonly ModeLook[]): Figure {
  const worst = (of: (look: ModeLook) => number) => Math.max(...pages.map(of));
  return {
    looks: pages.length,
    windows_in_sight: worst(({ windows }) => windows),
    overlaps: worst(({ overlaps }) => overlaps),
    offscreen: worst(({ offscreen }) => offscreen),
    below_min: worst(({ belowMin }) => belowMin),
    covered: worst(({ covered }) => covered),
  };
}
