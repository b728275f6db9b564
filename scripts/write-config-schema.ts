import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { configSchema } from "../src/main/adapters/system/config-schema.ts";

/** `node scripts/write-config-schema.ts` prints the JSON Schema of the configuration; with `--write` it goes into docs. */
export const schemaDocument = fileURLToPath(new URL("../docs/config.schema.json", import.meta.url));

/** Made from the schema that the file is read with, so the two can't differ. */
export function configJsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: "input" });
  return `${JSON.stringify({ $schema, title: "Configuration of SessionDock", ...schema }, null, 2)}\n`;
}

if (import.meta.main) {
  if (process.argv[2] === "--write") writeFileSync(schemaDocument, configJsonSchema());
  else process.stdout.write(configJsonSchema());
}
