import type { ConfigFile } from "../../src/main/engine/ports.ts";

/** For rooms that have their settings from the test. */
export const noConfigFile: ConfigFile = {
  file: "/no/config.jsonc",
  text: () => "",
  edit: (text) => ({ text, faults: [] }),
  save: async () => {},
};
