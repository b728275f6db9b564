import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoginView } from "../../../../src/core/view/login-view.ts";
import { operatorCalls } from "../../../../src/shared/contract/operator.ts";
import type { FakeChrome } from "../../../support/fake-chrome.ts";
import { FakeRoom } from "../../../support/fake-room.ts";
import { cookieSecret, hasCookies, siteShows, tabShows } from "../../../support/login-page.ts";

const login = "http://shop.test/login";
const home = "http://shop.test/home";
const byMark = {
  sites: ["shop.test"],
  conflictKeys: [],
  login: `${login}?next=/home`,
  mark: { url: home, text: "Hi" },
};
const byCookies = { sites: ["shop.test"], conflictKeys: [], login };

let room: FakeRoom;
beforeEach(async () => {
  room = await FakeRoom.open();
  room.targets.set("shop", byMark);
});
afterEach(() => room.close());

async function reopen(cap: number): Promise<void> {
  room.close();
  room = await FakeRoom.open({ cap });
  room.targets.set("shop", byMark);
}

async function begin(which: { slot: number } | { target: string } = { target: "shop" }) {
  return operatorCalls.login.output.parse(await room.room.handle("login", which));
}

async function done(slot = 1): Promise<LoginView> {
  return operatorCalls.loginDone.output.parse(await room.room.handle("loginDone", { slot })).login;
}

async function check(slot = 1): Promise<LoginView> {
  return operatorCalls.checkLogin.output.parse(await room.room.handle("checkLogin", { slot })).login;
}

/** Every Chrome on a pipe that comes up from now on finds itself logged in, or not. */
function siteKnows(known: boolean): void {
  room.world.browsers.prepare = (chrome) =>
    siteShows(chrome, known ? { found: true, place: home } : { found: false, place: login });
}

async function loggedIn(): Promise<void> {
  siteKnows(true);
  await begin();
  expect((await done()).standing.kind).toBe("verified");
}

async function kinds(): Promise<string[]> {
  return (await room.snapshot()).events.map(({ kind }) => kind);
}

function person(): FakeChrome {
  const chrome = room.chrome(1);
  expect(chrome.isPersons).toBe(true);
  return chrome;
}

