import { describe, expect, it } from "vitest";
import { stepWords, wayWords } from "../../src/core/view/words.ts";
import { openWays } from "../../src/renderer/inspector/open-ways.ts";
import { Receipt } from "../../src/renderer/inspector/receipt.tsx";
import { SlotDetails } from "../../src/renderer/inspector/slot-details.tsx";
import { seenRequest } from "../cli/three-saves.ts";
import { draw, drawText, namesOf } from "./draw.ts";
import { anAction, aReason, aReceipt, slotView } from "./fixtures.ts";

const unknown = (id: string) =>
  anAction({
    id,
    summary: `click "${id}"`,
    endedAt: 5,
    outcome: "unknown",
    requests: [seenRequest({ state: "sent" })],
  });

describe("a quarantined slot", () => {
  const both = [
    aReason({ actionIds: ["Save"], ways: ["inspect", "mark_applied", "mark_not_applied", "run_check", "discard"] }),
    aReason({ code: "cleanup_failed" }),
  ];
  const slot = slotView(4, {
    quarantine: both,
    unresolved: [unknown("Save"), unknown("Pay")],
    lastMutation: unknown("Save"),
    check: "the order is listed",
  });

  it("offers each open way once, looking first and wiping last, with the reasons that it answers", () => {
    expect(openWays(both).map(({ way, onlyFor }) => [way, onlyFor])).toEqual([
      ["inspect", null],
      ["mark_applied", "outcome unknown"],
      ["mark_not_applied", "outcome unknown"],
      ["run_check", "outcome unknown"],
      ["look_again", "the tabs could not be closed"],
      ["discard", null],
    ]);
    expect(openWays([])).toEqual([]);
  });

  it("says what is known and what is next of every reason, and when to choose each way", () => {
    const html = draw(<SlotDetails slot={slot} events={[]} />);
    const text = drawText(<SlotDetails slot={slot} events={[]} />);
    for (const reason of both) {
      expect(text).toContain(reason.known);
      expect(text).toContain(reason.next);
    }
    for (const { way } of openWays(both)) {
      expect(namesOf(html)).toContain(`${wayWords(way).label}, slot 4`);
      expect(text).toContain(wayWords(way).when);
    }
    expect(text).toContain("It looks for: the order is listed");
    expect(namesOf(html)).toContain("Why you decide so about slot 4, optional; kept on record");
  });

  it("wipes nothing at the first click: the second button is not there yet", () => {
    expect(draw(<SlotDetails slot={slot} events={[]} />)).not.toContain("Wipe and discard");
  });

  it("shows each outcome that is not cleared up once, beside the last one", () => {
    const text = drawText(<SlotDetails slot={slot} events={[]} />);
    expect(text).toContain("2 outcomes are not cleared up");
    expect(text.match(/It may or may not have been applied/g)).toHaveLength(2);
  });
});

describe("a parked slot", () => {
  const parked = (isBack: boolean) =>
    draw(
      <SlotDetails
        slot={slotView(5, { holder: { kind: "parked", agent: "shop", leaseId: "l", isBack } })}
        events={[]}
      />,
    );

  it("can be given back only once its agent has come back", () => {
    expect(parked(true)).toMatch(/aria-label="Give it back to shop, slot 5" aria-disabled="false"/);
    expect(parked(false)).toMatch(/aria-label="Give it back to shop, slot 5" aria-disabled="true"/);
    expect(parked(false)).toContain("Possible once the agent has come back");
  });

  it("can be released or taken over in any case, and no name stands there twice", () => {
    const names = namesOf(parked(false));
    expect(names).toEqual(expect.arrayContaining(["Release parked slot 5", "Take over parked slot 5"]));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("a request for help", () => {
  it("is shown with its agent, its reason and its end", () => {
    const help = { reason: "a code is asked for", doneWhen: "the dashboard is shown", since: 0 };
    const holder = { kind: "agent", agent: "shop", leaseId: "l" } as const;
    const text = drawText(<SlotDetails slot={slotView(6, { help, holder })} events={[]} />);
    expect(text).toMatch(/shop asks for you Reason a code is asked for Done when the dashboard is shown/);
  });
});

describe("a receipt", () => {
  it("says not observed yet while steps are under way, and not observed once they are not", () => {
    const row = (text: string) => text.slice(text.indexOf(stepWords("broker_exit")));
    expect(row(drawText(<Receipt receipt={aReceipt({ completedAt: null })} />))).toMatch(
      /not observed yet .*under way/,
    );
    const over = drawText(<Receipt receipt={aReceipt()} />);
    expect(row(over)).toContain("not observed");
    expect(over).not.toMatch(/not observed yet|under way/);
    expect(over).toContain("+3 ms");
  });

  it("is titled by its cause", () => {
    const title = (cause: "take_over" | "parked" | "restart") => drawText(<Receipt receipt={aReceipt({ cause })} />);
    expect(title("take_over")).toContain("You took the slot from shop (epoch 9).");
    expect(title("parked")).toContain("shop vanished; its lease is parked");
    expect(title("restart")).toContain("The control room had ended while shop held the slot");
  });

  it("names the keys that were let go, the unanswered commands, and how the last action was cleared up", () => {
    const lastAction = {
      ...unknown("Save"),
      resolution: { finding: "not_applied", by: "person", who: "you", at: 9, why: "No such order." },
    } as const;
    const text = drawText(
      <Receipt
        receipt={aReceipt({
          steps: [{ step: "released", at: 1010 }],
          released: ["Shift", "left button"],
          unanswered: ["A.b", "C.d", "A.b"],
          lastAction,
        })}
      />,
    );
    expect(text).toContain(`${stepWords("released")} (released: Shift, left button)`);
    expect(text).toContain("A.b ×2, C.d.");
    expect(text).toContain("outcome unknown");
    expect(text).toContain("Stated as not applied, by you. No such order.");
  });
});
