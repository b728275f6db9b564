import { accountControls } from "./account-routes.ts";
import type { Accounts } from "./accounts.ts";
import { type Faults, faultOrder } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import { formFields, json, jsonBody, page, redirect } from "./message.ts";
import { loginPage } from "./pages/login.ts";
import type { Route } from "./route.ts";
import { loginCookies, logoutCookies, passwordFits, readCookies } from "./sign-in.ts";

interface Measured {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly accounts: Accounts;
  /** Requests by method and path, control routes not counted. */
  requests(): Readonly<Record<string, number>>;
}

/** Login and control: the routes that ask for no login. */
export function openRoutes({ ledger, faults, accounts, requests }: Measured): readonly Route[] {
  const route = (method: Route["method"], pattern: string, handle: Route["handle"]): Route => ({
    method,
    pattern,
    changes: false,
    handle,
  });
  return [
    route("GET", "/", () => redirect("/admin/products")),
    route("GET", "/login", (asked) => page(loginPage("", nextIn(asked.query)))),
    route("POST", "/login", (asked) => {
      const fields = formFields(asked);
      const user = fields.get("user") ?? "";
      const next = nextIn(fields);
      if (!passwordFits(user, fields.get("password") ?? "")) {
        return page(loginPage("User or password is wrong.", next), 403);
      }
      accounts.loggedIn(user);
      return redirect(next === "" ? "/admin/products" : next, loginCookies(user));
    }),
    route("POST", "/logout", () => redirect("/login", logoutCookies())),
    // Tells a test which of the two cookies a browser has kept.
    route("GET", "/whoami", (asked) => json(readCookies(asked.cookieHeader))),
    route("POST", "/control/faults", (asked) => {
      const order = faultOrder.safeParse(jsonBody(asked));
      if (!order.success) return json({ error: order.error.issues }, 400);
      faults.set(order.data);
      return json(order.data);
    }),
    route("GET", "/control/ledger", () => json(ledger.list())),
    route("GET", "/control/ledger/summary", () => json(ledger.summary())),
    route("GET", "/control/requests", () => json(requests())),
    ...accountControls(accounts),
  ];
}

/** A path of this shop; an address of another site is none. */
function nextIn(fields: URLSearchParams): string {
  const next = fields.get("next") ?? "";
  return /^\/(?!\/)/.test(next) ? next : "";
}
