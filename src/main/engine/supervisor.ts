import { DockError, toErrorBody } from "../../shared/errors.ts";
import { Gate } from "./gate/gate.ts";
import type { Exit, RunningBrowser } from "./ports.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import type { Wall } from "./wall.ts";

/** Starts and ends the Chromes of the slots, and observes their exits. */
export class Supervisor {
  readonly #room: Room;
  readonly #wall: Wall;
  readonly #onGone: (slot: SlotRuntime) => void;

  /** @param onGone a live Chrome has exited without being asked to */
  constructor(room: Room, wall: Wall, onGone: (slot: SlotRuntime) => void) {
    this.#room = room;
    this.#wall = wall;
    this.#onGone = onGone;
  }

  /**
   * The slot's live Chrome, launched if there is none.
   * @throws DockError `CAP_REACHED`, `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`, `SLOT_QUARANTINED`
   */
  ensureLive(slot: SlotRuntime): Promise<LiveBrowser> {
    if (slot.browser) return Promise.resolve(slot.browser);
    slot.launching ??= this.#launch(slot).finally(() => {
      slot.launching = null;
    });
    return slot.launching;
  }

  /** Closes a slot's Chrome by its pipe and waits for the exit. Cookies are written while it closes. */
  async close(slot: SlotRuntime, why: string): Promise<void> {
    const { browser } = slot;
    if (!browser || slot.life.kind !== "live") return;
    slot.life = { kind: "closing", launch: browser.launch, pid: browser.process.pid, since: this.#now() };
    this.#room.event(slot.slot, "chrome_closing", `Chrome is being closed: ${why}.`);
    browser.gate.close(why);
    const exit = await this.#observe(browser.process, budgets.chromeClose);
    if (exit) return;
    browser.process.kill();
    if (await this.#observe(browser.process, budgets.chromeKill)) return;
    const { launch } = browser;
    const { pid } = browser.process;
    slot.life = {
      kind: "quarantined",
      code: "chrome_exit_not_observed",
      known: `Chrome (process ${pid}) was told to close and was killed, and its exit was not seen.`,
      since: this.#now(),
      running: { launch, pid },
    };
    this.#room.event(slot.slot, "quarantined", `Quarantined: the exit of Chrome (process ${pid}) was not observed.`);
  }

  async #launch(slot: SlotRuntime): Promise<LiveBrowser> {
    const { ports } = this.#room;
    this.#refuse(slot);
    const launch = ports.newId();
    slot.life = { kind: "launching", launch, since: this.#now() };
    this.#wall.assign(slot);
    this.#room.touch();
    let process: RunningBrowser | null = null;
    try {
      // Recorded before it exists and again before it is used: a crash in between leaves a trace (R51).
      ports.store.launchBegins(launch, slot.slot, this.#now());
      process = await ports.browsers.launch({
        slot: slot.slot,
        ...ports.slotDirectories(slot.slot),
        scale: this.#wall.scale,
        label: `Slot ${slot.slot}`,
      });
      ports.store.launchRuns(launch, process.pid, process.startTime);
      const browser = await this.#open(slot, launch, process);
      slot.browser = browser;
      slot.life = { kind: "live", launch, pid: process.pid, since: this.#now() };
      this.#watch(slot, browser);
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
    if (this.#room.stopping) throw new DockError("CONTROL_ROOM_STOPPING", "The control room is closing.");
    if (slot.life.kind === "quarantined") {
      throw new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} is in quarantine: ${slot.life.known}`);
    }
    if (slot.life.kind !== "empty") throw new DockError("SLOT_NOT_LIVE", `Slot ${slot.slot} is between two launches.`);
    const { cap } = this.#room.settings;
    if (this.#room.slots.filter((other) => other.takesPlace).length >= cap) {
      throw new DockError("CAP_REACHED", `All ${cap} windows that may be open at once are in use.`);
    }
  }

  async #open(slot: SlotRuntime, launch: string, process: RunningBrowser): Promise<LiveBrowser> {
    const { downloads, uploads } = this.#room.ports.slotDirectories(slot.slot);
    const gate = new Gate(process.pipe, {
      currentEpoch: () => slot.control.epoch,
      holder: () => slot.holder,
      downloads,
      mayUpload: (path) => this.#room.ports.isInside(path, [uploads, downloads]),
      onTabsChanged: () => this.#room.touch(),
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
        const bounds = this.#wall.boundsOf(slot) ?? {};
        const homeTarget = await gate.openTab({ url: "about:blank", newWindow: true, background: true, ...bounds });
        const { windowId } = await gate.room.command("Browser.getWindowForTarget", { targetId: homeTarget });
        if (typeof windowId !== "number") throw new Error("its window has no id");
        await gate.room.command("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
        return { launch, process, gate, windowId, homeTarget };
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
      browser.gate.close("Chrome has exited");
      const asked = slot.life.kind === "closing" && slot.life.launch === browser.launch;
      if (slot.browser === browser) slot.browser = null;
      // The exit was observed: only now does the place come back (R52).
      if (slot.life.kind !== "quarantined") slot.life = { kind: "empty" };
      else if (slot.life.running?.launch === browser.launch) slot.life = { ...slot.life, running: null };
      this.#ended(slot, browser.launch, exit, asked);
      if (!asked) this.#onGone(slot);
      this.#room.pump();
    });
  }

  #ended(slot: SlotRuntime, launch: string, exit: Exit, asked: boolean): void {
    const how = `${asked ? "closed" : "exited by itself"}, ${exit.signal ?? `code ${exit.code}`}`;
    this.#room.ports.store.launchEnds(launch, exit.at, how);
    this.#room.event(slot.slot, "chrome_exited", `Exit of Chrome observed: ${how}.`);
  }

  async #undo(slot: SlotRuntime, launch: string, process: RunningBrowser | null, error: unknown): Promise<void> {
    const { code, message } = toErrorBody(error);
    if (process) {
      process.pipe.close();
      const exit = await this.#observe(process, budgets.chromeKill);
      if (!exit) {
        process.kill();
        await this.#observe(process, budgets.chromeKill);
      }
    }
    this.#room.ports.store.launchEnds(launch, this.#now(), `launch failed: ${code}`);
    slot.life = { kind: "empty" };
    if (code === "PROFILE_LOCKED") {
      slot.life = {
        kind: "quarantined",
        code: "foreign_profile_lock",
        known: message,
        since: this.#now(),
        running: null,
      };
    }
    this.#room.event(slot.slot, "launch_failed", `Chrome could not be opened: ${message}`);
  }

  #observe(process: RunningBrowser, milliseconds: number): Promise<Exit | null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = this.#room.ports.clock.after(milliseconds, () => resolve(null));
    return Promise.race([process.exited, promise]).finally(() => timer.cancel());
  }

  #now(): number {
    return this.#room.ports.clock.now();
  }
}

function startFailure(error: unknown, output: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const last = output.trim().split("\n").slice(-3).join(" | ");
  return `Chrome did not come up: ${reason}.${last === "" ? "" : ` It wrote: ${last}`}`;
}
