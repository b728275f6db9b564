import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { say } from "./say.ts";

const run = promisify(execFile);

interface Monitor {
  readonly primary: boolean;
  /** As ImageMagick writes it: `1920x1080+0+0`. */
  readonly geometry: string;
}

/**
 * Takes whole.png, control-room.png and wall.png: the screen, the person's monitor, and the one that the windows
 * are tiled on (by default the last that is not the primary one).
 * @param suffix goes before `.png`
 */
export async function takeScreenshots(directory: string, suffix: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const file = (name: string) => join(directory, `${name}${suffix}.png`);
  const whole = file("whole");
  await run("import", ["-window", "root", whole]);
  const monitors = readMonitors((await run("xrandr", ["--listmonitors"])).stdout);
  const own = monitors.find((monitor) => monitor.primary) ?? monitors[0];
  const wall = monitors.findLast((monitor) => !monitor.primary) ?? own;
  if (own) await crop(whole, own, file("control-room"));
  if (wall) await crop(whole, wall, file("wall"));
  say(`screenshots are in ${directory}: ${["whole", "control-room", "wall"].map((name) => name + suffix).join(", ")}`);
}

async function crop(from: string, monitor: Monitor, to: string): Promise<void> {
  await run("convert", [from, "-crop", monitor.geometry, "+repage", to]);
}

/** Lines such as ` 0: +*left 1920/508x1080/286+0+0  screen`. */
function readMonitors(text: string): readonly Monitor[] {
  return text.split("\n").flatMap((line) => {
    const found = /^ *\d+: \+?(\*?)\S+ (\d+)\/\d+x(\d+)\/\d+(\+\d+\+\d+)/.exec(line);
    return found ? [{ primary: found[1] === "*", geometry: `${found[2]}x${found[3]}${found[4]}` }] : [];
  });
}
