import type { Bench } from "../support/bench.ts";
import { aloneBesidePeer } from "./alone.ts";
import { tenAtOnce } from "./ten-at-once.ts";

/** What one agent notices when it works alone, beside another server with the same tools, and when ten work at once. */
export const agentsBench: Bench = {
  name: "agents",
  about: "ten agents at once, and one alone beside a peer (--agents, --trials: actions, --peer: its command line)",
  limitSeconds: 600,
  run: async (context) => {
    // Alone first: ten Chromes leave a warm file cache, but also a machine that is still busy with their end.
    const alone = await aloneBesidePeer(context);
    return { ...(await tenAtOnce(context)), ...alone };
  },
};
