/** What a monitor tells of itself, as far as it identifies it. */
export interface MonitorIdentity {
  /** three capital letters */
  readonly maker: string;
  readonly product: number;
  readonly serial: number;
  /** as on the sticker; at most 13 characters */
  readonly serialText?: string;
}

/** The first block of an EDID (VESA E-EDID 1.4): header, identity, one text descriptor, and the sum that makes it valid. */
export function buildEdid({ maker, product, serial, serialText }: MonitorIdentity): Buffer {
  const edid = Buffer.alloc(128);
  edid.set([0, 255, 255, 255, 255, 255, 255, 0]);
  const letters = [...maker].reduce((packed, letter) => (packed << 5) | (letter.charCodeAt(0) - 64), 0);
  edid.writeUInt16BE(letters, 8);
  edid.writeUInt16LE(product, 10);
  edid.writeUInt32LE(serial, 12);
  edid.set([1, 4], 18); // version
  edid.set([0x02, 0x3a, 0x80, 0x18], 54); // a detailed timing: no text
  if (serialText !== undefined) {
    edid.set([0, 0, 0, 0xff, 0], 72);
    edid.write(`${serialText}\n`.padEnd(13, " ").slice(0, 13), 77, "latin1");
  }
  const sum = edid.reduce((total, byte) => total + byte, 0);
  edid.writeUInt8((256 - (sum % 256)) % 256, 127);
  return edid;
}
