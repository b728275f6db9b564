import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { app } from "electron";
import { toErrorBody } from "../shared/errors.ts";
import { privateDirectory } from "./adapters/system/files.ts";
import { takeHomeLock } from "./adapters/system/home-lock.ts";
import { openLogFile } from "./adapters/system/log-file.ts";
import { resolvePaths } from "./adapters/system/paths.ts";
import { assemble } from "./assemble.ts";
import { showRunningControlRoom } from "./control-socket/second-start.ts";
import { controlRoomBounds } from "./shell/bounds.ts";
import { openDisplays } from "./shell/displays.ts";
import { connectWindow } from "./shell/ipc.ts";
import { notifyOfNeeds } from "./shell/notifications.ts";
import { quitAfter } from "./shell/quit.ts";
import { type ControlRoomWindow, openControlRoomWindow, revealWindow } from "./shell/window.ts";

const mainDirectory = dirname(fileURLToPath(import.meta.url));

try {
  await start();
} catch (error) {
  const { code, message, hint } = toErrorBody(error);
  console.error(`SessionDock can't start.\n${code}: ${message}\nWhat to do: ${hint}`);
  app.exit(1);
}

/** @throws DockError with what stands in the way of a start */
async function start(): Promise<void> {
  app.setName("SessionDock");
  await app.whenReady();
  const paths = resolvePaths(process.env);
  privateDirectory(paths.home);
  const lock = takeHomeLock(paths.lock);
  if (!lock) {
    await showRunningControlRoom(paths);
    console.log(`A control room for ${paths.home} runs already; it was brought to the front.`);
    app.exit(0);
    return;
  }
  const writeLog = openLogFile(paths.logs);
  const displays = await openDisplays();
  let shown: ControlRoomWindow | null = null;
  const reveal = () => {
    if (shown) revealWindow(shown.window);
  };
  const assembly = await assemble({
    paths,
    environment: process.env,
    mainDirectory,
    version: app.getVersion(),
    runtime: process.versions["electron"] === undefined ? "electron stand-in" : "electron",
    shell: {
      showWindow: reveal,
      quit: () => app.quit(),
    },
    displays,
    log: (line, detail) => {
      const text = detail === undefined ? line : `${line}: ${describe(detail)}`;
      console.error(text);
      writeLog(text);
    },
  });
  quitAfter(async () => {
    await assembly.stop();
    lock.release();
  });
  const bounds = await controlRoomBounds(assembly.room);
  const inWindowUnit = displays?.toWindow(bounds) ?? bounds;
  shown = await openControlRoomWindow(mainDirectory, inWindowUnit, (own) => connectWindow(own, assembly.room));
  notifyOfNeeds(assembly.room, assembly.room.attention(), reveal);
  console.log(JSON.stringify({ sessiondock: "ready", home: paths.home, socket: paths.controlSocket }));
}

/** Never a whole object: an action's arguments may hold what a person typed. */
function describe(detail: unknown): string {
  return detail instanceof Error ? (detail.stack ?? detail.message) : typeof detail;
}
