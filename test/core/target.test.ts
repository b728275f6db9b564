import { describe, expect, it } from "vitest";
import { targetKey } from "../../src/core/slot/target.ts";

const asked = { key: "/repos/shop", source: "repository", worktree: "/repos/shop-feature" } as const;

describe("the login target of an agent in a worktree (R14)", () => {
  it("is the repository's where its worktrees share one, and its own where they are separate", () => {
    expect(targetKey(asked, "share")).toBe("/repos/shop");
    expect(targetKey(asked, "separate")).toBe("/repos/shop-feature");
    expect(targetKey({ ...asked, worktree: "/repos/shop" }, "separate")).toBe("/repos/shop");
  });

  it("is what was named, whatever the rule", () => {
    expect(targetKey({ key: "bank", source: "override", worktree: "/repos/x" }, "separate")).toBe("bank");
    expect(targetKey({ key: "default", source: "default" }, "separate")).toBe("default");
  });
});
