/**
 * The colour of a slot, the same on its card, its window's frame and its window's label, so that card and window are
 * found by each other. Never the only sign: the number stands with it, and tells which it is where two look alike or a
 * slot beyond the twelfth has the colour of an earlier one.
 * @returns such as `#2663c9`; white text on it has a contrast of at least 4.5:1 (WCAG AA), and the colour itself at
 * least 3:1 on the control room's surface in either theme
 */
export function slotColour(slot: number): string {
  return slotColours[(slot - 1) % slotColours.length] ?? "#5475ab";
}

/**
 * All of about one lightness, because of the two contrasts; chosen as far apart in Oklab as that allows, and ordered so
 * that those which stand beside or below each other on a wall of three, four or five columns differ most.
 */
export const slotColours = [
  "#5475ab",
  "#298509",
  "#af4da9",
  "#856302",
  "#b7376b",
  "#c94c18",
  "#2663c9",
  "#0d7780",
  "#765dcf",
  "#467648",
  "#89639a",
  "#9e5853",
] as const;
