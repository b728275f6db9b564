import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configJsonSchema, schemaDocument } from "../../scripts/write-config-schema.ts";
import { parseConfig } from "../../src/main/adapters/system/config.ts";

describe("docs/config.schema.json", () => {
  it("is made from the schema that the file is read with; `node scripts/write-config-schema.ts --write` brings it up to date", () => {
    expect(readFileSync(schemaDocument, "utf8")).toBe(configJsonSchema());
  });

  it("describes every field", () => {
    const field = z.object({ description: z.string() });
    const section = z.object({ properties: z.record(z.string(), field) });
    const { properties } = z
      .object({ properties: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(configJsonSchema()));
    const isSection = (value: unknown) => !field.safeParse(value).success;
    const sections = Object.entries(properties).filter(([, value]) => isSection(value));
    for (const [name, value] of sections) expect(section.safeParse(value).error?.issues, name).toBeUndefined();
    expect(sections.map(([name]) => name)).toEqual(["slots", "browser", "wall", "agents", "limits"]);
  });

  it("may be named by the file", () => {
    expect(parseConfig('{ "$schema": "./config.schema.json" }', "c").slots.count).toBe(25);
  });
});
