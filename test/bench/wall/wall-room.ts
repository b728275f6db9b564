import type { ControlClient } from "../../../src/cli/control-client.ts";
import type { Rectangle, Snapshot } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { makeHome, removeHome, startRoom } from "../../support/control-room.ts";
import { openPersonWindow } from "../../support/person-window.ts";
import { use } from "../../support/tools.ts";
import { until } from "../../support/until.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import { servePage } from "../gate/page.ts";
import { connectOperator } from "../support/operator.ts";
import { openWindowWitness, type WindowWitness } from "../support/window-witness.ts";
import { watchWindows } from "./places.ts";
import { findSlotWindows, type SlotWindow } from "./slot-windows.ts";

export interface WallMonitor {
  readonly name: string;
  readonly bounds: Rectangle;
  /** X11 has none of its own for a monitor: the configuration states it. */
  readonly scale: number;
}

/** A real control room on a display with that one monitor, with a window for each agent. */
export interface WallRoom {
  readonly display: string;
  readonly operator: ControlClient;
  readonly witness: WindowWitness;
  /** The person's own window. */
  readonly person: number;
  readonly windows: readonly SlotWindow[];
  /** How often another window became the active one while they were opened. */
  readonly activations: number;
  snapshot(): Promise<Snapshot>;
  /** Lets every agent go there. */
  navigate(url: string): Promise<void>;
}

export async function openWallRoom(
  monitor: WallMonitor,
  agents: number,
  stack: AsyncDisposableStack,
): Promise<WallRoom> {
  const { name, bounds, scale } = monitor;
  const { display } = stack.adopt(await startVirtualDisplay({ monitors: [{ name, bounds }] }), (opened) =>
    opened.stop(),
  );
  const page = stack.adopt(await servePage(), (opened) => opened.stop());
  const home = stack.adopt(makeHome(), removeHome);
  const config = scale === 1 ? {} : { wall: { scale } };
  const room = stack.adopt(await startRoom({ display, home, config }), (opened) => opened.stop());
  const operator = await connectOperator(room, stack);
  const snapshot = () => operator.call(operatorCalls.snapshot, {});
  // Whose keyboard is theirs to keep: without an active window the first new one would rightly become it.
  const person = stack.adopt(await openPersonWindow(display), (opened) => opened.close());
  const witness = stack.adopt(await openWindowWitness(display), (opened) => opened.close());
  await until("the person's window to be the active one", () => witness.active() === person.window);
  const before = witness.activations();
  const clients = await Promise.all(Array.from({ length: agents }, (_, index) => room.agent(`agent${index + 1}`)));
  const navigate = async (url: string) => {
    const answers = await Promise.all(clients.map((client) => use(client, "browser_navigate", { url })));
    for (const { outcome, text } of answers) if (outcome !== "done") throw new Error(`${url} was not opened: ${text}`);
  };
  await navigate(page.url);
  const windows = await findSlotWindows(witness, await snapshot());
  watchWindows(witness, windows);
  const activations = witness.activations() - before;
  return { display, operator, witness, person: person.window, windows, activations, snapshot, navigate };
}