describe("logging in by hand (R30)", () => {
  it("opens the target's login address, in front and never guarded, in the person's slot", async () => {
    const answer = await begin();
    expect(answer).toEqual({ slot: 1, address: login, inFront: true });
    expect(person().address).toBe(byMark.login);
    expect(room.world.desktop.asked).toContain(`front ${person().pid}`);
    expect(room.world.desktop.asked).not.toContain(`guard ${person().pid}`);
    const slot = await room.slot(1);
    expect(slot).toMatchObject({ target: "shop", holder: { kind: "human" }, login: { window: "open" } });
    expect(slot.login.standing).toEqual({ kind: "not_verified", why: { code: "not_looked_at" } });
  });

  it("fences the agent first, and closes its Chrome by the pipe", async () => {
    const agent = room.agent("ada", "shop");
    await agent.click();
    const own = room.chrome(1);
    await begin();
    expect({ pipe: own.pipe.closed, alive: own.alive, killed: own.killed }).toEqual({
      pipe: true,
      alive: false,
      killed: false,
    });
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: "ada" });
  });

  it("is over when the person says so: the window is asked, never killed, and what is left is looked for", async () => {
    siteKnows(true);
    await begin();
    const chrome = person();
    const view = await done();
    expect(room.world.desktop.asked).toContain(`close ${chrome.pid}`);
    expect(chrome.killed).toBe(false);
    expect(view).toMatchObject({ standing: { kind: "verified", by: "mark" }, window: "none" });
    expect(room.chrome(1).isPersons).toBe(false);
    expect(room.store.logins().get(1)).toMatchObject({ standing: view.standing, verifiedAt: view.verifiedAt });
  });

  it("is over as well when the person closes the window", async () => {
    siteKnows(true);
    await begin();
    person().exits();
    await room.settle();
    await room.settle();
    expect((await room.slot(1)).login).toMatchObject({ standing: { kind: "verified" }, window: "none" });
  });

  it("goes on when the page asks back: the window stays, and nothing is killed", async () => {
    await begin();
    const chrome = person();
    chrome.closesWhenAsked = false;
    const asked = done();
    const refused = expect(asked).rejects.toMatchObject({ code: "LOGIN_STILL_OPEN" });
    await room.advance(10_000);
    await refused;
    expect([chrome.alive, (await room.slot(1)).login.window]).toEqual([true, "open"]);
  });

  it("says that a login was not found, and where the site led instead", async () => {
    siteKnows(false);
    await begin();
    expect((await done()).standing).toEqual({ kind: "expired", why: "led_to_login" });
  });

  it("keeps everybody out meanwhile: no hand-back, no release, no second Chrome, no second login", async () => {
    await begin();
    const refused = { code: "LOGIN_UNDER_WAY" };
    await expect(room.handBack(1)).rejects.toMatchObject(refused);
    await expect(room.release(1)).rejects.toMatchObject(refused);
    await expect(begin({ slot: 1 })).rejects.toMatchObject(refused);
    await expect(check()).rejects.toMatchObject(refused);
    await room.takeOver(1);
    expect(room.world.chromes.filter(({ slot, alive }) => slot === 1 && alive)).toEqual([person()]);
    expect(room.world.desktop.asked.filter((asked) => asked === `front ${person().pid}`)).toHaveLength(2);
  });

  it("keeps its place under the cap, also between two Chromes", async () => {
    await reopen(1);
    await begin();
    const waiting = room.agent("bob", "bank").call("browser_snapshot");
    await room.settle();
    room.world.browsers.hold();
    person().exits();
    await room.settle();
    expect(waiting.answer()).toBeNull();
    room.world.browsers.letUp();
    await room.settle();
    expect(room.world.chromes.map(({ slot }) => slot)).toEqual([1, 1]);
  });

  it("is refused where there is no room, no such target, no slot, or nothing to close", async () => {
    await expect(begin({ target: "nobody's" })).rejects.toMatchObject({ code: "TARGET_UNKNOWN" });
    await expect(begin({ slot: 9 })).rejects.toMatchObject({ code: "SLOT_UNKNOWN" });
    await expect(done()).rejects.toMatchObject({ code: "LOGIN_NOT_OPEN" });
    await reopen(1);
    await room.agent("bob", "bank").click();
    await expect(begin()).rejects.toMatchObject({ code: "CAP_REACHED" });
  });

  it("that can't be opened leaves the slot as it was, in the person's hands", async () => {
    room.world.browsers.failures.set(1, new Error("no display"));
    await expect(begin()).rejects.toMatchObject({ message: "no display" });
    const slot = await room.slot(1);
    expect(slot).toMatchObject({ life: { kind: "empty" }, holder: { kind: "human" }, login: { window: "none" } });
    expect(slot.login.standing).toEqual({ kind: "unknown", why: "never" });
  });

  it("ends with the control room, politely", async () => {
    await begin();
    const chrome = person();
    await room.room.stop();
    expect({ alive: chrome.alive, killed: chrome.killed }).toEqual({ alive: false, killed: false });
  });
});

describe("a login of which only cookies can tell", () => {
  beforeEach(() => {
    room.targets.set("shop", byCookies);
  });

  async function logInWith(before: readonly string[], after: readonly string[]): Promise<LoginView> {
    room.world.browsers.prepare = (chrome) => hasCookies(chrome, ...before);
    await begin();
    room.world.browsers.prepare = (chrome) => hasCookies(chrome, ...after);
    return done();
  }

  it("is verified when new ones have come through the restart, and says by what", async () => {
    const view = await logInWith(["visitor"], ["visitor", "user", "session"]);
    expect(view).toMatchObject({
      standing: { kind: "verified", by: "cookies" },
      cookies: { persistent: 2, session: 1 },
    });
  });

  it("is unknown when none is new", async () => {
    expect((await logInWith(["visitor"], ["visitor"])).standing).toEqual({ kind: "unknown", why: "unchanged" });
  });

  it("is looked at again in every new Chrome: what is gone is said", async () => {
    await logInWith([], ["user", "session"]);
    await room.handBack(1);
    room.world.browsers.prepare = (chrome) => hasCookies(chrome, "user");
    room.chrome(1).exits();
    await room.settle();
    await room.agent("ada", "shop").click();
    expect((await room.slot(1)).login.standing).toMatchObject({ why: { code: "session_cookies_gone" } });
  });

  it("leaves no value of a cookie anywhere (R31)", async () => {
    await logInWith([], ["user", "session"]);
    room.store.close();
    const stored = readFileSync(room.database, "latin1");
    expect(stored).not.toContain(cookieSecret);
    expect(room.world.log.join("\n")).not.toContain(cookieSecret);
    await room.restart().catch(() => {});
  });

  it("of a target without sites is unknown", async () => {
    room.targets.set("shop", { sites: [], conflictKeys: [], login });
    expect((await logInWith([], ["user"])).standing).toEqual({ kind: "unknown", why: "no_means" });
  });
});

