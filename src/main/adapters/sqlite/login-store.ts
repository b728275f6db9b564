import type Database from "better-sqlite3";
import { z } from "zod";
import type { Store } from "../../engine/ports.ts";
import { guard } from "./database.ts";
import { readable } from "./readable.ts";
import { inJson } from "./rows.ts";

const doubt = z.discriminatedUnion("code", [
  z.object({ code: z.literal("not_looked_at") }),
  z.object({ code: z.literal("ended_unclean") }),
  z.object({ code: z.literal("mark_missing") }),
  z.object({ code: z.literal("session_cookies_gone") }),
  z.object({ code: z.literal("could_not_look"), reason: z.string() }),
]);

const standing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("verified"), by: z.enum(["mark", "cookies"]) }),
  z.object({ kind: z.literal("not_verified"), why: doubt }),
  z.object({ kind: z.literal("expired"), why: z.enum(["led_to_login", "cookies_gone"]) }),
  z.object({ kind: z.literal("unknown"), why: z.enum(["never", "unchanged", "no_means"]) }),
]);

const loginRow = z.object({
  slot: z.int(),
  health: inJson(
    z.object({
      standing,
      since: z.number().nullable(),
      verifiedAt: z.number().nullable(),
      cookies: z.object({ persistent: z.int(), session: z.int() }).nullable(),
    }),
  ),
});

type LoginPart = Pick<Store, "saveLogin" | "logins">;

/** What is known of each slot's login: counts and times, nothing of the login itself (R30, R31). */
export function loginStore(file: string, quick: Database.Database): LoginPart {
  const save = quick.prepare("INSERT OR REPLACE INTO login (slot, health) VALUES (?, ?)");
  const all = quick.prepare("SELECT slot, health FROM login");
  return {
    saveLogin: (slot, health) => {
      guard(file, () => save.run(slot, JSON.stringify(health)));
    },
    logins: () => {
      const rows = readable(
        guard(file, () => all.all()),
        loginRow,
        // Its login counts as unknown until the next look; nothing else depends on it.
        () => {},
      );
      return new Map(rows.map(({ slot, health }) => [slot, health]));
    },
  };
}
