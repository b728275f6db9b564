import { leaseOf } from "../../core/lease/control.ts";
import { waitingSentence } from "../../core/view/config-words.ts";
import { answering, type Handler } from "../../shared/contract/call.ts";
import { type OperatorCallKey, operatorCalls } from "../../shared/contract/operator.ts";
import { DockError } from "../../shared/errors.ts";
import type { ControlDesk } from "./change-control.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { LoginDesk } from "./login/login-desk.ts";
import { findSlot, type SlotOrTarget, slotForLogin } from "./login/login-slot.ts";
import { loginView } from "./login/login-view.ts";
import { refuseWhileLoggingIn } from "./login/slot-login.ts";
import type { ConfigFile } from "./ports.ts";
import type { Queue } from "./queue/queue.ts";
import { proposal, reclaim } from "./reclaim.ts";
import { refuseStale } from "./refuse-stale.ts";
import { resolve } from "./resolve.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { quarantineView } from "./slot-view.ts";
import type { Supervisor } from "./supervisor.ts";
import { takeOver } from "./take-over.ts";
import type { TargetDesk } from "./target-desk.ts";
import type { View } from "./view.ts";
import type { Arranger } from "./wall/arrange.ts";
import type { Foreground } from "./wall/foreground.ts";
import type { Wall } from "./wall/wall.ts";

/** What the shell does for the person; the engine has no window and no process of its own to end. */
export interface ShellActions {
  showWindow(): void;
  quit(): void;
}

const done = { done: true } as const;

