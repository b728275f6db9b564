import { type SlotView, type WallMode, type WallView, wallModes } from "../../core/view/snapshot.ts";

/** Which way of laying out follows, in the order of the switch. */
export function nextMode(mode: WallMode): WallMode {
  return wallModes[(wallModes.indexOf(mode) + 1) % wallModes.length] ?? mode;
}

/** The slot whose window becomes the large one: the selected one, else the first that has a window; null without any. */
export function largeChoice(slots: readonly SlotView[], selected: number | null): number | null {
  const open = slots.filter(({ window }) => window !== null);
  return (open.find(({ slot }) => slot === selected) ?? open[0])?.slot ?? null;
}

/** The page before or after the one in sight; null where there is none. */
export function pageBeside({ page, pages }: Pick<WallView, "page" | "pages">, step: 1 | -1): number | null {
  const beside = page + step;
  return beside >= 1 && beside <= pages ? beside : null;
}