describe("what becomes of a verified login", () => {
  it("is not verified once a Chrome was killed, and verified again by the look in the next one", async () => {
    await loggedIn();
    await room.handBack(1);
    room.chrome(1).exits(null, "SIGKILL");
    await room.settle();
    const { standing, verifiedAt } = (await room.slot(1)).login;
    expect(standing).toEqual({ kind: "not_verified", why: { code: "ended_unclean" } });
    expect(verifiedAt).not.toBeNull();
    await room.advance(1_000);
    await room.agent("ada", "shop").click();
    await room.settle();
    const again = (await room.slot(1)).login;
    expect(again.standing.kind).toBe("verified");
    expect(again.verifiedAt).toBe((verifiedAt ?? 0) + 1_000);
  });

  it("stays verified over a clean end and a clean restart of the control room", async () => {
    await loggedIn();
    await room.room.stop();
    await room.restart();
    expect((await room.slot(1)).login.standing.kind).toBe("verified");
  });

  it("is not verified after a start that finds a Chrome whose end nobody saw", async () => {
    await loggedIn();
    await room.restart();
    expect((await room.slot(1)).login.standing).toMatchObject({ why: { code: "ended_unclean" } });
  });

  it("a window to log in that outlived the control room is asked to close at the next start", async () => {
    await begin();
    const chrome = person();
    await room.restart();
    expect(room.world.desktop.asked).toContain(`close ${chrome.pid}`);
    expect({ alive: chrome.alive, killed: chrome.killed }).toEqual({ alive: false, killed: false });
    expect((await room.slot(1)).login).toMatchObject({ standing: { kind: "not_verified" }, window: "none" });
  });

  it.each([
    ["a redirect", {}],
    ["a link", { asked: login, transition: "link" }],
  ])("expires when %s leads a page to the login address, and asks for the person", async (_, how) => {
    await loggedIn();
    await room.handBack(1);
    tabShows(room.chrome(1), `${login}?next=%2Fhome`, how);
    await room.settle();
    const { slots, attention } = await room.snapshot();
    expect(slots[0]?.login.standing).toEqual({ kind: "expired", why: "led_to_login" });
    expect(attention).toMatchObject([{ slot: 1, kind: "login_expired", text: expect.stringContaining("expired") }]);
    expect(await kinds()).toContain("login_expired");
  });

  it("does not expire when somebody asks for the login address itself", async () => {
    await loggedIn();
    tabShows(room.chrome(1), login, { asked: login });
    await room.settle();
    expect((await room.slot(1)).login.standing.kind).toBe("verified");
  });

  it("is looked at on demand; a look that can't be made changes nothing", async () => {
    await loggedIn();
    siteShows(room.chrome(1), { found: false, place: "", status: 503 });
    expect((await check()).standing.kind).toBe("verified");
    siteShows(room.chrome(1), { found: false, place: home });
    expect((await check()).standing).toEqual({ kind: "not_verified", why: { code: "mark_missing" } });
  });

  it("goes with the workplace: a wiped slot has none", async () => {
    await loggedIn();
    const { target } = await room.slot(1);
    await room.release(1);
    await room.handle("forgetTarget", { slot: 1, target });
    expect(room.store.logins().size).toBe(0);
    expect((await room.slot(1)).login.standing).toEqual({ kind: "unknown", why: "never" });
  });
});
