import { profileIsPersons } from "../../core/login/flow.ts";
import { afterExit } from "../../core/slot/life.ts";
import { slotColour } from "../../core/view/slot-colour.ts";
import type { Rectangle } from "../../core/view/snapshot.ts";
import { toBounds } from "../../core/wall/units.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import { Gate } from "./gate/gate.ts";
import { refuseOverCap } from "./place-under-cap.ts";
import type { Exit, RunningBrowser } from "./ports.ts";
import { enterQuarantine, quarantineForChrome } from "./quarantine.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import { newSlotWindow } from "./wall/slot-window.ts";
import type { Wall } from "./wall/wall.ts";
import { within } from "./within.ts";

/** What others do at the turns of a Chrome's life. */
export interface LifeHooks {
  /** It was spawned and has no window yet. */
  born(slot: SlotRuntime, pid: number): void;
  /** Its window is open. */
  live(slot: SlotRuntime, browser: LiveBrowser): void;
  tabOpened(slot: SlotRuntime, targetId: string): void;
  /** Whether its windows are kept from the keyboard now. */
  isGuarded(slot: SlotRuntime): boolean;
  /** A live one has exited without being asked to. */
  gone(slot: SlotRuntime): void;
  /** The exit of one was observed, however it came. */
  ended(slot: SlotRuntime, exit: Exit): void;
}

/** Starts and ends the Chromes of the slots, and observes their exits. */
export class Supervisor {
  readonly #room: Room;
  readonly #wall: Wall;
  readonly #hooks: LifeHooks;

  constructor(room: Room, wall: Wall, hooks: LifeHooks) {
    this.#room = room;
    this.#wall = wall;
    this.#hooks = hooks;
  }

