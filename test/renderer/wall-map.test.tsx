import { isValidElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { slotColour } from "../../src/core/view/slot-colour.ts";
import type { SlotView } from "../../src/core/view/snapshot.ts";
import { SlotDetails } from "../../src/renderer/inspector/slot-details.tsx";
import { useDock } from "../../src/renderer/state/store.ts";
import { layOut } from "../../src/renderer/wall/layout.ts";
import { SlotCard } from "../../src/renderer/wall/slot-card.tsx";
import { WallMap, wallCards } from "../../src/renderer/wall/wall-map.tsx";
import { draw, drawText, namesOf } from "./draw.ts";
import { cell, slotView, snapshotAt, wallView, windowView } from "./fixtures.ts";

afterEach(() => useDock.setState(useDock.getInitialState()));

const { room } = snapshotAt(1);
const cardsOf = (html: string) =>
  [...html.matchAll(/<article class="card" data-size="(\w+)".*?aria-label="Slot (\d+)"/g)].map(([, size, slot]) => [
    Number(slot),
    size,
  ]);
const open = (slot: number, more: Partial<SlotView> = {}) =>
  slotView(slot, { cell: cell(slot % 4, 0), window: windowView(), ...more });

describe("the wall map", () => {
  it("shows the cards of all pages, those in sight first, and marks the covered ones", () => {
    const slots = [open(1, { window: windowView({ inSight: false }) }), open(5), open(2, { window: null })];
    const map = <WallMap room={{ ...room, wall: wallView({ mode: "pages", page: 2, pages: 2 }) }} slots={slots} />;
    const cards = cardsOf(draw(map));
    expect(cards).toHaveLength(3);
    expect(cards).toEqual(
      expect.arrayContaining([
        [5, "wide"],
        [2, "wide"],
      ]),
    );
    expect(cards.at(-1)).toEqual([1, "covered"]);
    expect(drawText(map)).toMatch(/Covered, on another page 1 .*1 .*covered/);
  });

  it("says that a page is empty, and still shows the others", () => {
    const slots = [open(1, { window: windowView({ inSight: false }) })];
    const map = <WallMap room={{ ...room, wall: wallView({ mode: "pages", page: 3, pages: 3 }) }} slots={slots} />;
    expect(drawText(map)).toContain("No window of page 3 of 3 is open.");
    expect(cardsOf(draw(map))).toEqual([[1, "covered"]]);
  });

  it("has one large card, with the others below it or beside it", () => {
    const large = open(4, { cell: { x: 0, y: 0, width: 1920, height: 700 } });
    const map = (slots: readonly SlotView[]) =>
      draw(<WallMap room={{ ...room, wall: wallView({ mode: "large", large: 4 }) }} slots={slots} />);
    const below = map([open(1, { cell: cell(0, 0, undefined, 0, 700) }), large]);
    expect(cardsOf(below)).toEqual([
      [4, "large"],
      [1, "cell"],
    ]);
    expect(below).toContain('data-strip="below"');
    expect(map([open(1, { cell: cell(0, 0, undefined, 1920) }), large])).toContain('data-strip="beside"');
  });

  it("keeps a card the same one wherever it goes: all are in one list, each under its slot", () => {
    const inSight = [open(1), open(2), open(3)];
    const paged = [open(1, { window: windowView({ inSight: false }) }), open(2), open(3)];
    const large = [open(1, { cell: { x: 0, y: 0, width: 1920, height: 700 } }), open(2), open(3)];
    const keysOf = (slots: readonly SlotView[]) =>
      wallCards(layOut(slots, null, 1), room.wall).flatMap((card) => (isValidElement(card) ? [card.key] : []));
    expect(keysOf(inSight).toSorted()).toEqual(["1", "2", "3"]);
    expect(keysOf(paged)).toEqual(["2", "3", "covered", "1"]);
    expect(keysOf(large)[0]).toBe("1");
  });

  it("teaches while no window is open", () => {
    expect(drawText(<WallMap room={room} slots={[slotView(1)]} />)).toContain("No window is open.");
  });
});

describe("a card and its window", () => {
  it("have the slot's number and its colour in common", () => {
    expect(draw(<SlotCard slot={open(3)} />)).toContain(`style="--slot-colour:${slotColour(3)}">3</span>`);
    expect(draw(<SlotDetails slot={open(3)} events={[]} />)).toContain(`--slot-colour:${slotColour(3)}`);
  });

  it("say nothing of a window that stands as usual", () => {
    expect(draw(<SlotCard slot={open(3)} />)).not.toContain("window-signs");
  });

  it("say by icon and words what is not as usual, with its meaning; the inspector has the sentence", () => {
    const slot = open(3, {
      holder: { kind: "agent", agent: "ada", leaseId: "l" },
      window: windowView({ place: "foreground", guarded: false, throttled: true }),
    });
    const html = draw(<SlotCard slot={slot} />);
    const badges = [...html.matchAll(/<li class="badge" data-kind="(\w+)" title="[^"]+"><svg.*?<span>([^<]+)/g)];
    expect(badges.map(([, kind, word]) => [kind, word])).toEqual([
      ["foreground", "foreground"],
      ["throttled", "its pages are paused"],
      ["unguarded", "may take the keyboard"],
    ]);
    expect(drawText(<SlotDetails slot={slot} events={[]} />)).toContain("None of its pages is being painted");
  });

  it("can be put in front, and back when they are there", () => {
    expect(namesOf(draw(<SlotCard slot={open(3)} />))).toContain("Foreground slot 3");
    const inFront = namesOf(draw(<SlotCard slot={open(3, { window: windowView({ place: "foreground" }) })} />));
    expect(inFront).toContain("Back to its cell, slot 3");
    expect(inFront).not.toContain("Foreground slot 3");
  });
});
