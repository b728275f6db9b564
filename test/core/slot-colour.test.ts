import { describe, expect, it } from "vitest";
import { slotColour, slotColours } from "../../src/core/view/slot-colour.ts";

const white = "#ffffff";
/** The surface of a card in the dark theme; in the light one it is white. */
const darkSurface = "#161a20";

describe("the colours of slots", () => {
  it("carry white numbers that can be read, and can be told from the card in either theme (WCAG AA)", () => {
    for (const colour of slotColours) {
      expect(contrast(colour, white), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour, darkSurface), colour).toBeGreaterThanOrEqual(3);
    }
  });

  it("are all different, and most of all beside and below each other on a wall of four or five columns", () => {
    const apart = slotColours.flatMap((one, index) =>
      slotColours.slice(index + 1).map((other) => distance(one, other)),
    );
    expect(Math.min(...apart)).toBeGreaterThan(0.08);
    for (const step of [1, 4, 5]) {
      for (let slot = 1; slot + step <= 10; slot += 1) {
        expect(distance(slotColour(slot), slotColour(slot + step)), `${slot}, ${slot + step}`).toBeGreaterThan(0.12);
      }
    }
  });

  it("belong to the slot's number for good, and begin again after the last", () => {
    expect(slotColour(1)).toBe(slotColours[0]);
    expect(slotColour(slotColours.length + 1)).toBe(slotColours[0]);
    for (let slot = 1; slot <= 100; slot += 1) expect(slotColour(slot)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

/** Red, green and blue as linear light, 0 to 1. */
function linear(colour: string): readonly [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map(linear)
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** How different two colours look: their distance in Oklab, where 1 lies between black and white. */
function distance(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(colour: string): readonly [number, number, number] {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}