/** A lease that goes on in a slot that is not clear would only be refused, call after call. */
function refuseHandBack(slot: SlotRuntime): void {
  const { holder } = slot.control;
  const [reason] = slot.quarantine;
  if (holder.kind !== "human" || holder.suspended === null || holder.vanished || !reason) return;
  throw new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} is in quarantine: ${reason.known}`, {
    hint: "Decide about the reason first, or release the slot: then its agent has to ask again.",
  });
}

/** Everything that the person can do, whether from the window or from the command line. */
export class OperatorDesk {
  readonly #room: Room;
  readonly #handlers: Readonly<Record<OperatorCallKey, Handler>>;

  constructor(
    room: Room,
    parts: {
      desk: ControlDesk;
      supervisor: Supervisor;
      logins: LoginDesk;
      queue: Queue;
      wall: Wall;
      arranger: Arranger;
      foreground: Foreground;
      view: View;
      targets: TargetDesk;
      settings: LiveSettings;
      config: ConfigFile;
      shell: ShellActions;
    },
  ) {
    this.#room = room;
    const { desk, supervisor, logins, queue, wall, arranger, foreground, view, targets, settings, config, shell } =
      parts;
    this.#handlers = {
      snapshot: answering(operatorCalls.snapshot, async () => view.snapshot()),
      takeOver: answering(operatorCalls.takeOver, ({ slot }, arrivedAt) =>
        takeOver(room, desk, this.#slot(slot), arrivedAt),
      ),
      handBack: answering(operatorCalls.handBack, async ({ slot: number, note, epoch }) => {
        const slot = this.#slotAsShown(number, epoch);
        refuseHandBack(slot);
        refuseWhileLoggingIn(slot);
        desk.change(slot, { kind: "hand_back", note: note?.trim() ? note.trim() : null });
        // What the agent had asked for was answered by this.
        slot.help = null;
        const holder = slot.holder === "agent" ? (leaseOf(slot.control)?.agent ?? "nobody") : "nobody";
        room.event(number, "handed_back", `You handed the slot back to ${holder} (epoch ${slot.control.epoch}).`);
        return { epoch: slot.control.epoch, holder };
      }),
      foreground: answering(operatorCalls.foreground, async ({ slot: number, to }) => {
        const slot = this.#slot(number);
        if (slot.login.chrome) return { ...(await desk.bringToFront(slot)), returned: false };
        const isUp = slot.browser !== null && slot.browser.window.foreground !== null;
        if (!slot.browser && slot.holder !== "human") {
          throw new DockError("SLOT_NOT_LIVE", `Slot ${number} has no window now.`);
        }
        const returned = (to ?? (isUp ? "cell" : "front")) === "cell";
        if (returned) return { ...(await foreground.putBack(slot)), returned };
        await supervisor.ensureLive(slot);
        return { ...(await foreground.enlarge(slot)), returned };
      }),
      release: answering(operatorCalls.release, async ({ slot: number, epoch }) => {
        const slot = this.#slotAsShown(number, epoch);
        if (slot.holder === "human") refuseWhileLoggingIn(slot);
        const lease = leaseOf(slot.control);
        if (lease) desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "released_by_person" });
        if (slot.holder === "human") desk.change(slot, { kind: "hand_back", note: null });
        return { epoch: slot.control.epoch };
      }),
      reclaimPreview: answering(operatorCalls.reclaimPreview, ({ slot }) =>
        proposal(room, queue.view(), slot === undefined ? null : this.#slot(slot)),
      ),
      reclaim: answering(operatorCalls.reclaim, ({ slot, ...seen }, arrivedAt) =>
        reclaim(room, desk, this.#slot(slot), seen, arrivedAt),
      ),
      receipt: answering(operatorCalls.receipt, async ({ slot }) => ({
        receipt: this.#slot(slot).receipt?.view ?? null,
      })),
      resolve: answering(operatorCalls.resolve, async ({ slot: number, way, why, action, epoch }, arrivedAt) => {
        const slot = this.#slotAsShown(number, epoch);
        const said = await resolve(room, { desk, supervisor }, slot, {
          way,
          why: why.trim(),
          action: action ?? null,
          arrivedAt,
        });
        return { said, left: quarantineView(room, slot) };
      }),
      unpark: answering(operatorCalls.unpark, async ({ slot: number, epoch }) => {
        const slot = this.#slotAsShown(number, epoch);
        const { agent } = queue.unpark(slot);
        room.event(number, "unparked", `You gave the slot back to ${agent} (epoch ${slot.control.epoch}).`);
        return { epoch: slot.control.epoch, holder: agent };
      }),
      login: answering(operatorCalls.login, async (which, arrivedAt) => {
        const slot = slotForLogin(room, which);
        const { inFront } = await logins.begin(slot, arrivedAt);
        return { slot: slot.slot, address: loginView(room, slot).address, inFront };
      }),
      loginDone: answering(operatorCalls.loginDone, async (which) => {
        const slot = this.#known(which);
        await logins.done(slot);
        return { slot: slot.slot, login: loginView(room, slot) };
      }),
      checkLogin: answering(operatorCalls.checkLogin, async (which) => {
        const slot = this.#known(which);
        await logins.check(slot);
        return { slot: slot.slot, login: loginView(room, slot) };
      }),
      assignTarget: answering(operatorCalls.assignTarget, async ({ slot, target, wipe }) => ({
        said: await targets.assign(target, this.#slot(slot), wipe),
      })),
      forgetTarget: answering(operatorCalls.forgetTarget, async ({ slot, target }) => ({
        said: await targets.forget(target, this.#slot(slot)),
      })),
      config: answering(operatorCalls.config, async () => ({ file: config.file, text: config.text() })),
      editConfig: answering(operatorCalls.editConfig, async ({ text, set }) => config.edit(text, set ?? null)),
      saveConfig: answering(operatorCalls.saveConfig, async ({ text, was }) => {
        await config.save(text, was);
        return { said: waitingSentence(settings.waits) ?? "Everything in it holds now." };
      }),
      arrange: answering(operatorCalls.arrange, async () => ({ windows: await arranger.arrange() })),
      setWall: answering(operatorCalls.setWall, async ({ mode, page, large }) => {
        if (large !== undefined) this.#slot(large);
        wall.change({ mode, page, large });
        return { windows: await arranger.arrange(), wall: wall.view() };
      }),
      chooseMonitor: answering(operatorCalls.chooseMonitor, async ({ monitor }) => {
        await wall.choose(monitor);
        await arranger.arrange();
        return done;
      }),
      chooseBrowser: answering(operatorCalls.chooseBrowser, async ({ path }) => {
        await room.ports.browsers.choose(path);
        room.event(null, "browser_chosen", `You chose the browser ${path}.`);
        room.pump();
        return done;
      }),
      pause: answering(operatorCalls.pause, async ({ paused }) => {
        room.paused = paused;
        room.event(null, "paused", paused ? "You paused new leases." : "You allowed new leases again.");
        room.touch();
        room.pump();
        return done;
      }),
      showWindow: answering(operatorCalls.showWindow, async () => {
        shell.showWindow();
        return done;
      }),
      quit: answering(operatorCalls.quit, async () => {
        shell.quit();
        return done;
      }),
    };
  }

  /**
   * Answers one call of the person.
   * @param arrivedAt when the request arrived, milliseconds since the Unix epoch
   * @throws DockError
   */
  handle(key: OperatorCallKey, input: unknown, arrivedAt: number): Promise<unknown> {
    return this.#handlers[key](input, arrivedAt);
  }

  #known(which: SlotOrTarget): SlotRuntime {
    const slot = findSlot(this.#room, which);
    if (!slot) throw new DockError("TARGET_UNKNOWN", `No slot belongs to “${which.target ?? ""}”.`);
    return slot;
  }

  /** @param epoch the slot's when the person saw it @throws DockError `SLOT_UNKNOWN`, `EPOCH_STALE` */
  #slotAsShown(number: number, epoch: number | undefined): SlotRuntime {
    const slot = this.#slot(number);
    if (epoch !== undefined) refuseStale(slot, epoch);
    return slot;
  }

  #slot(number: number): SlotRuntime {
    const slot = this.#room.slots[number - 1];
    if (!slot) throw new DockError("SLOT_UNKNOWN", `There is no slot ${number}; there are ${this.#room.slots.length}.`);
    return slot;
  }
}
