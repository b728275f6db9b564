import type { Rectangle } from "../view/snapshot.ts";

/** A band along an edge of the whole screen that a panel or dock keeps for itself; pixels of the screen. */
export interface Strut {
  readonly edge: "left" | "right" | "top" | "bottom";
  /** Counted from that edge of the whole screen, not of a monitor: other monitors may lie in between. */
  readonly depth: number;
  /** The first and the last pixel along the edge. */
  readonly from: number;
  readonly to: number;
}

/**
 * The struts of one window.
 * @param numbers `_NET_WM_STRUT_PARTIAL` (12) or the older `_NET_WM_STRUT` (4), which keeps the whole of an edge
 */
export function readStruts(numbers: readonly number[]): readonly Strut[] {
  if (numbers.length < edges.length) return [];
  return edges.flatMap((edge, index) => {
    const depth = numbers[index] ?? 0;
    const from = numbers[edges.length + index * 2] ?? 0;
    const to = numbers[edges.length + index * 2 + 1] ?? Number.MAX_SAFE_INTEGER;
    return depth > 0 ? [{ edge, depth, from, to }] : [];
  });
}

/** In the order of the property. */
const edges = ["left", "right", "top", "bottom"] as const;

/**
 * What panels leave free of a monitor. Of several the shallow ones are cut off first; one that would leave less than
 * half of the monitor is not cut off: it belongs to a monitor that lies further in.
 * @param bounds of the monitor
 * @param screen the whole screen, which all monitors share; it begins at 0, 0
 */
export function workArea(
  bounds: Rectangle,
  screen: { readonly width: number; readonly height: number },
  struts: readonly Strut[],
): Rectangle {
  const cuts = struts
    .filter((strut) => meets(bounds, strut))
    .map(({ edge, depth }) => ({ edge, inwards: depth - distance(bounds, screen, edge) }))
    .filter(({ inwards }) => inwards > 0)
    .sort((a, b) => a.inwards - b.inwards);
  let area = bounds;
  for (const { edge, inwards } of cuts) {
    const rest = cut(area, bounds, edge, inwards);
    if (rest.width * rest.height * 2 >= bounds.width * bounds.height) area = rest;
  }
  return area;
}

function meets(bounds: Rectangle, { edge, from, to }: Strut): boolean {
  const across = edge === "top" || edge === "bottom";
  const start = across ? bounds.x : bounds.y;
  const end = across ? bounds.x + bounds.width : bounds.y + bounds.height;
  return from < end && to >= start;
}

/** From an edge of the screen to the same edge of the monitor. */
function distance(bounds: Rectangle, screen: { width: number; height: number }, edge: Strut["edge"]): number {
  switch (edge) {
    case "left":
      return bounds.x;
    case "right":
      return screen.width - bounds.x - bounds.width;
    case "top":
      return bounds.y;
    case "bottom":
      return screen.height - bounds.y - bounds.height;
  }
  return edge satisfies never;
}

/** What is left of an area once a band of the monitor is taken off; nothing twice where two bands lie on one edge. */
function cut(area: Rectangle, bounds: Rectangle, edge: Strut["edge"], inwards: number): Rectangle {
  const band = {
    left: edge === "left" ? inwards : 0,
    right: edge === "right" ? inwards : 0,
    top: edge === "top" ? inwards : 0,
    bottom: edge === "bottom" ? inwards : 0,
  };
  const x = Math.max(area.x, bounds.x + band.left);
  const y = Math.max(area.y, bounds.y + band.top);
  const right = Math.min(area.x + area.width, bounds.x + bounds.width - band.right);
  const bottom = Math.min(area.y + area.height, bounds.y + bounds.height - band.bottom);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
