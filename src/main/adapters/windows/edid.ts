const blockLength = 128;
const header = Buffer.from([0, 255, 255, 255, 255, 255, 255, 0]);
/** Four descriptors of 18 bytes; one whose tag is 0xff holds the serial number as text. */
const descriptors = [54, 72, 90, 108];
const serialTag = 0xff;
const textLength = 13;

/**
 * Who a monitor is, from the block that it tells of itself (VESA E-EDID 1.4, the first 128 bytes): the same at every
 * connector and on every machine.
 * @returns such as `DEL-A0C4-7MT0158M`; null where it isn't such a block, or names no serial number: two monitors of
 *   one model would then be the same
 */
export function identityFromEdid(edid: Buffer): string | null {
  if (edid.length < blockLength || !edid.subarray(0, header.length).equals(header)) return null;
  if (edid.subarray(0, blockLength).reduce((sum, byte) => sum + byte, 0) % 256 !== 0) return null;
  const serial = serialText(edid) ?? serialNumber(edid);
  if (serial === null) return null;
  const product = edid.readUInt16LE(10).toString(16).toUpperCase().padStart(4, "0");
  return `${maker(edid.readUInt16BE(8))}-${product}-${serial}`;
}

/** Three letters of five bits each, `A` is 1. */
function maker(packed: number): string {
  return [10, 5, 0].map((shift) => String.fromCharCode(64 + ((packed >> shift) & 31))).join("");
}

function serialText(edid: Buffer): string | null {
  for (const at of descriptors) {
    // A descriptor of text begins with three zeros and its tag; others are timings.
    if (edid.readUIntBE(at, 3) !== 0 || edid.readUInt8(at + 3) !== serialTag) continue;
    const text = edid.toString("latin1", at + 5, at + 5 + textLength).split("\n")[0] ?? "";
    // It goes into the stored choice of a monitor and into commands: nothing but plain characters.
    const plain = text.trim().replaceAll(/[^A-Za-z0-9._-]/g, "_");
    if (plain !== "") return plain;
  }
  return null;
}

/** Makers without one write 0, or the same filler into every monitor. */
function serialNumber(edid: Buffer): string | null {
  const number = edid.readUInt32LE(12);
  return number === 0 || number === 0x01010101 || number === 0xffffffff ? null : `${number}`;
}