  /**
   * The slot's live Chrome, launched if there is none. The place under the cap is taken in this turn.
   * A quarantined slot's Chrome is opened as well: for the person, who decides by looking. Agents are refused before.
   * @throws DockError `CAP_REACHED`, `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`, `SLOT_NOT_LIVE`,
   *   `LOGIN_UNDER_WAY`
   */
  async ensureLive(slot: SlotRuntime): Promise<LiveBrowser> {
    // One that is on its way out is nobody's workplace any more.
    if (slot.closing !== null) {
      await slot.closing;
      return this.ensureLive(slot);
    }
    // What is opened in it now would be wiped with the rest, or keep it from being proven.
    if (slot.wiping !== null) {
      await slot.wiping.over;
      return this.ensureLive(slot);
    }
    if (slot.browser) return slot.browser;
    // One profile, one Chrome: the person has it open (R12, R30).
    if (profileIsPersons(slot.loginFlow)) {
      throw new DockError("LOGIN_UNDER_WAY", `You are logging in by hand in slot ${slot.slot}.`);
    }
    slot.launching ??= this.#launch(slot).finally(() => {
      slot.launching = null;
    });
    return slot.launching;
  }

  /** Closes a slot's Chrome by its pipe and waits for the exit. Cookies are written while it closes. */
  async close(slot: SlotRuntime, why: string): Promise<void> {
    const { browser } = slot;
    if (!browser) return;
    slot.closing ??= this.#close(slot, browser, why).finally(() => {
      slot.closing = null;
      this.#room.touch();
      this.#room.pump();
    });
    await slot.closing;
  }

  async #close(slot: SlotRuntime, browser: LiveBrowser, why: string): Promise<void> {
    const { launch, process } = browser;
    const { pid, startTime } = process;
    if (slot.life.kind === "live") slot.life = { kind: "closing", launch, pid, startTime, since: this.#now() };
    browser.toldToClose = true;
    this.#room.event(slot.slot, "chrome_closing", `Chrome is being closed: ${why}.`);
    browser.gate.close(why);
    if (!(await this.#ends(process, budgets.chromeClose))) quarantineForChrome(this.#room, slot, pid, startTime);
  }

  /** @returns whether the exit was observed, after a kill if it did not come by itself */
  async #ends(process: RunningBrowser, milliseconds: number): Promise<boolean> {
    const { clock } = this.#room.ports;
    if (await within<Exit>(clock, milliseconds, process.exited)) return true;
    process.kill();
    return (await within<Exit>(clock, budgets.chromeKill, process.exited)) !== null;
  }

  async #launch(slot: SlotRuntime): Promise<LiveBrowser> {
    const { ports } = this.#room;
    this.#refuse(slot);
    const launch = ports.newId();
    slot.life = { kind: "launching", launch, since: this.#now() };
    this.#room.event(slot.slot, "chrome_opening", "Chrome is being opened.");
    this.#wall.assign(slot);
    // Chromes that were closed may have kept the cells large.
    this.#wall.layOut();
    const { scale } = this.#wall;
    let process: RunningBrowser | null = null;
    try {
      // Recorded before it exists and again before it is used: a crash in between leaves a trace (R51).
      ports.store.launchBegins(launch, slot.slot, this.#now());
      process = await ports.browsers.launch({
        slot: slot.slot,
        ...ports.slotDirectories(slot.slot),
        scale,
        label: `Slot ${slot.slot}`,
        colour: slotColour(slot.slot),
      });
      this.#hooks.born(slot, process.pid);
      for (const said of process.replacedLocks) this.#room.event(slot.slot, "lock_replaced", said);
      ports.store.launchRuns(launch, process.pid, process.startTime);
      const browser = await this.#open(slot, launch, process, scale);
      slot.browser = browser;
      slot.formerTabs = false;
      slot.life = { kind: "live", launch, pid: process.pid, startTime: process.startTime, since: this.#now() };
      this.#watch(slot, browser);
      this.#hooks.live(slot, browser);
      this.#room.event(slot.slot, "chrome_live", `Chrome is open (process ${process.pid}).`);
      return browser;
    } catch (error) {
      await this.#undo(slot, launch, process, error);
      throw error instanceof DockError
        ? error
        : new DockError("BROWSER_START_FAILED", startFailure(error, process?.output() ?? ""), { cause: error });
    } finally {
      this.#room.touch();
      this.#room.pump();
    }
  }

  #refuse(slot: SlotRuntime): void {
    refuseOverCap(this.#room, slot);
    if (slot.life.kind !== "empty") throw new DockError("SLOT_NOT_LIVE", `Slot ${slot.slot} is between two launches.`);
  }

  async #open(slot: SlotRuntime, launch: string, process: RunningBrowser, scale: number): Promise<LiveBrowser> {
    const { downloads, uploads } = this.#room.ports.slotDirectories(slot.slot);
    const gate = new Gate(process.pipe, {
      currentEpoch: () => slot.control.epoch,
      holder: () => slot.holder,
      now: () => this.#now(),
      downloads,
      mayShowTabs: () => this.#hooks.isGuarded(slot),
      mayUpload: (path) => this.#room.ports.isInside(path, [uploads, downloads]),
      onTabsChanged: () => {
        this.#room.touch();
        // Whether a tab of the person's is open in it.
        slot.changed(true);
      },
      onTabOpened: (targetId) => this.#hooks.tabOpened(slot, targetId),
      onRefused: (method, reason) => this.#room.event(slot.slot, "refused", `${method} was refused: ${reason}.`),
    });
    const late = Promise.withResolvers<never>();
    const timer = this.#room.ports.clock.after(budgets.chromeOpen, () =>
      late.reject(new Error("its window did not open in time")),
    );
    const gone = process.exited.then((exit): never => {
      throw new Error(`it exited at once (code ${exit.code ?? exit.signal})`);
    });
    try {
      const opened = (async () => {
        await gate.start();
        const place = boundsOf(this.#wall.cellOf(slot), scale);
        const homeTarget = await gate.openTab({ url: "about:blank", newWindow: true, background: true, ...place });
        const { windowId } = await gate.room.command("Browser.getWindowForTarget", { targetId: homeTarget });
        if (typeof windowId !== "number") throw new Error("its window has no id");
        const behavior = { behavior: "allow", downloadPath: downloads, eventsEnabled: true };
        await gate.room.command("Browser.setDownloadBehavior", behavior);
        const window = newSlotWindow();
        return { launch, process, gate, windowId, homeTarget, scale, window, toldToClose: false };
      })();
      return await Promise.race([opened, gone, late.promise]);
    } catch (error) {
      gate.close("the launch failed");
      throw error;
    } finally {
      timer.cancel();
      gone.catch(() => {});
    }
  }

  #watch(slot: SlotRuntime, browser: LiveBrowser): void {
    void browser.process.exited.then((exit) => {
      const asked = browser.toldToClose;
      browser.gate.close("Chrome has exited");
      const isPresent = slot.browser === browser;
      if (isPresent) slot.browser = null;
      this.#room.ports.desktop.forget(browser.process.pid);
      // The exit was observed: only now does the place come back (R52).
      slot.life = afterExit(slot.life, browser.launch);
      const how = `${asked ? "closed" : "exited by itself"}, ${exit.signal ?? `code ${exit.code}`}`;
      this.#endsLaunch(browser.launch, exit.at, how);
      this.#room.event(slot.slot, "chrome_exited", `Exit of Chrome observed: ${how}.`);
      this.#hooks.ended(slot, exit);
      // An exit that is heard late must not end what goes on in a newer Chrome (R12).
      if (!asked && isPresent) this.#hooks.gone(slot);
      this.#room.touch();
      this.#room.pump();
    });
  }

  /** A row that stays open is looked at again at the next start. */
  #endsLaunch(launch: string, at: number, how: string): void {
    bestEffort(this.#room, "the end of a launch", () => this.#room.ports.store.launchEnds(launch, at, how));
  }

  async #undo(slot: SlotRuntime, launch: string, process: RunningBrowser | null, error: unknown): Promise<void> {
    const { code, message } = toErrorBody(error);
    this.#room.event(slot.slot, "launch_failed", `Chrome could not be opened: ${message}`);
    const how = `launch failed: ${code}`;
    if (process) {
      const { pid } = process;
      void process.exited.then((exit) => {
        this.#room.ports.desktop.forget(pid);
        slot.life = afterExit(slot.life, launch);
        this.#endsLaunch(launch, exit.at, how);
        this.#room.touch();
        this.#room.pump();
      });
      process.pipe.close();
      if (!(await this.#ends(process, budgets.chromeKill))) this.#quarantineLaunch(slot, launch, process);
      return;
    }
    slot.life = afterExit(slot.life, launch);
    this.#endsLaunch(launch, this.#now(), how);
    if (code === "PROFILE_LOCKED") {
      enterQuarantine(this.#room, slot, { code: "foreign_profile_lock", known: message });
    }
  }

  #quarantineLaunch(slot: SlotRuntime, launch: string, { pid, startTime }: RunningBrowser): void {
    slot.life = { kind: "closing", launch, pid, startTime, since: this.#now() };
    quarantineForChrome(this.#room, slot, pid, startTime);
  }

  #now(): number {
    return this.#room.ports.clock.now();
  }
}

function boundsOf(cell: Rectangle | null, scale: number): object {
  if (!cell) return {};
  const { x, y, width, height } = toBounds(cell, scale);
  return { left: x, top: y, width, height };
}

function startFailure(error: unknown, output: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const last = output.trim().split("\n").slice(-3).join(" | ");
  return `Chrome did not come up: ${reason}.${last === "" ? "" : ` It wrote: ${last}`}`;
}
