import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { chromeEnvironment, temporaryDirectory } from "../../../../src/main/adapters/chrome/chrome-environment.ts";

describe("what a slot's Chrome inherits (R14)", () => {
  const profile = "/home/me/.local/share/sessiondock/slots/03/profile";

  it("leads everything that Chrome keeps elsewhere into the profile, and leaves the rest", () => {
    const { HOME, LANG, ...led } = chromeEnvironment({ HOME: "/home/me", LANG: "de", TMPDIR: "/tmp" }, profile);
    expect([HOME, LANG]).toEqual(["/home/me", "de"]);
    expect(Object.keys(led).sort()).toEqual([
      "BREAKPAD_DUMP_LOCATION",
      "MESA_SHADER_CACHE_DIR",
      "TMPDIR",
      "__GL_SHADER_DISK_CACHE_PATH",
    ]);
    for (const place of Object.values(led)) expect(place?.startsWith(`${profile}/`)).toBe(true);
  });

  it("leaves room for the name of Chrome's socket, or takes the system's temporary directory", () => {
    const longest = `/${"x".repeat(107 - 45 - 5)}`;
    expect(temporaryDirectory(longest)).toBe(`${longest}/tmp`);
    expect(temporaryDirectory(`${longest}x`)).toBe(tmpdir());
  });
});
