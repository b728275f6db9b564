import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resolveTarget } from "../../../src/cli/mcp/target.ts";
import { agentCalls } from "../../../src/shared/contract/agent.ts";
import { FakeControlRoom } from "../fake-control-room.ts";
import { callTool, connectMcp } from "../mcp-client.ts";
import { temporaryHome } from "../run-cli.ts";

let home: ReturnType<typeof temporaryHome>;
let config: string;
beforeEach(() => {
  home = temporaryHome();
  config = join(home.path, "config.jsonc");
});
afterEach(() => home[Symbol.dispose]());

const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
function git(cwd: string, ...args: string[]): void {
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

function repository(name: string, ...options: string[]): string {
  const path = join(home.path, name);
  mkdirSync(path);
  git(path, "init", ...options);
  return path;
}

describe("the login target", () => {
  test("is the root of the repository, from any directory in it", () => {
    const shop = repository("shop");
    const deep = join(shop, "src", "deep");
    mkdirSync(deep, { recursive: true });
    expect(resolveTarget(undefined, deep, config)).toEqual({ key: shop, source: "repository", worktree: shop });
  });

  test("is the same in all worktrees of a repository, and the worktree is told", () => {
    const shop = repository("shop");
    git(shop, "commit", "--allow-empty", "-m", "first");
    const worktree = join(home.path, "shop-feature");
    git(shop, "worktree", "add", worktree);
    expect(resolveTarget(undefined, worktree, config)).toEqual({ key: shop, source: "repository", worktree });
  });

  test("of worktrees of a bare repository is the bare repository", () => {
    const source = repository("source");
    git(source, "commit", "--allow-empty", "-m", "first");
    git(home.path, "clone", "--bare", source, "bare.git");
    const worktree = join(home.path, "feature");
    git(join(home.path, "bare.git"), "worktree", "add", worktree);
    expect(resolveTarget(undefined, worktree, config).key).toBe(join(home.path, "bare.git"));
  });

  test("of a submodule is the submodule", () => {
    const parent = repository("parent");
    const part = join(parent, "part");
    mkdirSync(join(parent, ".git", "modules", "part"), { recursive: true });
    mkdirSync(part);
    writeFileSync(join(part, ".git"), "gitdir: ../.git/modules/part\n");
    expect(resolveTarget(undefined, part, config).key).toBe(part);
  });

  test("is the configured default outside of any repository", () => {
    expect(resolveTarget(undefined, home.path, config)).toEqual({ key: "default", source: "default" });
    writeFileSync(config, '{"agents": {"defaultTarget": "errands"}}');
    expect(resolveTarget(undefined, home.path, config)).toEqual({ key: "errands", source: "default" });
  });

  test("is what was named, before all else", () => {
    expect(resolveTarget("bank", repository("shop"), config)).toEqual({ key: "bank", source: "override" });
  });
});

test("an agent in a worktree asks for the logins of its repository", async () => {
  const shop = repository("shop");
  git(shop, "commit", "--allow-empty", "-m", "first");
  const worktree = join(home.path, "shop-feature");
  git(shop, "worktree", "add", worktree);
  await using room = await FakeControlRoom.open(home.path);
  await using agent = await connectMcp({ home: home.path, cwd: worktree });
  await callTool(agent.client, "session_status");
  const { params } = await room.next("agent/hello");
  expect(agentCalls.hello.input.parse(params).target).toEqual({ key: shop, source: "repository", worktree });
});

test("a broken configuration is told where the default target would be needed", async () => {
  writeFileSync(config, '{\n  "agents": oops\n}');
  await using agent = await connectMcp({ home: home.path });
  const { facts } = await callTool(agent.client, "session_status");
  expect(facts.error?.code).toBe("CONFIG_INVALID");
  expect(facts.error?.message).toContain(`${config}:2`);
});
