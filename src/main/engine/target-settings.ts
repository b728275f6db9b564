import type { WorktreeRule } from "../../core/slot/target.ts";

/** What the configuration says about one login target. */
export interface TargetSettings {
  /** Hosts, each standing for its subdomains too; their cookies tell whether a login has survived. */
  readonly sites: readonly string[];
  /** R30: where the person logs in. */
  readonly login?: string | undefined;
  /** R30: stands there only while somebody is logged in. */
  readonly mark?: PageMark | undefined;
  /** R7: tells whether an action took effect. */
  readonly check?: PageMark | undefined;
  /** R14, for a repository: whether its worktrees share this target. */
  readonly worktrees?: WorktreeRule | undefined;
  /** R17: what two targets must not use at the same time. */
  readonly conflictKeys: readonly string[];
}

/** A page, and what stands on it: a text, or an element by its selector. */
export interface PageMark {
  readonly url: string;
  readonly text?: string | undefined;
  readonly selector?: string | undefined;
}
