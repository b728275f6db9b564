import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { errorRules } from "../../shared/errors.ts";
import { type Check, fail, ok, type Surroundings } from "./check.ts";
import { sizeWords } from "./size-words.ts";

/**
 * The command line has no way into the database, on purpose. It looks at the outside of the file, and repeats
 * what a running control room says of the inside.
 */
export const databaseCheck: Check = {
  name: "Database",
  run: async ({ paths, room }) => {
    const problem = problemOf(room);
    if (problem) return fail(`the control room says ${problem.code}: ${problem.message}`, problem.hint);
    const file = await stat(paths.database).catch(() => null);
    if (!file) return ok(`${paths.database} is not there yet; the first start makes it`);
    const broken = errorRules.DATABASE_CORRUPT.hint;
    if (!file.isFile()) return fail(`${paths.database} is not a file`, broken);
    if (!(await hasSqliteHeader(paths.database))) return fail(`${paths.database} is not an SQLite 3 database`, broken);
    if (!(await isWritable(paths.database))) {
      return fail(
        `${paths.database} can't be written`,
        "Give it back to the user who runs SessionDock (chown, chmod u+w).",
      );
    }
    const inside = "snapshot" in room ? "the control room has it open" : "its inside is checked at the next start";
    return ok(`${paths.database}, ${sizeWords(file.size)}; ${inside}`);
  },
};

function problemOf(room: Surroundings["room"]) {
  const problems = "snapshot" in room ? room.snapshot.room.problems : [];
  return problems.find(({ code }) => code.startsWith("DATABASE_") || code === "DISK_FULL");
}

/** First 16 bytes of the file format: https://www.sqlite.org/fileformat2.html#the_database_header */
const header = Buffer.from("SQLite format 3\0", "latin1");

async function hasSqliteHeader(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(header.length), 0, header.length, 0);
    // A start that was cut off may leave an empty file, which SQLite takes as a new database.
    return bytesRead === 0 || buffer.equals(header);
  } finally {
    await file.close();
  }
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
