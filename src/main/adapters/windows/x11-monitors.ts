import type { RandR } from "x11";
import type { MonitorView } from "../../../core/view/snapshot.ts";
import { workArea } from "../../../core/wall/work-area.ts";
import { DockError } from "../../../shared/errors.ts";
import type { X11Connection } from "./x11-connection.ts";
import { identityOf, rawMonitors } from "./x11-raw-monitors.ts";
import { struts } from "./x11-struts.ts";

const notifyMask = { screen: 1, crtc: 2, output: 4 } as const;

/** The monitors of one X screen, virtual ones (`xrandr --setmonitor`) included. */
export class X11Monitors {
  readonly #connection: X11Connection;
  readonly #randr: RandR;
  /** Properties of the root window that change when a panel comes, goes or takes another width. */
  readonly #panelAtoms: readonly number[];

  constructor(connection: X11Connection, randr: RandR, panelAtoms: readonly number[]) {
    this.#connection = connection;
    this.#randr = randr;
    this.#panelAtoms = panelAtoms;
    const mask = notifyMask.screen | notifyMask.crtc | notifyMask.output;
    connection.post(() => randr.SelectInput(connection.root, mask));
  }

  /**
   * Left to right, then top to bottom. The id is `edid:` and who the monitor says that it is, so that it is found again
   * at another connector; where it doesn't say or another says the same, the name that the X server gives.
   */
  async list(): Promise<MonitorView[]> {
    const connection = this.#connection;
    const [found, screen, panels, scale] = await Promise.all([
      rawMonitors(connection, this.#randr),
      connection.request<{ width: number; height: number }>((client, reply) =>
        client.GetGeometry(connection.root, reply),
      ),
      struts(connection),
      scaleOf(connection),
    ]);
    const known = await Promise.all(
      found.map(async (monitor) => ({
        ...monitor,
        name: await connection.request<string>((client, reply) => client.GetAtomName(monitor.nameAtom, reply)),
        identity: await identityOf(connection, this.#randr, monitor.output),
      })),
    );
    const named = known.map(({ name, identity, bounds, primary }): MonitorView => {
      const isUnique = known.filter((other) => other.identity === identity).length === 1;
      return {
        id: identity !== null && isUnique ? `edid:${identity}` : name,
        name,
        bounds,
        workArea: workArea(bounds, screen, panels),
        scale,
        primary,
      };
    });
    return named.sort((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y);
  }

  /**
   * Called after monitors came, went, moved or changed size; also when only the root window was resized, and whenever
   * there may be another panel, which is with every window that opens.
   */
  onMaybeChanged(listener: () => void): () => void {
    const { firstEvent } = this.#randr;
    return this.#connection.onEvent((event) => {
      const fromRandr = event.type === firstEvent || event.type === firstEvent + 1;
      const rootResized = event.name === "ConfigureNotify" && event.wid === this.#connection.root;
      const fromPanel = event.name === "PropertyNotify" && this.#panelAtoms.includes(event.atom ?? 0);
      if (fromRandr || rootResized || (fromPanel && event.wid === this.#connection.root)) listener();
    });
  }
}

const dotsAtScale1 = 96;

/**
 * X11 has one coordinate space in pixels, and no scale of a monitor's own. Desktops that enlarge programs say so to all
 * of them alike, as dots an inch among the resources of the screen.
 */
async function scaleOf(connection: X11Connection): Promise<number> {
  const resources = await connection.property(connection.root, "RESOURCE_MANAGER");
  const dots = Number(/^Xft\.dpi:\s*([\d.]+)/m.exec(resources?.data.toString("latin1") ?? "")?.[1]);
  return dots > 0 ? Math.min(4, Math.max(0.5, dots / dotsAtScale1)) : 1;
}

/** @throws DockError `DISPLAY_MISSING` when the X server has no RandR 1.5 (2015) */
export async function openMonitors(connection: X11Connection): Promise<X11Monitors> {
  const randr = await connection.request<RandR>((client, reply) =>
    client.require("randr", (error, extension) => {
      reply(error, extension);
    }),
  );
  if (randr.major_version === 1 && randr.minor_version < 5) {
    const version = `${randr.major_version}.${randr.minor_version}`;
    const message = `Display ${connection.display} has RandR ${version}; listing monitors needs 1.5.`;
    throw new DockError("DISPLAY_MISSING", message);
  }
  // The list as well as the area: openbox counts the area before it lists the panel, and leaves out panels between monitors.
  const panelAtoms = await Promise.all([connection.atom("_NET_WORKAREA"), connection.atom("_NET_CLIENT_LIST")]);
  return new X11Monitors(connection, randr, panelAtoms);
}
