import { existsSync } from "node:fs";
import { type Check, fail, ok } from "./check.ts";

export const configurationCheck: Check = {
  name: "Configuration",
  run: ({ config, configError, paths }) => {
    if (configError) return fail(configError.message, configError.hint);
    const numbers = `${config.slots.count} slots, ${config.slots.live} windows at once`;
    return ok(existsSync(paths.config) ? `${paths.config}: ${numbers}` : `no ${paths.config}, so defaults: ${numbers}`);
  },
};
