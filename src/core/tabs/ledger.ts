/**
 * Who owns which tab (R40). Being visible in the window is no authorisation: the agent sees and drives only what
 * it opened itself, what its tabs opened, and what the person lent it.
 */
export type TabOwner = "agent" | "person" | "lent";

export interface Tab {
  readonly id: string;
  readonly owner: TabOwner;
}

export interface TabLedger {
  readonly tabs: ReadonlyMap<string, TabOwner>;
}

export const emptyLedger: TabLedger = { tabs: new Map() };

export interface NewTab {
  readonly id: string;
  /** The tab whose page opened this one, if any. */
  readonly opener: string | null;
  /** Set when the control room opened it for the lease, or the lease itself asked for it. */
  readonly askedByLease: boolean;
  /** Who holds the slot when the tab appears. */
  readonly holder: "nobody" | "agent" | "human" | "parked";
}

/**
 * A tab has appeared. A page that an agent's page opened is the agent's, but only while the agent holds the slot:
 * what opens under the person's hands is the person's.
 */
export function addTab(ledger: TabLedger, tab: NewTab): TabLedger {
  if (ledger.tabs.has(tab.id)) return ledger;
  const openedByAgent = tab.holder !== "human" && tab.opener !== null && mayDrive(ledger, tab.opener);
  return withTab(ledger, tab.id, tab.askedByLease || openedByAgent ? "agent" : "person");
}

export function removeTab(ledger: TabLedger, id: string): TabLedger {
  if (!ledger.tabs.has(id)) return ledger;
  const tabs = new Map(ledger.tabs);
  tabs.delete(id);
  return { tabs };
}

/** The named act of giving a tab to the agent, or of taking it back. */
export function withTab(ledger: TabLedger, id: string, owner: TabOwner): TabLedger {
  return { tabs: new Map(ledger.tabs).set(id, owner) };
}

export function mayDrive(ledger: TabLedger, id: string): boolean {
  const owner = ledger.tabs.get(id);
  return owner === "agent" || owner === "lent";
}

export function tabsOf(ledger: TabLedger, owner: TabOwner): string[] {
  return [...ledger.tabs].filter(([, each]) => each === owner).map(([id]) => id);
}
