import { describe, expect, it } from "vitest";
import { targetRows, unassignedSlots } from "../../src/core/view/targets.ts";
import { slotChoices } from "../../src/renderer/targets/slot-choices.ts";
import { Targets } from "../../src/renderer/targets/targets.tsx";
import { draw, drawText, namesOf } from "./draw.ts";
import { aReason, slotView } from "./fixtures.ts";

const held = "Slot 1 is held by an agent; release it first.";
const slots = [
  slotView(1, {
    target: "shop",
    lastUsedAt: 10,
    keepsTarget: held,
    holder: { kind: "agent", agent: "ada", leaseId: "L" },
    life: { kind: "live", pid: 1, since: 0 },
  }),
  slotView(2, { target: "bank", lastUsedAt: 30 }),
  slotView(3, { target: "mail", lastUsedAt: 20 }),
  slotView(4),
  slotView(5, { quarantine: [aReason()] }),
];

describe("the list of targets (R14)", () => {
  it("has on top what a new target would take, then what keeps its slot", () => {
    expect(targetRows(slots).map(({ target }) => target)).toEqual(["mail", "bank", "shop"]);
  });

  it("says who holds a slot, whether it has a window, and why it keeps its target", () => {
    const text = drawText(<Targets slots={slots} />);
    expect(text).toContain(`shop held by ada, window open . ${held}`.replace(" .", "."));
    expect(text).toContain("mail held by nobody, no window, last used");
  });

  it("has a way to give each target up, which names target and slot", () => {
    const names = namesOf(draw(<Targets slots={slots} />));
    expect(names).toEqual(["Close targets", "Forget mail, slot 3", "Forget bank, slot 2", "Forget shop, slot 1"]);
  });

  it("teaches when there is none yet", () => {
    expect(drawText(<Targets slots={[slotView(1)]} />)).toContain("One gets a slot when its first agent asks");
  });

  it("offers slots that cost nothing first, and none that is held or unclear", () => {
    expect(unassignedSlots(slots)).toEqual([4]);
    expect(slotChoices(slots)).toEqual([
      { slot: 4, former: null },
      { slot: 3, former: "mail" },
      { slot: 2, former: "bank" },
    ]);
  });

  it("shows a wipe that is under way", () => {
    const wiping = [slotView(1, { target: "shop", isBeingWiped: true, keepsTarget: "Slot 1 is being wiped." })];
    expect(drawText(<Targets slots={wiping} />)).toContain("being wiped. Slot 1 is being wiped.");
  });
});
