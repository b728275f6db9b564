import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Check, ok, warn } from "./check.ts";

const requireFrom = createRequire(import.meta.url);

/** Electron's program is fetched from outside the package registry, so an installation may lack it. */
export const electronCheck: Check = {
  name: "Electron",
  run: () => {
    const directory = packageDirectory();
    if (directory !== null && existsSync(join(directory, "dist"))) return ok(join(directory, "dist"));
    return warn(
      directory === null
        ? "the package electron is not installed"
        : `${directory} has no dist: its program wasn't fetched`,
      "Nothing, if the stand-in is good enough here: start uses it by itself. Otherwise run npm install where Electron's download can be reached.",
    );
  },
};

function packageDirectory(): string | null {
  try {
    return dirname(requireFrom.resolve("electron/package.json"));
  } catch {
    return null;
  }
}
