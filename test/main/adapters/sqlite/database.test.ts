import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../src/main/adapters/sqlite/database.ts";
import { migrations } from "../../../../src/main/adapters/sqlite/migrations.ts";
import { openStore } from "../../../../src/main/adapters/sqlite/store.ts";

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-sqlite-"));
  file = join(directory, "db.sqlite");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Name and content of everything in the directory. */
function contents(): Record<string, string> {
  const digest = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(directory, name)))
      .digest("hex");
  return Object.fromEntries(readdirSync(directory).map((name) => [name, digest(name)]));
}

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** A database with some hundred rows, closed. */
function fill(): void {
  const store = openStore(file);
  for (let index = 0; index < 400; index += 1) store.appendEvent(1, "filled", "x".repeat(200), index);
  store.close();
}

/** The same, as a killed control room leaves it: with a log that was not run into it. */
function fillAndKill(): void {
  fill();
  const store = openStore(file);
  store.appendEvent(1, "last", "only in the log", 1);
  copyFileSync(file, join(directory, "copy"));
  copyFileSync(`${file}-wal`, join(directory, "copy-wal"));
  store.close();
  copyFileSync(join(directory, "copy"), file);
  copyFileSync(join(directory, "copy-wal"), `${file}-wal`);
  for (const name of ["copy", "copy-wal"]) rmSync(join(directory, name));
}

/** Overwrites the third page. */
function damage(): void {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 2 * 4096, 3 * 4096);
  writeFileSync(file, bytes);
}

describe("a database", () => {
  it("is made from nothing, or from the empty file that a kill at its birth left", () => {
    writeFileSync(file, "");
    const { durable, quick } = openDatabase(file);
    expect(durable.pragma("user_version", { simple: true })).toBe(migrations.length);
    quick.close();
    durable.close();
  });

  it("is opened again with what was in it, and no migration is run twice", () => {
    fill();
    const store = openStore(file);
    expect(store.recentEvents(1000)).toHaveLength(400);
    store.close();
  });

  it("has in it what only the log holds after a kill", () => {
    fillAndKill();
    const store = openStore(file);
    expect(store.recentEvents(1)).toMatchObject([{ kind: "last" }]);
    store.close();
  });

  it("writes changes of control through to the disk, and the rest at the speed of the log (R1)", () => {
    const { durable, quick } = openDatabase(file);
    const full = 2;
    const normal = 1;
    expect(durable.pragma("synchronous", { simple: true })).toBe(full);
    expect(quick.pragma("synchronous", { simple: true })).toBe(normal);
    expect(durable.pragma("journal_mode", { simple: true })).toBe("wal");
    quick.close();
    durable.close();
  });

  it("that a newer program wrote is refused and left as it is", () => {
    fill();
    const newer = new Database(file);
    newer.pragma(`user_version = ${migrations.length + 1}`);
    newer.close();
    const before = contents();
    expect(thrown(() => openStore(file))).toMatchObject({ code: "DATABASE_TOO_NEW" });
    expect(contents()).toEqual(before);
  });
});

describe("a file that can't be trusted is refused and left byte for byte as it is:", () => {
  const cases: readonly (readonly [string, () => void])[] = [
    ["something else", () => writeFileSync(file, "this is no database, but somebody's notes\n".repeat(200))],
    ["a few bytes", () => writeFileSync(file, "SQLite")],
    [
      "a truncated database",
      () => {
        fill();
        truncateSync(file, 3 * 4096 + 100);
      },
    ],
    [
      "a database with a page of nonsense",
      () => {
        fill();
        damage();
      },
    ],
    [
      "a damaged database with a log beside it",
      () => {
        fillAndKill();
        damage();
      },
    ],
  ];

  it.each(cases)("%s", (_, make) => {
    make();
    const before = contents();
    expect(thrown(() => openStore(file))).toMatchObject({ code: "DATABASE_CORRUPT" });
    const after = contents();
    // The index of a log is SQLite's own scratch file and holds nothing.
    delete after["db.sqlite-shm"];
    expect(after).toEqual(before);
  });
});
