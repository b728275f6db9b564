import { z } from "zod";
import { type Accounts, accountVisit, tokenCookies } from "./accounts.ts";
import { json, jsonBody, page } from "./message.ts";
import { accountPage } from "./pages/account.ts";
import type { Route } from "./route.ts";

/** Behind the login. None of them changes the shop, so none meets a fault. */
export function accountRoutes(accounts: Accounts): readonly Route[] {
  return [
    { method: "GET", pattern: "/account", changes: false, handle: ({ user }) => page(accountPage(user)) },
    {
      method: "POST",
      pattern: "/account/visit",
      changes: false,
      handle: (asked) => {
        const visit = accountVisit.safeParse(jsonBody(asked));
        if (!visit.success) return json({ error: visit.error.issues }, 400);
        const seen = accounts.visit(asked.user, asked.cookieHeader, visit.data);
        const reply = json(seen);
        return { ...reply, headers: { ...reply.headers, "set-cookie": tokenCookies(asked.user, seen) } };
      },
    },
  ];
}

/** For tests: what became of each login, and its end from outside. */
export function accountControls(accounts: Accounts): readonly Route[] {
  return [
    { method: "GET", pattern: "/control/accounts", changes: false, handle: () => json(accounts.seen()) },
    {
      method: "POST",
      pattern: "/control/accounts/expire",
      changes: false,
      handle: (asked) => {
        const order = z.strictObject({ user: z.string() }).safeParse(jsonBody(asked));
        if (!order.success) return json({ error: order.error.issues }, 400);
        accounts.expire(order.data.user);
        return json(order.data);
      },
    },
  ];
}
