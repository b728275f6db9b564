import { decideLogin, type LoginEffect, type LoginInput } from "../../../core/login/decide-login.ts";
import type { SiteCookie } from "../../../core/login/site-cookies.ts";
import { DockError, toErrorBody } from "../../../shared/errors.ts";
import type { ControlDesk } from "../change-control.ts";
import { refuseOverCap } from "../place-under-cap.ts";
import type { Exit } from "../ports.ts";
import { budgets, type Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import type { Supervisor } from "../supervisor.ts";
import { takeOver } from "../take-over.ts";
import type { Shown } from "../wall/foreground.ts";
import { labelLogin } from "../wall/labels.ts";
import type { Wall } from "../wall/wall.ts";
import { within } from "../within.ts";
import { canBeFound, findLogin } from "./find-login.ts";
import { chromeEnded, ledToLogin, loginBegins, loginLookedAt } from "./login-health.ts";
import { isClean, openPersonChrome } from "./person-chrome.ts";
import { readSiteCookies } from "./read-cookies.ts";
import { newLoginRun, refuseWhileLoggingIn } from "./slot-login.ts";
import { watchForLogin } from "./watch-for-login.ts";

/** Carries out logins by hand, as `core/login` decides them, and looks after what is known of each (R30). */
export class LoginDesk {
  readonly #room: Room;
  readonly #desk: ControlDesk;
  readonly #supervisor: Supervisor;
  readonly #wall: Wall;

  constructor(room: Room, parts: { desk: ControlDesk; supervisor: Supervisor; wall: Wall }) {
    this.#room = room;
    this.#desk = parts.desk;
    this.#supervisor = parts.supervisor;
    this.#wall = parts.wall;
  }

  /**
   * The person takes the slot, its Chrome closes, and a window to log in opens in its place.
   * @param requestedAt when the request arrived, milliseconds since the Unix epoch
   * @returns once the window is there; the login goes on until it has closed
   * @throws DockError `LOGIN_UNDER_WAY`, `SLOT_QUARANTINED`, `CAP_REACHED`, or why Chrome could not be opened
   */
  async begin(slot: SlotRuntime, requestedAt: number): Promise<Shown> {
    refuseWhileLoggingIn(slot);
    const [reason] = slot.quarantine;
    if (reason) throw new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} is in quarantine: ${reason.known}`);
    if (slot.wiping) throw new DockError("SLOT_NOT_FREE", `Slot ${slot.slot} is being wiped.`);
    refuseOverCap(this.#room, slot);
    const before = await this.#cookiesBefore(slot, requestedAt);
    const run = newLoginRun();
    refuseWhileLoggingIn(slot);
    slot.login.run = run;
    slot.login.before = before;
    this.#step(slot, { kind: "begin" }, requestedAt);
    return run.shown.promise;
  }

  /**
   * The person is through: the window is asked to close, and what it has left is looked for.
   * @returns once that is over
   * @throws DockError `LOGIN_NOT_OPEN`, `LOGIN_STILL_OPEN` when its page asks back
   */
  async done(slot: SlotRuntime): Promise<void> {
    const { chrome, run } = slot.login;
    if (!this.#step(slot, { kind: "done" }) || !chrome || !run) {
      throw new DockError("LOGIN_NOT_OPEN", `No window to log in is open for slot ${slot.slot}.`);
    }
    const asked = await this.#room.ports.desktop.askToClose(chrome.pid);
    const exit = await within(this.#room.ports.clock, asked === 0 ? 0 : budgets.loginClose, chrome.exited);
    if (exit === null) {
      this.#step(slot, { kind: "still_open" });
      const why = asked === 0 ? "could not be asked to close" : "was asked to close and did not";
      throw new DockError("LOGIN_STILL_OPEN", `The window to log in of slot ${slot.slot} ${why}.`);
    }
    await run.over.promise;
  }

  /**
   * Looks at the login now, in the slot's own Chrome, which is opened if there is none.
   * @throws DockError `LOGIN_UNDER_WAY`, and why the Chrome could not be opened
   */
  async check(slot: SlotRuntime): Promise<void> {
    refuseWhileLoggingIn(slot);
    const browser = await this.#supervisor.ensureLive(slot);
    await this.#look(slot, browser, "asked");
  }

  /** The slot's own Chrome lives: whatever was verified before, it is looked at again in this one. */
  live(slot: SlotRuntime, browser: LiveBrowser): void {
    watchForLogin(this.#room, slot, browser, () => {
      if (slot.loginFlow.kind === "idle") ledToLogin(this.#room, slot);
    });
    if (slot.loginFlow.kind !== "idle" || !canBeFound(this.#room, slot)) return;
    this.#look(slot, browser, "asked").catch((error: unknown) => {
      this.#room.ports.log(`slot ${slot.slot}: its login could not be looked at`, error);
    });
  }

  /** A Chrome of the slot has exited, the person's or its own. */
  ended(slot: SlotRuntime, exit: Exit): void {
    chromeEnded(this.#room, slot, exit);
  }

  /** The control room closes: a window to log in is asked to close, and killed only when it does not (R51). */
  async stop(slot: SlotRuntime): Promise<void> {
    const { run } = slot.login;
    if (!run) return;
    await run.shown.promise.catch(() => {});
    const { chrome } = slot.login;
    if (chrome) {
      const { clock, desktop, log } = this.#room.ports;
      await desktop
        .askToClose(chrome.pid)
        .catch((error: unknown) => log("a window could not be asked to close", error));
      if ((await within(clock, budgets.chromeClose, chrome.exited)) === null) {
        chrome.kill();
        await within(clock, budgets.chromeKill, chrome.exited);
      }
    }
    await within(this.#room.ports.clock, budgets.chromeKill, run.over.promise);
  }

  /** @returns false when the state has moved on, and nothing is done */
  #step(slot: SlotRuntime, input: LoginInput, requestedAt = this.#now()): boolean {
    const decision = decideLogin(slot.loginFlow, input, this.#now());
    if (!decision.ok) return false;
    slot.loginFlow = decision.flow;
    if (decision.flow.kind === "idle") this.#over(slot);
    this.#room.touch();
    if (decision.effect === null) return true;
    this.#run(slot, decision.effect, requestedAt).catch((error: unknown) => this.#failed(slot, error));
    return true;
  }

  async #run(slot: SlotRuntime, effect: LoginEffect, requestedAt: number): Promise<void> {
    switch (effect) {
      case "free_profile":
        return this.#free(slot, requestedAt);
      case "open_window":
        return this.#open(slot);
      case "ask_to_close":
        // Whoever said Done does it, and hears of it.
        return;
      case "reopen":
        await this.#supervisor.ensureLive(slot);
        this.#step(slot, { kind: "reopened" });
        return;
      case "verify":
        if (!slot.browser) throw new DockError("BROWSER_EXITED", "Chrome exited before the login was looked for.");
        await this.#look(slot, slot.browser, "after_login");
        this.#step(slot, { kind: "judged" });
        return;
      default:
        effect satisfies never;
    }
  }

  /** Control first: the fence falls before anything else (R4). */
  async #free(slot: SlotRuntime, requestedAt: number): Promise<void> {
    await this.#take(slot, requestedAt);
    await slot.launching?.catch(() => {});
    await this.#supervisor.close(slot, "you log in by hand");
    if (slot.life.kind !== "empty") {
      throw new DockError("SLOT_QUARANTINED", `Chrome of slot ${slot.slot} may still run.`);
    }
    this.#step(slot, { kind: "freed" });
  }

  async #open(slot: SlotRuntime): Promise<void> {
    if (this.#room.stopping) throw new DockError("CONTROL_ROOM_STOPPING", "The control room is closing.");
    const { desktop } = this.#room.ports;
    const chrome = await openPersonChrome(this.#room, slot, this.#wall);
    slot.login.chrome = chrome;
    loginBegins(this.#room, slot);
    void chrome.exited.then((exit) => this.#exited(slot, exit));
    const exited = chrome.exited.then(() => false);
    const isThere = await Promise.race([desktop.hasWindow(chrome.pid, budgets.chromeOpen), exited]);
    if (!this.#step(slot, { kind: "shown" })) return;
    labelLogin(this.#room, slot, chrome.pid);
    const front = isThere ? await this.#desk.bringToFront(slot).catch(() => null) : null;
    this.#room.event(slot.slot, "login_window", `A window to log in is open (process ${chrome.pid}).`);
    slot.login.run?.shown.resolve(front ?? { inFront: false, observed: false });
  }

  #exited(slot: SlotRuntime, exit: Exit): void {
    slot.login.chrome = null;
    chromeEnded(this.#room, slot, exit);
    const how = exit.signal ?? `code ${exit.code}`;
    this.#room.event(slot.slot, "login_window_closed", `Exit of the window to log in observed: ${how}.`);
    slot.login.run?.shown.reject(
      new DockError("BROWSER_START_FAILED", `The window to log in ended before it was seen (${how}).`),
    );
    this.#step(slot, { kind: "exited", clean: isClean(exit) });
  }

  async #look(slot: SlotRuntime, browser: LiveBrowser, when: "asked" | "after_login"): Promise<void> {
    const before = when === "after_login" ? slot.login.before : null;
    slot.login.looking ??= findLogin(this.#room, slot, browser, before)
      .then((finding) => {
        // A Chrome that has ended meanwhile, or another login that has begun, leaves nothing of this look.
        if (slot.browser === browser) loginLookedAt(this.#room, slot, finding);
      })
      .finally(() => {
        slot.login.looking = null;
      });
    await slot.login.looking;
  }

  async #take(slot: SlotRuntime, requestedAt: number): Promise<void> {
    if (slot.holder !== "human") await takeOver(this.#room, this.#desk, slot, requestedAt);
  }

  /** Where only cookies can tell of the login, those are needed that were there before it; a mark needs none. */
  async #cookiesBefore(slot: SlotRuntime, requestedAt: number): Promise<readonly SiteCookie[] | null> {
    const settings = slot.target === null ? undefined : this.#room.settings.targets.get(slot.target);
    if (!settings || settings.mark || settings.sites.length === 0) return null;
    await this.#take(slot, requestedAt);
    return readSiteCookies(await this.#supervisor.ensureLive(slot), settings.sites);
  }

  #failed(slot: SlotRuntime, error: unknown): void {
    const { message } = toErrorBody(error);
    this.#room.ports.log(`slot ${slot.slot}: a login by hand could not go on`, error);
    this.#room.event(slot.slot, "login_failed", `The login by hand could not go on: ${message}`);
    slot.login.run?.shown.reject(error);
    this.#step(slot, { kind: "failed" });
  }

  #over(slot: SlotRuntime): void {
    const { run } = slot.login;
    slot.login.run = null;
    slot.login.before = null;
    run?.over.resolve();
    this.#room.pump();
  }

  #now(): number {
    return this.#room.ports.clock.now();
  }
}
