import { fileURLToPath } from "node:url";

/** The repository's root, without a slash at the end. */
export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Chrome refuses to sandbox its pages for this user. */
export const isRoot = process.getuid?.() === 0;
