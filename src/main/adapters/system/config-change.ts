import type { Config } from "./config-schema.ts";

/**
 * What of a changed configuration holds at once. Some fields are built into what runs: the slots that were recovered, the
 * browser that was looked for, the scale that live Chromes were started with.
 */
const atNextStart = ["slots.count", "browser", "wall.scale", "wall.focusGuard"];

export interface ConfigChange {
  /** The settings to go on with. */
  readonly config: Config;
  /** Fields that hold from now on, such as `slots.live`. */
  readonly changed: readonly string[];
  /** Fields that take effect at the next start. */
  readonly waiting: readonly string[];
}

export function changeConfig(running: Config, next: Config): ConfigChange {
  const { mode, monitor } = next.wall;
  const { scale, focusGuard } = running.wall;
  const config: Config = {
    ...next,
    slots: { count: running.slots.count, live: next.slots.live },
    browser: running.browser,
    wall: { mode, monitor, scale, focusGuard },
  };
  return { config, changed: differences(running, config), waiting: differences(config, next) };
}

/** Whether a field, such as `slots.count`, takes effect only at the next start. */
export function waitsForStart(field: string): boolean {
  return atNextStart.some((each) => field === each || field.startsWith(`${each}.`));
}

/** Fields by section and name; login targets by their key. */
function differences(one: Config, other: Config): string[] {
  const [before, after] = [fieldsOf(one), fieldsOf(other)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function fieldsOf({ $schema: _, ...sections }: Config): Map<string, string> {
  return new Map(
    Object.entries(sections).flatMap(([section, fields]) =>
      Object.entries(fields).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[`${section}.${name}`, JSON.stringify(value)]],
      ),
    ),
  );
}
