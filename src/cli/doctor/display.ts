import { connect, type NetConnectOpts } from "node:net";
import { errorRules } from "../../shared/errors.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** Windows need a display that takes connections; a variable alone may be left over from a session that ended. */
export const displayCheck: Check = {
  name: "Display",
  run: async ({ environment }) => {
    if (process.platform === "win32" || process.platform === "darwin") return ok("the desktop of this session");
    const display = environment["DISPLAY"];
    const wayland = environment["WAYLAND_DISPLAY"];
    if (!display) {
      if (!wayland) return fail("neither DISPLAY nor WAYLAND_DISPLAY is set", errorRules.DISPLAY_MISSING.hint);
      return warn(
        `Wayland (${wayland}) without an X display`,
        "Windows can only be placed on the wall through X11: turn XWayland on, or ./scripts/start.sh opens a virtual display.",
      );
    }
    const where = x11Address(display);
    if (!where) return fail(`DISPLAY=${display} is not the name of a display`, errorRules.DISPLAY_MISSING.hint);
    const refusal = await tryConnection(where.options);
    if (refusal === null) return ok(`X display ${display} at ${where.text}`);
    return fail(
      `DISPLAY=${display}, but ${where.text} takes no connection (${refusal})`,
      errorRules.DISPLAY_MISSING.hint,
    );
  },
};

/** Names of displays as in X(7): `[host]:number[.screen]`; without a host it is a local socket. */
export function x11Address(display: string): { readonly options: NetConnectOpts; readonly text: string } | null {
  const match = /^(?:unix)?(.*):(\d+)(?:\.\d+)?$/.exec(display);
  const [, host, number] = match ?? [];
  if (host === undefined || number === undefined) return null;
  if (host === "") {
    const path = `/tmp/.X11-unix/X${number}`;
    return { options: { path }, text: path };
  }
  const port = 6000 + Number(number);
  return { options: { host, port }, text: `${host}:${port}` };
}

/** A remote display that hasn't answered by then is no place for ten windows. */
const connectBudgetMs = 3000;

/** @returns null when the connection was taken, else why not */
function tryConnection(options: NetConnectOpts): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(options);
    const end = (refusal: string | null): void => {
      socket.destroy();
      resolve(refusal);
    };
    socket.setTimeout(connectBudgetMs, () => end(`no answer in ${connectBudgetMs / 1000} s`));
    socket.once("connect", () => end(null));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
