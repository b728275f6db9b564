/** The connection of an agent has ended without a goodbye: its lease is parked at `parksAt`, unless it is back. */
export interface ConnectionLostView {
  readonly since: number;
  readonly parksAt: number;
}
