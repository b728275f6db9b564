import Database from "better-sqlite3";

/**
 * One control room a home directory (R12). The lock is the kernel's, taken through SQLite: it is gone with its
 * process however that ends, so there is no stale lock to judge.
 * @returns null when another control room holds it
 */
export function takeHomeLock(file: string): { release(): void } | null {
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}
