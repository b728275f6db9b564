import { readConfig } from "../../main/adapters/system/config.ts";
import type { TargetRequest } from "../../shared/contract/agent.ts";
import { findRepository } from "./repository.ts";

/**
 * Whose logins the agent asks for (R14): what was named explicitly, else the repository that it works in, so that
 * agents in worktrees of one repository share its logins, else the configured default.
 * @param key explicit target
 * @throws DockError `CONFIG_INVALID` when the default is needed and the configuration can't be read
 */
export function resolveTarget(key: string | undefined, directory: string, configFile: string): TargetRequest {
  if (key !== undefined) return { key, source: "override" };
  const repository = findRepository(directory);
  if (repository) return { key: repository.root, source: "repository", worktree: repository.worktree };
  return { key: readConfig(configFile).agents.defaultTarget, source: "default" };
}
