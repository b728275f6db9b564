import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});
afterEach(async () => {
  await shop.stop();
});

async function logIn(user: string, password = "demo"): Promise<{ status: number; cookies: string[] }> {
  const body = new URLSearchParams({ user, password });
  const answer = await fetch(`${shop.url}/login`, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, cookies: answer.headers.getSetCookie() };
}

async function cookieOf(user: string): Promise<string> {
  const { cookies } = await logIn(user);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

function save(cookie: string, change: { change_id: string; value: string }, product = 7): Promise<Response> {
  const headers = { cookie, "content-type": "application/json" };
  const url = `${shop.url}/admin/products/${product}/save`;
  return fetch(url, { method: "POST", headers, body: JSON.stringify(change) });
}

async function control(path: string): Promise<unknown> {
  return (await fetch(`${shop.url}/control/${path}`)).json();
}

test("without a login every admin page leads to the login page", async () => {
  const answer = await fetch(`${shop.url}/admin/orders`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login"]);
});

test("a login sets one cookie that stays and one that ends with the browser session", async () => {
  const { status, cookies } = await logIn("agent10");
  expect(status).toBe(303);
  expect(cookies.map((cookie) => cookie.includes("Max-Age"))).toEqual([true, false]);
});

test("one of the two cookies alone is no login", async () => {
  const [persistent = ""] = (await cookieOf("agent1")).split("; ");
  const headers = { cookie: persistent };
  const who = await fetch(`${shop.url}/whoami`, { headers });
  expect(await who.json()).toEqual({ user: null, persistent: true, session: false });
  expect((await fetch(`${shop.url}/admin/products`, { headers, redirect: "manual" })).status).toBe(303);
});

test("a login goes on to where it was asked for, within the shop", async () => {
  const to = async (next: string) => {
    const body = new URLSearchParams({ user: "agent1", password: "demo", next });
    const answer = await fetch(`${shop.url}/login`, { method: "POST", body, redirect: "manual" });
    return answer.headers.get("location");
  };
  expect(await to("/account")).toBe("/account");
  expect(await to("//evil.example/")).toBe("/admin/products");
});

describe("the account, whose token is good once", () => {
  async function visit(cookie: string): Promise<{ token: string; cookie: string }> {
    const headers = { cookie, "content-type": "application/json" };
    const body = JSON.stringify({ local: true, indexed: false });
    const answer = await fetch(`${shop.url}/account/visit`, { method: "POST", headers, body, redirect: "manual" });
    if (answer.status !== 200) return { token: answer.headers.get("location") ?? "", cookie: "" };
    const { token }: { token: string } = JSON.parse(await answer.text());
    const [set] = answer.headers.getSetCookie();
    return { token, cookie: set?.split(";")[0] ?? "" };
  }

  test("renews it at each visit, and keeps what the page found", async () => {
    const login = await cookieOf("agent2");
    const first = await visit(login);
    expect([first.token, (await visit(`${login}; ${first.cookie}`)).token]).toEqual(["first", "renewed"]);
    expect(shop.accounts.seen()["agent2"]).toMatchObject({ serial: 2, local: true, indexed: false });
  });

  test("logs out whoever shows an older one again, until the next login", async () => {
    const login = await cookieOf("agent2");
    const first = await visit(login);
    await visit(`${login}; ${first.cookie}`);
    expect((await visit(`${login}; ${first.cookie}`)).token).toBe("reused");
    expect((await visit(login)).token).toBe("/login");
    expect((await visit(await cookieOf("agent2"))).token).toBe("first");
  });

  test("tells of one that is missing", async () => {
    const login = await cookieOf("agent2");
    await visit(login);
    expect((await visit(login)).token).toBe("missing");
  });

  test("ends when the shop says so", async () => {
    const login = await cookieOf("agent2");
    const headers = { "content-type": "application/json" };
    await fetch(`${shop.url}/control/accounts/expire`, { method: "POST", headers, body: '{"user":"agent2"}' });
    expect((await visit(login)).token).toBe("/login");
  });
});

test.each([
  ["agent11", "demo"],
  ["agent1", "wrong"],
  ["", ""],
])("user %j with password %j is turned away", async (user, password) => {
  expect(await logIn(user, password)).toEqual({ status: 403, cookies: [] });
});

test("a login outlives a restart of the shop", async () => {
  const cookie = await cookieOf("agent2");
  await shop.stop();
  shop = await startShop();
  expect((await fetch(`${shop.url}/admin/products`, { headers: { cookie } })).status).toBe(200);
});

test("a save stands in the ledger with its change, value and user, and the page shows it", async () => {
  const cookie = await cookieOf("agent3");
  const answer = await save(cookie, { change_id: "c1", value: "35.1" });
  expect(await answer.json()).toMatchObject({ saved: true, value: "35.10" });
  expect(await control("ledger")).toEqual([
    { change_id: "c1", product: 7, field: "price", value: "35.10", client: "agent3", applied_at: expect.any(Number) },
  ]);
  const page = await fetch(`${shop.url}/admin/products/7`, { headers: { cookie } });
  expect(await page.text()).toContain('<span id="price-now">35.10</span>');
});

test("the same change applied twice is visible as two", async () => {
  const cookie = await cookieOf("agent3");
  await save(cookie, { change_id: "c1", value: "35" });
  await save(cookie, { change_id: "c1", value: "35" });
  await save(cookie, { change_id: "c2", value: "36" });
  expect(await control("ledger/summary")).toEqual({
    applied: 3,
    change_ids: 2,
    applied_more_than_once: [{ change_id: "c1", times: 2 }],
    by_client: { agent3: 3 },
  });
});

test("a price that is none is refused and not applied", async () => {
  const answer = await save(await cookieOf("agent3"), { change_id: "c1", value: "cheap" });
  expect(answer.status).toBe(422);
  expect(shop.ledger()).toEqual([]);
});

test("the classic form applies the stock and leads back to the list", async () => {
  const cookie = await cookieOf("agent4");
  const body = new URLSearchParams({ change_id: "s1", stock: "17" });
  const url = `${shop.url}/admin/products/2/stock`;
  const answer = await fetch(url, { method: "POST", headers: { cookie }, body, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/products?saved=2"]);
  expect(shop.ledger()).toMatchObject([{ change_id: "s1", product: 2, field: "stock", value: "17" }]);
});

test("dropped before: no answer, and nothing was applied", async () => {
  const cookie = await cookieOf("agent5");
  shop.faults.set({ drop: "before" });
  await expect(save(cookie, { change_id: "c1", value: "35" })).rejects.toThrow();
  expect(shop.ledger()).toEqual([]);
});

test("dropped after: no answer, and yet it was applied", async () => {
  const cookie = await cookieOf("agent5");
  shop.faults.set({ drop: "after" });
  await expect(save(cookie, { change_id: "c1", value: "35" })).rejects.toThrow();
  expect(shop.ledger()).toMatchObject([{ change_id: "c1", value: "35.00" }]);
});

test("dropped during: a status came, its body didn't, and it was applied", async () => {
  const cookie = await cookieOf("agent5");
  shop.faults.set({ drop: "during" });
  const answer = await save(cookie, { change_id: "c1", value: "35" });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  expect(shop.ledger()).toMatchObject([{ change_id: "c1" }]);
});

test("a fault for one change is met by that change only, once", async () => {
  const cookie = await cookieOf("agent5");
  shop.faults.set({ drop: "before", change_id: "c2" });
  expect((await save(cookie, { change_id: "c1", value: "35" })).status).toBe(200);
  await expect(save(cookie, { change_id: "c2", value: "35" })).rejects.toThrow();
  expect((await save(cookie, { change_id: "c2", value: "35" })).status).toBe(200);
});

test("deliveries tell what arrived, what of it was applied, and what was answered", async () => {
  const cookie = await cookieOf("agent5");
  await save(cookie, { change_id: "c1", value: "35" });
  shop.faults.set({ drop: "before" });
  await save(cookie, { change_id: "c2", value: "35" }).catch(() => undefined);
  shop.faults.set({ drop: "after" });
  await save(cookie, { change_id: "c3", value: "35" }).catch(() => undefined);
  // Without a login it is led to the login page, and nothing is applied.
  await save("", { change_id: "c4", value: "35" });
  const time = expect.any(Number);
  expect(shop.deliveries()).toMatchObject([
    { change_id: "c1", applied_at: time, status: 200, ended_at: time },
    { change_id: "c2", applied_at: null, status: null, ended_at: time },
    { change_id: "c3", applied_at: time, status: null, ended_at: time },
    { change_id: "c4", applied_at: null, status: 303, ended_at: time },
  ]);
});

test("a fault holds for as many changes as it was ordered for, and pages don't use it up", async () => {
  const cookie = await cookieOf("agent6");
  const order = { method: "POST", body: JSON.stringify({ delay_ms: 0, drop: "before", next: 2 }) };
  expect((await fetch(`${shop.url}/control/faults`, order)).status).toBe(200);
  expect((await fetch(`${shop.url}/admin/products`, { headers: { cookie } })).status).toBe(200);
  await expect(save(cookie, { change_id: "c1", value: "35" })).rejects.toThrow();
  await expect(save(cookie, { change_id: "c2", value: "35" })).rejects.toThrow();
  expect((await save(cookie, { change_id: "c3", value: "35" })).status).toBe(200);
});

test("a delay comes after applying and before the answer, and a stop does not wait for it", async () => {
  const cookie = await cookieOf("agent7");
  shop.faults.set({ delay_ms: 600_000 });
  const answer = save(cookie, { change_id: "c1", value: "35" });
  answer.catch(() => undefined);
  await expect.poll(() => shop.ledger().length).toBe(1);
  await shop.stop();
  await expect(answer).rejects.toThrow();
});

test("an order of faults that makes no sense is refused", async () => {
  const order = { method: "POST", body: JSON.stringify({ drop: "sometimes" }) };
  expect((await fetch(`${shop.url}/control/faults`, order)).status).toBe(400);
});

test("an uploaded file is received whole, and the list can be downloaded", async () => {
  const headers = { cookie: await cookieOf("agent8") };
  const body = new FormData();
  body.set("file", new Blob(["id,price\r\n\r\n1,2"]), "prices.csv");
  const page = await fetch(`${shop.url}/admin/files`, { method: "POST", headers, body });
  expect(await page.text()).toContain("Received prices.csv, 15 bytes");
  const list = await fetch(`${shop.url}/admin/files/products.csv`, { headers });
  expect(list.headers.get("content-disposition")).toContain("attachment");
  expect((await list.text()).split("\r\n")).toHaveLength(14);
});

test("requests are counted by method and path", async () => {
  await fetch(`${shop.url}/login`);
  await cookieOf("agent9");
  expect(await control("requests")).toEqual({ "GET /login": 1, "POST /login": 1 });
});
