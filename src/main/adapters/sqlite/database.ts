import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { DockError } from "../../../shared/errors.ts";
import { migrations } from "./migrations.ts";

/**
 * Two connections to one file: changes of control are written with `synchronous=FULL`, so that an epoch survives a
 * power cut (R1); what comes at a high rate survives a killed process, which needs no wait for the disk.
 */
export interface Connections {
  readonly durable: Database.Database;
  readonly quick: Database.Database;
}

/**
 * Opens, checks and migrates the database. A file that can't be trusted is left exactly as it is.
 * @throws DockError `DATABASE_CORRUPT`, `DATABASE_TOO_NEW`, `DISK_FULL`
 */
export function openDatabase(file: string): Connections {
  if (existsSync(file) && statSync(file).size > 0) inspect(file);
  const durable = guard(file, () => connect(file, "FULL"));
  try {
    guard(file, () => migrate(durable));
    return { durable, quick: guard(file, () => connect(file, "NORMAL")) };
  } catch (error) {
    durable.close();
    throw error;
  }
}

function connect(file: string, synchronous: "FULL" | "NORMAL"): Database.Database {
  const database = new Database(file, { timeout: 2000 });
  database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma("foreign_keys = ON");
  return database;
}

/**
 * Looks at a file without writing to it: even opening it for writing would run its log into it when it is closed.
 * @throws DockError `DATABASE_CORRUPT`, `DATABASE_TOO_NEW`
 */
function inspect(file: string): void {
  refuseForeignFile(file);
  const companions = [`${file}-wal`, `${file}-shm`].filter((path) => !existsSync(path));
  try {
    guard(file, () => {
      const database = new Database(file, { readonly: true, timeout: 2000 });
      try {
        refuseDamaged(database, file);
        refuseTooNew(database, file);
      } finally {
        database.close();
      }
    });
  } catch (error) {
    // What SQLite put beside it for reading only.
    for (const path of companions) rmSync(path, { force: true });
    throw error;
  }
}

/** SQLite itself would take a short file for a new database and write over it. */
function refuseForeignFile(file: string): void {
  const header = Buffer.alloc(16);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, 16, 0);
  closeSync(descriptor);
  if (header.toString("latin1") !== "SQLite format 3\0") {
    throw new DockError("DATABASE_CORRUPT", `${file} is not a SQLite database. It was not changed.`);
  }
}

function refuseDamaged(database: Database.Database, file: string): void {
  const answer = database.pragma("quick_check(1)", { simple: true });
  if (answer === "ok") return;
  throw new DockError("DATABASE_CORRUPT", `${file} is damaged (${String(answer)}). It was not changed.`);
}

function refuseTooNew(database: Database.Database, file: string): void {
  const version = versionOf(database);
  if (version <= migrations.length) return;
  throw new DockError(
    "DATABASE_TOO_NEW",
    `${file} has version ${version}; this program knows up to ${migrations.length}.`,
  );
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

function migrate(database: Database.Database): void {
  const version = versionOf(database);
  migrations.slice(version).forEach((sql, index) => {
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version + index + 1}`);
    })();
  });
}

/** Turns SQLite's own failures into ours. @throws DockError */
export function guard<Result>(file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof DockError) throw error;
    const code = error instanceof Database.SqliteError ? error.code : "";
    if (code.startsWith("SQLITE_FULL") || code.startsWith("SQLITE_IOERR_WRITE")) {
      throw new DockError("DISK_FULL", `${file} can't be written: ${String(error)}`, { cause: error });
    }
    if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) {
      throw new DockError("DATABASE_CORRUPT", `${file} is damaged: ${String(error)}. It was not changed.`, {
        cause: error,
      });
    }
    throw error;
  }
}
