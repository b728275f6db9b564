import { createCipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Canaries, type CanaryKind, canaryKinds } from "./canaries.ts";

/**
 * Which canaries stand in any byte or name of the files below the directories, and in which of them. Looked for as
 * UTF-8 and as UTF-16; a cookie's value also as Chrome encrypts it, which is always the same with the pinned store.
 * @param host of the site, for the cookie
 */
export function findCanaries(
  directories: readonly string[],
  canaries: Canaries,
  host: string,
): ReadonlyMap<CanaryKind, readonly string[]> {
  const found = new Map<CanaryKind, string[]>();
  for (const directory of directories.filter((each) => existsSync(each))) {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? readIfThere(path) : Buffer.alloc(0);
      for (const kind of canaryKinds) {
        const isThere = path.includes(canaries[kind]) || needlesOf(kind, canaries[kind], host).some(isIn(bytes));
        if (isThere) found.set(kind, [...(found.get(kind) ?? []), path]);
      }
    }
  }
  return found;
}

function isIn(bytes: Buffer): (needle: Buffer) => boolean {
  return (needle) => bytes.includes(needle);
}

function needlesOf(kind: CanaryKind, canary: string, host: string): readonly Buffer[] {
  const plain = [Buffer.from(canary, "utf8"), Buffer.from(canary, "utf16le"), Buffer.from(canary, "utf16le").swap16()];
  return kind === "cookie" ? [...plain, encryptedCookie(canary, host)] : plain;
}

/** Chrome's `v10`: AES-128-CBC with a key and a start that are the same everywhere, over the host's hash and the value. */
function encryptedCookie(value: string, host: string): Buffer {
  const key = pbkdf2Sync("peanuts", "saltysalt", 1, 16, "sha1");
  const cipher = createCipheriv("aes-128-cbc", key, Buffer.alloc(16, " "));
  const hash = createHash("sha256").update(host).digest();
  return Buffer.concat([Buffer.from("v10"), cipher.update(Buffer.concat([hash, Buffer.from(value)])), cipher.final()]);
}

/** A file of a Chrome that lives may go at any moment. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
