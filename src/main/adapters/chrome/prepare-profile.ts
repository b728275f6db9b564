import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const preferencesShape = z.looseObject({
  session: z.looseObject({}).optional(),
  profile: z.looseObject({}).optional(),
  browser: z.looseObject({}).optional(),
  net: z.looseObject({}).optional(),
});

/**
 * Makes a slot's profile ready for a launch, without touching any login.
 *
 * Session cookies survive a restart only with `restore_on_startup = 1`; the old windows that would then reopen
 * are dropped with `Default/Sessions` (R30). A remembered window placement would open windows off their cell (R20).
 */
export function prepareProfile(profile: string, label: string): void {
  const directory = join(profile, "Default");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  rmSync(join(directory, "Sessions"), { recursive: true, force: true });
  const file = join(directory, "Preferences");
  const preferences = readPreferences(file);
  const { window_placement: _dropped, ...browser } = preferences.browser ?? {};
  const changed = {
    ...preferences,
    session: { ...preferences.session, restore_on_startup: 1 },
    profile: { ...preferences.profile, name: label, exit_type: "Normal", exited_cleanly: true },
    browser: { ...browser, has_seen_welcome_page: true },
    // On a connection that it had opened in advance Chrome sends a request a second time by itself when it is cut without
    // an answer, a POST too (R6). It opens none in advance with this; those that were used before stay a limit.
    net: { ...preferences.net, network_prediction_options: 2 },
    // Chrome's offer to keep a password covers the page, and would keep one that an agent typed.
    credentials_enable_service: false,
  };
  writeFileSync(file, JSON.stringify(changed), { mode: 0o600 });
}

function readPreferences(file: string): z.output<typeof preferencesShape> {
  if (!existsSync(file)) return {};
  try {
    return preferencesShape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Chrome itself starts with fresh preferences when it can't read them; logins are in other files.
    return {};
  }
}
