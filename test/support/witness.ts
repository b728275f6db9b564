import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * An independent witness of what reaches Chrome: a browser to configure that is the real one, with `tee` between the
 * control room and its DevTools pipe. The process keeps its pid, because the script replaces itself with Chrome.
 */
export interface Witness {
  readonly browser: string;
  /** Every command that was written to the Chrome of that profile, in order. */
  commands(profile: string): readonly WrittenCommand[];
}

export interface WrittenCommand {
  readonly id: number;
  readonly method: string;
  readonly sessionId: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The gate's own ids within a leased session begin here: its care for foreign tabs is not the agent's doing. */
const firstOwnId = 1_000_000_000;

export function createWitness(directory: string, chromium = "/usr/bin/chromium"): Witness {
  const browser = join(directory, "witnessed-chromium");
  const script = `#!/bin/bash
for argument in "$@"; do
  case "$argument" in --user-data-dir=*) log="\${argument#--user-data-dir=}.commands" ;; esac
done
if [ -n "$log" ]; then
  exec 5<&3
  exec 3< <(exec tee -a "$log" <&5)
  exec 5<&-
fi
# Whatever is typed by mistake asks no name server.
exec ${chromium} --host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" "$@"
`;
  writeFileSync(browser, script);
  chmodSync(browser, 0o755);
  return { browser, commands: (profile) => parse(readFileSync(`${profile}.commands`, "utf8")) };
}

function parse(text: string): WrittenCommand[] {
  return text
    .split("\0")
    .filter((part) => part !== "")
    .map((part) => {
      const { id, method, sessionId, params }: Record<string, unknown> = JSON.parse(part);
      return {
        id: Number(id),
        method: String(method),
        sessionId: typeof sessionId === "string" ? sessionId : null,
        params: typeof params === "object" && params !== null ? { ...params } : {},
      };
    });
}

/**
 * The commands of leases that were written behind each fence. The control room marks a fence with a
 * `Browser.getVersion` on its own session, and detaches the lease's session afterwards. The sessions that it watches the
 * network with begin with a `Network.enable` without buffers, others with a look whether the page is painted; on them it may listen, wait for one turn of the page, and
 * let go of what was pressed. Anything else there counts as well.
 */
export function writtenAfterFence(commands: readonly WrittenCommand[]): WrittenCommand[] {
  const fenced = new Set<string>();
  const alive = new Set<string>();
  const watching = new Set<string>();
  const late: WrittenCommand[] = [];
  for (const command of commands) {
    const { sessionId, method, id } = command;
    if (sessionId === null) {
      if (method === "Browser.getVersion") {
        for (const session of alive) fenced.add(session);
        alive.clear();
      }
      continue;
    }
    if (id >= firstOwnId) continue;
    const isOwn = isWatch(command) || isPaintLook(command);
    if (!alive.has(sessionId) && !fenced.has(sessionId) && isOwn) watching.add(sessionId);
    if (watching.has(sessionId) && mayWatch(command)) continue;
    if (fenced.has(sessionId)) late.push(command);
    else alive.add(sessionId);
  }
  return late;
}

/** How the control room finds out whether a page is painted, on a session of its own for that. */
const paintLook = "document.visibilityState";
const pageTurn = "new Promise((done) => setTimeout(done, 0))";

function isWatch({ method, params }: WrittenCommand): boolean {
  return method === "Network.enable" && params["maxTotalBufferSize"] === 0 && params["maxResourceBufferSize"] === 0;
}

function isPaintLook({ method, params }: WrittenCommand): boolean {
  return method === "Runtime.evaluate" && params["expression"] === paintLook;
}

function mayWatch(command: WrittenCommand): boolean {
  const { method, params } = command;
  if (isWatch(command) || isPaintLook(command) || method === "Target.setAutoAttach") return true;
  if (method === "Runtime.evaluate") return params["expression"] === pageTurn;
  const released = params["type"] === "keyUp" || params["type"] === "mouseReleased";
  return method.startsWith("Input.") && released;
}
