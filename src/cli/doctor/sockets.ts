import { stat } from "node:fs/promises";
import { type Check, fail, ok, warn } from "./check.ts";

/** Whether a control room answers, and whether what is left of a former one is in the way. */
export const socketsCheck: Check = {
  name: "Control socket",
  run: async ({ paths, room }) => {
    const mode = await modeOf(paths.run);
    if (mode !== null && process.platform !== "win32" && (mode & 0o077) !== 0) {
      return fail(
        `${paths.run} has mode ${mode.toString(8)}: other users can reach the sockets in it`,
        `Run: chmod 700 '${paths.run}'`,
      );
    }
    if ("snapshot" in room) {
      const { version, runtime, live, cap } = room.snapshot.room;
      return ok(`a control room answers: ${version}, ${runtime}, ${live} of ${cap} windows open`);
    }
    if (room.error.code !== "CONTROL_ROOM_NOT_RUNNING") {
      return fail(`${room.error.code}: ${room.error.message}`, room.error.hint);
    }
    if ((await modeOf(paths.controlSocket)) === null) return ok("no control room runs");
    return warn(
      `${paths.controlSocket} is there, but ${room.error.message}`,
      "The control room ended without cleaning up. Start it again; it replaces the file.",
    );
  },
};

function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => found.mode & 0o777,
    () => null,
  );
}
