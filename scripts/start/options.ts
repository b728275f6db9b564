import { parseArgs } from "node:util";
import { StartFailed } from "./say.ts";

export interface Options {
  /** Demo shop and demo agents, in a home directory of their own. */
  readonly demo: boolean;
  /** How long everything runs once it is ready; null until somebody ends it. */
  readonly seconds: number | null;
  /** Directory for pictures of the whole screen and of each monitor. */
  readonly screenshot: string | null;
  readonly agents: number;
  /** Tries to fetch Electron again, without a time limit, though it failed before. */
  readonly retryElectron: boolean;
}

export const usage = `usage: ./scripts/start.sh [options]

  --demo             ten demo agents change prices in a demo shop on this machine,
                     in a home directory of their own
  --agents N         how many demo agents, 1 to 10 (default 10)
  --seconds N        end everything N seconds after it is ready
  --screenshot DIR   pictures of the screen: when all demo agents have a window, and at the end
  --retry-electron   try again to fetch Electron's binary, after it failed once
  --help             this text
`;

/**
 * @returns null when help was asked for
 * @throws StartFailed with exit code 2 that names the wrong option
 */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const agents = wholeNumber("--agents", values.agents, 10);
  if (agents !== null && agents > 10) throw new StartFailed("--agents: at most 10 windows are live at once", 2);
  return {
    demo: values.demo,
    seconds: wholeNumber("--seconds", values.seconds, null),
    screenshot: values.screenshot ?? null,
    agents: agents ?? 10,
    retryElectron: values["retry-electron"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        demo: { type: "boolean", default: false },
        agents: { type: "string" },
        seconds: { type: "string" },
        screenshot: { type: "string" },
        "retry-electron": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new StartFailed(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}

function wholeNumber(option: string, text: string | undefined, absent: number | null): number | null {
  if (text === undefined) return absent;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new StartFailed(`${option}: "${text}" is no whole number above 0`, 2);
  return Number(text);
}
