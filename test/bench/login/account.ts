import type { Shop } from "../../../demo/shop/start-shop.ts";
import type { LoginView } from "../../../src/core/view/login-view.ts";
import type { TestRoom } from "../../support/control-room.ts";
import { opensLogin, personLogsIn } from "../../support/person-login.ts";
import { use } from "../../support/tools.ts";
import { until } from "../../support/until.ts";

/** One login of the bench: a target of the configuration, its slot, and the shop's user who logs in there. */
export interface Account {
  readonly target: string;
  readonly slot: number;
  readonly user: string;
}

/** What the shop itself saw of the next work of an agent: the truth that the control room's word is compared with. */
export interface Visit {
  readonly persistent: boolean;
  readonly session: boolean;
  /** The shop let the agent in. */
  readonly loggedIn: boolean;
  readonly local: boolean;
  readonly indexed: boolean;
  /** The token that is good once was the newest one. */
  readonly token: boolean;
}

export interface Place {
  readonly shop: Shop;
  readonly display: string;
}

/** Longest time for a look at a login, which waits five seconds for what it does not find; milliseconds. */
const lookMs = 20_000;

export async function loginOf(room: TestRoom, { slot }: Account): Promise<LoginView> {
  return (await room.slot(slot)).login;
}

/** A person logs in by hand, says Done, and hands the slot back. @throws Error unless it was verified */
export async function logInByHand(room: TestRoom, place: Place, account: Account): Promise<void> {
  const window = await opensLogin(room, place.display, account.slot);
  await personLogsIn(place.display, window, account.user);
  await succeeds(room, "login", `${account.slot}`, "--done");
  const { standing } = await loginOf(room, account);
  if (standing.kind !== "verified") throw new Error(`${account.target}: ${JSON.stringify(standing)} after a login`);
  await succeeds(room, "hand-back", `${account.slot}`);
}

/** A person opens the window to log in, and is through at once: two restarts of Chrome with nothing else in between. */
export async function openAndClose(room: TestRoom, account: Account): Promise<void> {
  await succeeds(room, "login", `${account.slot}`);
  await succeeds(room, "login", `${account.slot}`, "--done");
  await succeeds(room, "hand-back", `${account.slot}`);
}

/** An agent goes to the account, as the next one that is lent the slot. */
export async function agentVisits(room: TestRoom, { shop }: Place, account: Account): Promise<Visit> {
  const agent = await room.agent("ada", account.target);
  try {
    const before = shop.accounts.seen()[account.user]?.at ?? 0;
    const who = (await use(agent, "browser_navigate", { url: `${shop.url}/whoami` })).text;
    const shown = await use(agent, "browser_navigate", { url: `${shop.url}/account` });
    const loggedIn = shown.text.includes("Your account");
    if (loggedIn) await use(agent, "browser_wait_for", { text: "Token" });
    const seen = shop.accounts.seen()[account.user];
    const fresh = seen !== undefined && seen.at > before ? seen : null;
    const kept = (cookie: string) => new RegExp(`${cookie}\\W+true`).test(who);
    return {
      persistent: kept("persistent"),
      session: kept("session"),
      loggedIn,
      local: fresh?.local ?? false,
      indexed: fresh?.indexed ?? false,
      token: fresh?.token === "renewed" || fresh?.token === "first",
    };
  } finally {
    await agent.close();
  }
}

/** What the control room says once it has looked. */
export async function standingAfterLook(room: TestRoom, account: Account): Promise<string> {
  const looked = await until(
    "a look",
    async () => {
      const { standing } = await loginOf(room, account);
      return standing.kind === "not_verified" && standing.why.code === "ended_unclean" ? null : standing.kind;
    },
    lookMs,
  ).catch(() => null);
  return looked ?? "not_verified";
}

async function succeeds(room: TestRoom, ...args: string[]): Promise<void> {
  const { code, stderr } = await room.cli(...args);
  if (code !== 0) throw new Error(`sessiondock ${args.join(" ")}: ${stderr}`);
}
