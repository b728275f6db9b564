import { describe, expect, it } from "vitest";
import { SlotDetails } from "../../src/renderer/inspector/slot-details.tsx";
import { SlotCard } from "../../src/renderer/wall/slot-card.tsx";
import { loginView } from "../support/slot-view.ts";
import { draw, drawText, namesOf } from "./draw.ts";
import { cell, slotView, windowView } from "./fixtures.ts";

const address = "http://shop.test/login";
const verified = { kind: "verified", by: "mark" } as const;

function slot(login: Parameters<typeof loginView>[0], more: Parameters<typeof slotView>[1] = {}) {
  return slotView(3, { target: "shop", cell: cell(0, 0), window: windowView(), login: loginView(login), ...more });
}

describe("the login on a card (R30)", () => {
  it("says when it was verified, and offers to log in", () => {
    const card = <SlotCard slot={slot({ standing: verified, since: Date.now() - 7_300_000, address })} />;
    expect(drawText(card)).toContain("Login verified 2 h ago");
    expect(namesOf(draw(card))).toContain("Log in by hand, slot 3");
  });

  it("says what is not verified or has expired, marked for the eye as well", () => {
    const doubt = slot({ standing: { kind: "not_verified", why: { code: "ended_unclean" } } });
    expect(draw(<SlotCard slot={doubt} />)).toMatch(/data-standing="not_verified".*Login not verified/);
    const expired = slot({ standing: { kind: "expired", why: "led_to_login" }, verifiedAt: 5 });
    expect(draw(<SlotCard slot={expired} />)).toMatch(/data-standing="expired".*Login expired/);
  });

  it("has Done while the window is open, and nothing to press while it comes or goes", () => {
    expect(namesOf(draw(<SlotCard slot={slot({ window: "open" })} />))).toContain("Done logging in, slot 3");
    for (const window of ["opening", "checking"] as const) {
      const names = namesOf(draw(<SlotCard slot={slot({ window })} />));
      expect(names.filter((name) => /logging in|Log in/.test(name))).toEqual([]);
    }
  });

  it("has no line where no login is known of", () => {
    expect(drawText(<SlotCard slot={slot({})} />)).not.toContain("Login");
  });
});

describe("the login in the inspector", () => {
  it("says the whole sentence, and can look at once", () => {
    const details = (
      <SlotDetails slot={slot({ standing: verified, since: Date.now() - 7_300_000, address })} events={[]} />
    );
    expect(drawText(details)).toMatch(/Is it logged in\? Verified 2 h ago: what the target's mark names was found/);
    expect(drawText(details)).toContain(address);
    expect(namesOf(draw(details))).toContain("Check the login of slot 3");
  });

  it("offers to log in where the slot has no card", () => {
    const names = (more: Parameters<typeof slotView>[1]) =>
      namesOf(draw(<SlotDetails slot={slot({}, more)} events={[]} />));
    expect(names({})).not.toContain("Log in by hand, slot 3");
    expect(names({ cell: null, window: null })).toContain("Log in by hand, slot 3");
  });
});
