import type { LogState } from "./log-state.ts";

/** What the observer knows of the room beside the log: the configuration, and who asked for what. */
export interface Known {
  readonly state: LogState;
  readonly cap: number;
  targetOf(agent: string): string;
  keysOf(target: string): readonly string[];
}

type Check = (known: Known, agent: string, match: readonly string[]) => boolean;

const login: Check = ({ state, targetOf }, agent, [, slot = ""]) => state.slot(Number(slot)).target === targetOf(agent);

const waitsLonger = ({ state }: Known, agent: string, other: string): boolean => {
  const order = [...state.waiting.keys()];
  return order.includes(other) && (!order.includes(agent) || order.indexOf(other) < order.indexOf(agent));
};

const wantsKey = ({ keysOf, targetOf }: Known, agent: string, key: string): boolean =>
  keysOf(targetOf(agent)).includes(key);

const keyOfSlot: Check = (known, agent, [, key = "", slot = "", target = ""]) =>
  wantsKey(known, agent, key) && known.keysOf(target).includes(key) && known.state.slot(Number(slot)).target === target;

/** Each sentence that an agent may be told, and what has to be so at that moment. */
const checks: readonly (readonly [RegExp, Check])[] = [
  [/^New leases are paused/, ({ state }) => state.paused],
  [
    /^Slot (\d+), which has this login, is held by (.+) for \d+ \w+(?:;.*)?\.$/,
    (known, agent, match) => {
      const [, slot = "", who = ""] = match;
      const { holder } = known.state.slot(Number(slot));
      return login(known, agent, match) && (who === "a person" ? holder === who : holder === `agent ${who}`);
    },
  ],
  [/^Slot (\d+) is yours as soon as/, ({ state }, agent, [, slot]) => state.slot(Number(slot)).offeredTo === agent],
  [
    /^Slot (\d+), which has this login, is being given to (.+)\.$/,
    ({ state, targetOf }, agent, [, slot = "", who = ""]) =>
      state.slot(Number(slot)).offeredTo === who && targetOf(who) === targetOf(agent),
  ],
  [
    /^Slot (\d+), which has this login, is parked: its agent (.+) vanished/,
    (known, agent, match) =>
      login(known, agent, match) && known.state.slot(Number(match[1])).holder === `parked ${match[2]}`,
  ],
  [
    /^Slot (\d+), which has this login, is in quarantine/,
    ({ state }, _, [, slot]) => state.slot(Number(slot)).quarantines > 0,
  ],
  [
    /^Slot (\d+) is between two launches/,
    ({ state }, _, [, slot]) => ["opening", "closing"].includes(state.slot(Number(slot)).life),
  ],
  [/^What the last lease of slot (\d+) left behind/, ({ state }, _, [, slot]) => state.slot(Number(slot)).settling],
  [
    /^(.+) waits for the same login for \d+ \w+ and comes first\.$/,
    (known, agent, [, other = ""]) =>
      waitsLonger(known, agent, other) && known.targetOf(other) === known.targetOf(agent),
  ],
  [
    /^The conflict key “(.+)” is held by slot (\d+) \((.+)\), which (.+) has for /,
    (known, agent, match) => {
      const { holder } = known.state.slot(Number(match[2]));
      return keyOfSlot(known, agent, match) && holder.replace(/^(agent|parked) /, "") === match[4];
    },
  ],
  [
    /^The conflict key “(.+)” is held by slot (\d+) \((.+)\): what its last lease/,
    (known, agent, match) => keyOfSlot(known, agent, match) && known.state.slot(Number(match[2])).settling,
  ],
  [
    /^The conflict key “(.+)” is held by slot (\d+) \((.+)\), which is in quarantine/,
    (known, agent, match) => keyOfSlot(known, agent, match) && known.state.slot(Number(match[2])).quarantines > 0,
  ],
  [
    /^The conflict key “(.+)” goes to slot (\d+) \((.+)\), which is being given to (.+)\.$/,
    (known, agent, [, key = "", slot, , who = ""]) =>
      wantsKey(known, agent, key) && wantsKey(known, who, key) && known.state.slot(Number(slot)).offeredTo === who,
  ],
  [
    /^The conflict key “(.+)” is kept for (.+), which waits for /,
    (known, agent, [, key = "", other = ""]) =>
      wantsKey(known, agent, key) && wantsKey(known, other, key) && waitsLonger(known, agent, other),
  ],
  [/^All (\d+) windows that may be open/, ({ state, cap }, _, [, said]) => Number(said) === cap && state.places >= cap],
  [
    /^The window of slot (\d+) is being closed/,
    ({ state }, _, [, slot]) => state.slot(Number(slot)).life === "closing",
  ],
];

/** @returns whether the sentence was true when it was written; null for one that the observer does not know */
export function isTrue(known: Known, agent: string, sentence: string): boolean | null {
  for (const [pattern, check] of checks) {
    const match = pattern.exec(sentence);
    if (match) return check(known, agent, [...match]);
  }
  return null;
}
