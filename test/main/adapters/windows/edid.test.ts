import { describe, expect, it } from "vitest";
import { identityFromEdid } from "../../../../src/main/adapters/windows/edid.ts";
import { buildEdid } from "../../../support/edid.ts";

describe("who a monitor says that it is", () => {
  it("is its maker, product and serial number", () => {
    expect(identityFromEdid(buildEdid({ maker: "DEL", product: 0xa0c4, serial: 0x4d30314c }))).toBe(
      "DEL-A0C4-1295003980",
    );
  });

  it("prefers the serial number that is written on it", () => {
    const edid = buildEdid({ maker: "GSM", product: 0x5b, serial: 17, serialText: "7MT 0158/M" });
    expect(identityFromEdid(edid)).toBe("GSM-005B-7MT_0158_M");
  });

  it("is the same with further blocks behind it", () => {
    const edid = buildEdid({ maker: "DEL", product: 0xa0c4, serial: 5 });
    expect(identityFromEdid(Buffer.concat([edid, Buffer.alloc(128)]))).toBe("DEL-A0C4-5");
  });

  it("is unknown where it names no serial number, or the filler of its maker", () => {
    expect(identityFromEdid(buildEdid({ maker: "BOE", product: 0x812, serial: 0 }))).toBeNull();
    expect(identityFromEdid(buildEdid({ maker: "SAM", product: 0x812, serial: 0x01010101 }))).toBeNull();
    expect(identityFromEdid(buildEdid({ maker: "BOE", product: 0x812, serial: 0, serialText: "   " }))).toBeNull();
  });

  it("is unknown where the block is short, damaged, or something else", () => {
    const edid = buildEdid({ maker: "DEL", product: 0xa0c4, serial: 5 });
    const damaged = Buffer.from(edid);
    damaged.writeUInt8(6, 12);
    expect(identityFromEdid(edid.subarray(0, 127))).toBeNull();
    expect(identityFromEdid(damaged)).toBeNull();
    expect(identityFromEdid(Buffer.alloc(128))).toBeNull();
  });
});
