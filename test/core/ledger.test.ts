import { describe, expect, it } from "vitest";
import { addTab, emptyLedger, mayDrive, removeTab, tabsOf, withTab } from "../../src/core/tabs/ledger.ts";

const home = withTab(emptyLedger, "home", "agent");

describe("the ledger of tabs (R40)", () => {
  it("takes a tab without an opener for the person's, visible or not", () => {
    const ledger = addTab(home, { id: "x", opener: null, askedByLease: false, holder: "agent" });
    expect(mayDrive(ledger, "x")).toBe(false);
    expect(tabsOf(ledger, "person")).toEqual(["x"]);
  });

  it("gives the agent what its own tab opened, and what it asked for itself", () => {
    const child = addTab(home, { id: "child", opener: "home", askedByLease: false, holder: "agent" });
    expect(mayDrive(child, "child")).toBe(true);
    const asked = addTab(home, { id: "asked", opener: null, askedByLease: true, holder: "agent" });
    expect(mayDrive(asked, "asked")).toBe(true);
  });

  it("gives the person what opens under their hands, even from the agent's page", () => {
    const ledger = addTab(home, { id: "child", opener: "home", askedByLease: false, holder: "human" });
    expect(mayDrive(ledger, "child")).toBe(false);
  });

  it("does not pass the person's tabs on through their children", () => {
    const persons = addTab(home, { id: "p", opener: null, askedByLease: false, holder: "human" });
    const child = addTab(persons, { id: "pc", opener: "p", askedByLease: false, holder: "agent" });
    expect(mayDrive(child, "pc")).toBe(false);
  });

  it("keeps the first owner when a tab is announced twice, and forgets closed ones", () => {
    const twice = addTab(home, { id: "home", opener: null, askedByLease: false, holder: "human" });
    expect(mayDrive(twice, "home")).toBe(true);
    expect(mayDrive(removeTab(home, "home"), "home")).toBe(false);
  });

  it("lets the agent drive a tab that the person lent", () => {
    expect(mayDrive(withTab(home, "p", "lent"), "p")).toBe(true);
  });
});
