import type { ControlClient } from "../../../src/cli/control-client.ts";
import type { FocusGuardView, Snapshot } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { makeHome, removeHome, startRoom } from "../../support/control-room.ts";
import { openPersonWindow, type PersonWindow } from "../../support/person-window.ts";
import { until } from "../../support/until.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import type { WindowManagerName } from "../../support/window-manager.ts";
import { connectOperator } from "../support/operator.ts";
import { openWindowWitness } from "../support/window-witness.ts";
import { startAttackSite } from "./attack-site.ts";
import { type AttackCount, type Attackers, startAttackers } from "./attacker.ts";
import { type Loss, watchFocus } from "./focus-witness.ts";
import { Hands } from "./hands.ts";
import { createRawBrowser } from "./raw-devtools.ts";

export interface FocusRunOptions {
  readonly manager: WindowManagerName;
  readonly guarded: boolean;
  /** At least so many keys are typed, and for as long as some attack has not been tried, up to the most. */
  readonly keys: number;
  readonly mostKeys: number;
  readonly agents: number;
  progress(line: string): void;
}

/** What was seen of one window manager. */
export interface FocusRun {
  readonly sent: number;
  readonly received: number;
  readonly losses: readonly Loss[];
  readonly grabs: number;
  readonly born: { readonly windows: number; readonly menus: number };
  readonly attacks: ReadonlyMap<string, AttackCount>;
  /** What the control room says of itself. */
  readonly told: FocusGuardView;
}

const browser = process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium";

/** Milliseconds from key to key: a person who types fast. */
const every = 40;
/** Keys between two looks at whether it is enough. */
const slice = 50;
/** A page that a window of Chrome's own has stopped is given up after this; milliseconds. */
const actionTimeoutMs = 8_000;

/** A person types in a window of their own while ten agents do whatever takes the keyboard. */
export async function runFocus(options: FocusRunOptions, stack: AsyncDisposableStack): Promise<FocusRun> {
  const { manager, guarded, agents: count, progress } = options;
  const { display } = stack.adopt(await startVirtualDisplay({ windowManager: manager }), (opened) => opened.stop());
  const site = stack.adopt(await startAttackSite(), (opened) => opened.stop());
  const home = stack.adopt(makeHome(), removeHome);
  const raw = createRawBrowser(home, browser);
  const config = {
    browser: { path: raw.browser },
    agents: { actionTimeoutMs },
    ...(guarded ? {} : { wall: { focusGuard: false } }),
  };
  const room = stack.adopt(await startRoom({ display, home, config }), (opened) => opened.stop());
  const operator = await connectOperator(room, stack);
  const clients = await Promise.all(Array.from({ length: count }, (_, index) => room.agent(`agent${index + 1}`)));
  const person = stack.adopt(await openPersonWindow(display), (opened) => opened.close());
  const witness = stack.adopt(await openWindowWitness(display), (opened) => opened.close());
  await until("the person's window to be the active one", () => witness.active() === person.window);
  const focus = watchFocus(witness, person.window);
  const attackers = startAttackers(
    clients.map((client) => new Hands(client, room)),
    {
      site,
      bringToFront: (slot) => raw.bringToFront(room.profile(slot)),
      crash: (slot) => crash(operator, slot),
    },
  );
  const sent = await typeOn(person, attackers, options);
  const received = person.keys();
  progress(`${manager}: ${received} of ${sent} keys arrived, ${focus.losses.length} losses of focus`);
  // What is on its way back is waited for; the person fetches what is not, and a loss that stays is one without an end.
  await until("the keyboard to be the person's", () => focus.isCalm()).catch((error: unknown) =>
    progress(String(error)),
  );
  const { losses, grabs } = focus;
  const seen = { sent, received, losses: [...losses], grabs: grabs(), born: witness.born() };
  await attackers.stop();
  return { ...seen, attacks: attackers.counts, told: (await snapshotOf(operator)).room.focusGuard };
}

async function typeOn(person: PersonWindow, attackers: Attackers, options: FocusRunOptions): Promise<number> {
  let sent = 0;
  while (sent < options.keys || (sent < options.mostKeys && !attackers.isRoundOver())) {
    sent += await person.type(slice, { every });
    if (sent % 500 === 0) options.progress(`${options.manager}: ${person.keys()} of ${sent} keys`);
  }
  return sent;
}

/** Only ever a process that the bench's own control room has started, and still has. */
async function crash(operator: ControlClient, slot: number): Promise<void> {
  const pid = await chromeOf(operator, slot);
  if (pid === null) throw new Error(`slot ${slot} has no Chrome`);
  process.kill(pid, "SIGKILL");
  await until("the control room to see the end of a Chrome", async () => (await chromeOf(operator, slot)) !== pid);
}

async function chromeOf(operator: ControlClient, slot: number): Promise<number | null> {
  const { slots } = await snapshotOf(operator);
  const life = slots.find((each) => each.slot === slot)?.life;
  return life?.kind === "live" ? life.pid : null;
}

function snapshotOf(operator: ControlClient): Promise<Snapshot> {
  return operator.call(operatorCalls.snapshot, {});
}
