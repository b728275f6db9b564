/** Whose logins an agent asks for (R14), as its wrapper found out. */
export interface AskedTarget {
  readonly key: string;
  readonly source: "override" | "repository" | "default";
  /** The checkout that it works in; absent outside of a repository. */
  readonly worktree?: string | undefined;
}

/** For a repository: whether its worktrees share one login target, or each is one of its own. */
export type WorktreeRule = "share" | "separate";

/**
 * The login target that an agent gets. A name that was given explicitly is taken as it is; the repository's own checkout
 * is the repository in either case.
 * @param rule of the repository; `share` where the configuration says nothing
 */
export function targetKey({ key, source, worktree }: AskedTarget, rule: WorktreeRule): string {
  return source === "repository" && rule === "separate" && worktree !== undefined ? worktree : key;
}
