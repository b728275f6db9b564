import { setTimeout as pause } from "node:timers/promises";
import { startShop } from "../../../demo/shop/start-shop.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../../support/control-room.ts";
import { opensLogin, personLogsIn } from "../../support/person-login.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import type { Bench } from "../support/bench.ts";
import {
  type Account,
  agentVisits,
  logInByHand,
  loginOf,
  openAndClose,
  type Place,
  standingAfterLook,
} from "./account.ts";
import { killChrome, killEverything, loginIsOver } from "./sudden-ends.ts";
import { figuresOf, type Trial } from "./trials.ts";

/** Of each sort. */
const rounds = 3;

/** Chrome writes its cookies about every 30 s; what is older than this is on disk. Milliseconds. */
const flushMs = 35_000;

/** A person takes a moment before they close a window. */
const momentMs = 2_000;

/** One is verified by its mark, the other by cookies alone. */
const accounts: readonly Account[] = [
  { target: "marked", slot: 1, user: "agent1" },
  { target: "unmarked", slot: 2, user: "agent2" },
];

/** A real shop, logged in to by hand in a Chrome that no program drives; then everything that may end a Chrome happens. */
export const loginBench: Bench = {
  name: "login",
  about: "logins by hand over clean and sudden ends of Chrome and of the app (--trials of each)",
  limitSeconds: 2_400,
  run: async ({ stack, trials: wanted, progress }) => {
    const { display } = stack.adopt(await startVirtualDisplay(), (opened) => opened.stop());
    const shop = stack.adopt(await startShop(), (opened) => opened.stop());
    const home = stack.adopt(makeHome(), removeHome);
    const place: Place = { shop, display };
    const known = { sites: ["127.0.0.1"], login: `${shop.url}/login?next=/account` };
    const mark = { url: `${shop.url}/admin/orders`, text: "Logged in as agent1" };
    const config = { targets: { marked: { ...known, mark }, unmarked: known } };
    let room: TestRoom = await startRoom({ display, home, config });
    stack.defer(() => room.stop());
    const trials: Trial[] = [];

    /** @param shown what was on screen before anything looked */
    const note = async (kind: Trial["kind"], account: Account, restarts: number, shown: string): Promise<void> => {
      const visit = await agentVisits(room, place, account);
      const looked = await standingAfterLook(room, account);
      trials.push({ kind, target: account.target, restarts, shown, looked, visit });
      progress(`${kind}, ${account.target}: shown ${shown}, looked ${looked}, ${JSON.stringify(visit)}`);
      // The next trial begins with a login that is whole.
      if (!visit.loggedIn || !visit.token) {
        await logInByHand(room, place, account);
        await agentVisits(room, place, account);
      }
    };
    const shownOf = async (account: Account) => (await loginOf(room, account)).standing.kind;

    for (const { target } of accounts) await room.cli("login", target).then(() => room.cli("login", "--done"));
    for (const account of accounts) {
      await room.cli("hand-back", `${account.slot}`);
      await logInByHand(room, place, account);
      await agentVisits(room, place, account);
      await openAndClose(room, account);
      await note("login_by_hand", account, 2, await shownOf(account));
    }
    for (let round = 0; round < (wanted ?? rounds); round += 1) {
      await room.stop();
      room = await startRoom({ display, home });
      for (const account of accounts) await note("app_restarted", account, 1, await shownOf(account));

      for (const account of accounts) {
        await openAndClose(room, account);
        await note("window_opened_and_closed", account, 2, await shownOf(account));
      }

      await pause(flushMs);
      for (const account of accounts) {
        await killChrome(room, account);
        await note("chrome_killed_after_flush", account, 1, await shownOf(account));
      }

      await pause(flushMs);
      await killEverything(room);
      await room.stop();
      room = await startRoom({ display, home });
      const shown = new Map(await Promise.all(accounts.map(async (each) => [each, await shownOf(each)] as const)));
      for (const account of accounts) await note("all_killed_after_flush", account, 1, shown.get(account) ?? "");

      for (const account of accounts) {
        await agentVisits(room, place, account);
        await killChrome(room, account);
        await note("chrome_killed_after_renewal", account, 1, await shownOf(account));
      }

      for (const account of accounts) {
        shop.accounts.expire(account.user);
        const window = await opensLogin(room, display, account.slot);
        await personLogsIn(display, window, account.user);
        await pause(momentMs);
        const whileOpen = await shownOf(account);
        await killChrome(room, account);
        await loginIsOver(room, account);
        await room.cli("hand-back", `${account.slot}`);
        await note("login_window_killed", account, 1, whileOpen);
      }
    }
    return figuresOf(trials);
  },
};
