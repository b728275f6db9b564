import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

export interface Repository {
  /** Real path of the repository; the same for all its worktrees. */
  readonly root: string;
  /** Real path of the checkout that `directory` is in. */
  readonly worktree: string;
}

/**
 * The Git repository that a directory is in, found without running git: an agent's wrapper may be started where
 * git isn't installed, and a repository's configuration could make git run programs.
 * @returns null outside of a repository
 */
export function findRepository(directory: string): Repository | null {
  for (let at = realpathSync(directory); ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found) return found;
    if (at === dirname(at)) return null;
  }
}

function repositoryAt(worktree: string): Repository | null {
  const dotGit = join(worktree, ".git");
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return { root: worktree, worktree };
  if (!stat?.isFile()) return null;
  const pointer = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1];
  if (pointer === undefined) return null;
  const common = commonDirectory(resolve(worktree, pointer.trim()));
  // A submodule has a .git file as well, but shares its history with nobody: it is a repository of its own.
  if (common === null) return { root: worktree, worktree };
  // A bare repository has no checkout of its own; it is named by its own directory.
  return { root: basename(common) === ".git" ? dirname(common) : common, worktree };
}

/** gitrepository-layout(5): only the private directory of a worktree has a file `commondir`. */
function commonDirectory(gitDirectory: string): string | null {
  try {
    return realpathSync(resolve(gitDirectory, readFileSync(join(gitDirectory, "commondir"), "utf8").trim()));
  } catch {
    return null;
  }
}
