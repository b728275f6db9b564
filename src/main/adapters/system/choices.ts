import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { wallModes } from "../../../core/view/snapshot.ts";
import { privateFile } from "./files.ts";

/** What the person chose in the window; the configuration file is written only as they edit it. */
const choicesShape = z.object({
  browser: z.string().optional(),
  monitor: z.string().optional(),
  mode: z.enum(wallModes).optional(),
});
export type Choices = z.output<typeof choicesShape>;

export function openChoices(home: string): { read(): Choices; change(part: Choices): void } {
  const file = join(home, "choices.json");
  const read = (): Choices => {
    try {
      return choicesShape.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      // Absent or unreadable: the person is asked again, which loses nothing.
      return {};
    }
  };
  return { read, change: (part) => privateFile(file, JSON.stringify({ ...read(), ...part })) };
}
