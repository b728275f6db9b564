import type { RandR } from "x11";
import type { MonitorView } from "../../../core/view/snapshot.ts";
import { DockError } from "../../../shared/errors.ts";
import type { X11Connection } from "./x11-connection.ts";

/** RandR 1.5; the `x11` package stops at 1.4, so this request is sent by hand. */
const getMonitorsMinor = 42;
/** bytes of a reply's header, and of one monitor without its list of outputs, as the package hands them over */
const replyHeader = 24;
const monitorSize = 24;
const notifyMask = { screen: 1, crtc: 2, output: 4 } as const;

interface RawMonitor {
  readonly nameAtom: number;
  readonly primary: boolean;
  readonly bounds: MonitorView["bounds"];
}

/** The monitors of one X screen, virtual ones (`xrandr --setmonitor`) included. */
export class X11Monitors {
  readonly #connection: X11Connection;
  readonly #randr: RandR;

  constructor(connection: X11Connection, randr: RandR) {
    this.#connection = connection;
    this.#randr = randr;
    const mask = notifyMask.screen | notifyMask.crtc | notifyMask.output;
    connection.post(() => randr.SelectInput(connection.root, mask));
  }

  /** Left to right, then top to bottom. The id is the name that the X server gives: it outlives a restart. */
  async list(): Promise<MonitorView[]> {
    const found = await this.#connection.request<readonly RawMonitor[]>((client, reply) => {
      const request = Buffer.alloc(12);
      request.writeUInt8(this.#randr.majorOpcode, 0);
      request.writeUInt8(getMonitorsMinor, 1);
      request.writeUInt16LE(request.length / 4, 2);
      request.writeUInt32LE(this.#connection.root, 4);
      request.writeUInt8(1, 8); // only monitors that show something
      client.seq_num++;
      client.pack_stream.put(request);
      client.replies[client.seq_num] = [parseMonitors, reply];
      client.pack_stream.submit(true);
    });
    const named = await Promise.all(
      found.map(async (monitor): Promise<MonitorView> => {
        const name = await this.#connection.request<string>((client, reply) =>
          client.GetAtomName(monitor.nameAtom, reply),
        );
        // X11 has one coordinate space in pixels; a scale factor is each program's own business there.
        return { id: name, name, bounds: monitor.bounds, scale: 1, primary: monitor.primary };
      }),
    );
    return named.sort((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y);
  }

  /** Called after monitors came, went, moved or changed size; also when only the root window was resized. */
  onMaybeChanged(listener: () => void): () => void {
    const { firstEvent } = this.#randr;
    return this.#connection.onEvent((event) => {
      const fromRandr = event.type === firstEvent || event.type === firstEvent + 1;
      const rootResized = event.name === "ConfigureNotify" && event.wid === this.#connection.root;
      if (fromRandr || rootResized) listener();
    });
  }
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
  return new X11Monitors(connection, randr);
}

function parseMonitors(body: Buffer): readonly RawMonitor[] {
  const monitors: RawMonitor[] = [];
  let at = replyHeader;
  for (let count = body.readUInt32LE(4); count > 0; count--) {
    monitors.push({
      nameAtom: body.readUInt32LE(at),
      primary: body.readUInt8(at + 4) === 1,
      bounds: {
        x: body.readInt16LE(at + 8),
        y: body.readInt16LE(at + 10),
        width: body.readUInt16LE(at + 12),
        height: body.readUInt16LE(at + 14),
      },
    });
    at += monitorSize + body.readUInt16LE(at + 6) * 4;
  }
  return monitors;
}
