import type { Property, RandR } from "x11";
import type { Rectangle } from "../../../core/view/snapshot.ts";
import { identityFromEdid } from "./edid.ts";
import type { X11Connection } from "./x11-connection.ts";

/** RandR 1.5; the `x11` package stops at 1.4, so this request is sent by hand. */
const getMonitorsMinor = 42;
/** bytes of a reply's header, and of one monitor without its list of outputs, as the package hands them over */
const replyHeader = 24;
const monitorSize = 24;
/** 4-byte units; what identifies a monitor is in the first block of its EDID. */
const edidLength = 32;

/** A monitor as the X server tells of it. */
export interface RawMonitor {
  readonly nameAtom: number;
  readonly primary: boolean;
  readonly bounds: Rectangle;
  /** The first of its outputs; 0 for a virtual monitor without one. */
  readonly output: number;
}

/** Only monitors that show something. */
export function rawMonitors(connection: X11Connection, randr: RandR): Promise<readonly RawMonitor[]> {
  return connection.request<readonly RawMonitor[]>((client, reply) => {
    const request = Buffer.alloc(12);
    request.writeUInt8(randr.majorOpcode, 0);
    request.writeUInt8(getMonitorsMinor, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(connection.root, 4);
    request.writeUInt8(1, 8); // only the active ones
    client.seq_num++;
    client.pack_stream.put(request);
    client.replies[client.seq_num] = [parseMonitors, reply];
    client.pack_stream.submit(true);
  });
}

/** @returns who the monitor at an output says that it is; null where it doesn't, as virtual ones */
export async function identityOf(connection: X11Connection, randr: RandR, output: number): Promise<string | null> {
  if (output === 0) return null;
  const atom = await connection.atom("EDID");
  try {
    const { format, data } = await connection.request<Property>((_client, reply) =>
      randr.GetOutputProperty(output, atom, 0, 0, edidLength, false, false, reply),
    );
    return format === 8 ? identityFromEdid(data) : null;
  } catch (error) {
    // An output may be gone before we ask for it; its monitor will be, too.
    if (connection.lost) throw error;
    return null;
  }
}

function parseMonitors(body: Buffer): readonly RawMonitor[] {
  const monitors: RawMonitor[] = [];
  let at = replyHeader;
  for (let count = body.readUInt32LE(4); count > 0; count--) {
    const outputs = body.readUInt16LE(at + 6);
    monitors.push({
      nameAtom: body.readUInt32LE(at),
      primary: body.readUInt8(at + 4) === 1,
      bounds: {
        x: body.readInt16LE(at + 8),
        y: body.readInt16LE(at + 10),
        width: body.readUInt16LE(at + 12),
        height: body.readUInt16LE(at + 14),
      },
      output: outputs === 0 ? 0 : body.readUInt32LE(at + monitorSize),
    });
    at += monitorSize + outputs * 4;
  }
  return monitors;
}
