import { tmpdir } from "node:os";
import { join } from "node:path";

/** What Chrome adds to its temporary directory for the socket by which two Chromes on one profile find each other. */
const socketName = "/org.chromium.Chromium.XXXXXX/SingletonSocket";
/** Linux refuses longer socket paths, and Chrome then does not start; a byte less for its end. */
const longestSocketPath = 107;

/**
 * What a slot's Chrome inherits, with everything that it would keep elsewhere led into its profile: a wipe of the slot
 * has to reach it (R14). The home stays the person's: fonts and the looks of menus are there.
 */
export function chromeEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  profile: string,
): Record<string, string | undefined> {
  return {
    ...inherited,
    TMPDIR: temporaryDirectory(profile),
    // A crash leaves memory of pages behind; Chrome would put it below ~/.config, for all profiles alike.
    BREAKPAD_DUMP_LOCATION: join(profile, "Crash Reports"),
    // Programs that pages draw with are kept translated.
    MESA_SHADER_CACHE_DIR: join(profile, "ShaderTranslations"),
    __GL_SHADER_DISK_CACHE_PATH: join(profile, "ShaderTranslations"),
  };
}

/** In the profile, where that leaves room for a socket's name; else the system's. */
export function temporaryDirectory(profile: string): string {
  const inside = join(profile, "tmp");
  return Buffer.byteLength(inside + socketName) <= longestSocketPath ? inside : tmpdir();
}
