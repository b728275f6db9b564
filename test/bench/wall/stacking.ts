import { until } from "../../support/until.ts";
import type { WindowWitness } from "../support/window-witness.ts";
import { rectangleNow, type SlotWindow } from "./slot-windows.ts";
import { overlap } from "./wall-figures.ts";

/** Milliseconds for the window manager to state an order that it was asked for. */
const restacks = 2_000;

/** How many of the windows in sight have a part under a window that should be out of sight. */
export async function countCovered(
  witness: WindowWitness,
  all: readonly SlotWindow[],
  inSight: readonly SlotWindow[],
): Promise<number> {
  const others = all.filter((each) => !inSight.includes(each));
  let covered = 0;
  const look = async (): Promise<boolean> => {
    covered = await coveredNow(witness, others, inSight);
    return covered === 0;
  };
  await until("every window in sight to be on top", look, restacks).catch(() => {});
  return covered;
}

async function coveredNow(
  { connection }: WindowWitness,
  others: readonly SlotWindow[],
  inSight: readonly SlotWindow[],
): Promise<number> {
  const order = await connection.numbers(connection.root, "_NET_CLIENT_LIST_STACKING");
  const seen = async ({ window }: SlotWindow) => ({
    height: order.indexOf(window),
    is: await rectangleNow(connection, window),
  });
  const [below, above] = await Promise.all([Promise.all(inSight.map(seen)), Promise.all(others.map(seen))]);
  return below.filter(({ height, is }) =>
    above.some((other) => other.height > height && is !== null && other.is !== null && overlap(is, other.is)),
  ).length;
}
