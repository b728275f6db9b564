import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callTool, connectMcp } from "../../cli/mcp-client.ts";
import { temporaryHome } from "../../cli/run-cli.ts";
import { openSocketProxy } from "../../support/socket-proxy.ts";
import { openSocketRoom, type SocketRoom } from "../../support/socket-room.ts";
import { until } from "../../support/until.ts";

/** Real wrapper processes at the real control socket; behind it the real control room on fakes, whose clock stands still. */
const grace = 10_000;
let opened: SocketRoom;

async function open(slots: number, cap: number): Promise<void> {
  opened = await openSocketRoom({ slots, cap, reconnectGraceMs: grace });
}

afterEach(() => opened[Symbol.asyncDispose]());

const start = (...args: string[]) => connectMcp({ home: opened.room.directory, args });
const holderOf = async (slot: number) => (await opened.room.slot(slot)).holder;

describe("ten wrappers that are started at once from one directory", () => {
  beforeEach(() => open(12, 10));

  it("are ten agents: each has an identity of its own, and none gets what another one holds", async () => {
    const targets = Array.from({ length: 10 }, (_, index) => `login ${index}`);
    const agents = await Promise.all(targets.map((target) => start("--target", target)));
    const answers = await Promise.all(agents.map(({ client }) => callTool(client, "browser_snapshot")));
    expect(new Set(answers.map(({ facts }) => facts.slot)).size).toBe(10);
    const { slots } = await opened.room.snapshot();
    const leases = slots.flatMap(({ holder }) => (holder.kind === "agent" ? [holder.leaseId] : []));
    expect(new Set(leases).size).toBe(10);
    const identities = opened.room.store.slots().flatMap(({ control: { holder } }) => {
      return holder.kind === "agent" ? [holder.lease.agentId] : [];
    });
    expect(new Set(identities).size).toBe(10);
    await Promise.all(agents.map(({ client }) => client.close()));
  });
});

describe("a wrapper", () => {
  beforeEach(() => open(4, 2));

  it("that is quiet for two hours keeps its slot, and its connection answers all the time (R16)", async () => {
    await using agent = await start("--agent", "ada", "--target", "shop");
    expect((await callTool(agent.client, "browser_snapshot")).facts).toMatchObject({ outcome: "done", slot: 1 });
    const { lastActivityAt, since } = await opened.room.slot(1);
    // Each heartbeat is a question to another process: it has to come back before the clock goes on.
    for (let beat = 0; beat < 3; beat += 1) {
      await opened.room.advance(10_000);
      const asked = opened.room.world.clock.now();
      await until("the heartbeat", async () => ((await opened.room.slot(1)).lastHeartbeatAt ?? 0) >= asked);
    }
    await opened.room.advance(7_200_000);
    expect(await opened.room.slot(1)).toMatchObject({ epoch: 1, holder: { kind: "agent" }, lastActivityAt, since });
    expect((await callTool(agent.client, "browser_snapshot")).facts).toMatchObject({ outcome: "done", epoch: 1 });
  });

  it("that is killed is parked after the grace; its slot is usable again when it is back and the person says so", async () => {
    const agent = await start("--agent", "ada", "--target", "shop");
    await callTool(agent.client, "browser_snapshot");
    process.kill(agent.pid, "SIGKILL");
    await until("the loss", async () => (await opened.room.slot(1)).connectionLost);
    await opened.room.advance(grace - 1);
    expect(await holderOf(1)).toMatchObject({ kind: "agent" });
    await opened.room.advance(1_000);
    expect(await holderOf(1)).toMatchObject({ kind: "parked", isBack: false });
    await using again = await start("--agent", "ada", "--target", "shop");
    const call = callTool(again.client, "browser_snapshot");
    await until("it to be back", async () => {
      const holder = await holderOf(1);
      return holder.kind === "parked" && holder.isBack;
    });
    await opened.room.unpark(1);
    expect((await call).facts).toMatchObject({ outcome: "done", slot: 1, control_returned: { note: null } });
  });

  it("that is killed leaves a slot that the person's release makes usable for another agent", async () => {
    const agent = await start("--agent", "ada", "--target", "shop");
    await callTool(agent.client, "browser_snapshot");
    process.kill(agent.pid, "SIGKILL");
    await until("the loss", async () => (await opened.room.slot(1)).connectionLost);
    await opened.room.advance(grace);
    await opened.room.release(1);
    await opened.room.advance(1_000);
    await using other = await start("--agent", "ben", "--target", "shop");
    expect((await callTool(other.client, "browser_snapshot")).facts).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("whose connection is cut comes back by itself as the same agent, with the same lease under the same epoch", async () => {
    using home = temporaryHome();
    await using proxy = await openSocketProxy(home.path, opened.paths);
    // Without a name: it is known by its host and its own process.
    await using agent = await connectMcp({ home: home.path, args: ["--target", "shop"] });
    await callTool(agent.client, "browser_snapshot");
    const before = await holderOf(1);
    proxy.cut();
    await until(
      "it to be back",
      async () => proxy.taken() === 2 && (await opened.room.slot(1)).connectionLost === null,
    );
    await opened.room.advance(10 * grace);
    expect(await holderOf(1)).toEqual(before);
    expect((await callTool(agent.client, "browser_snapshot")).facts).toMatchObject({ outcome: "done", epoch: 1 });
    expect(opened.room.store.recentEvents(20).map(({ kind }) => kind)).toContain("connection_back");
  });
});

describe("agents in two worktrees of one repository (R14)", () => {
  let repository: ReturnType<typeof temporaryHome>;
  let shop: string;
  let feature: string;

  beforeEach(() => {
    repository = temporaryHome();
    shop = join(repository.path, "shop");
    feature = join(repository.path, "shop-feature");
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], {
        cwd,
        stdio: "ignore",
      });
    mkdirSync(shop);
    git(shop, "init");
    git(shop, "commit", "--allow-empty", "-m", "first");
    git(shop, "worktree", "add", feature);
  });

  afterEach(() => repository[Symbol.dispose]());

  const inDirectory = (cwd: string) => connectMcp({ home: opened.room.directory, cwd, args: ["--wait", "600"] });

  it("share its login unless the configuration says otherwise; the slot shows from which one its agent is", async () => {
    await open(4, 2);
    await using ada = await inDirectory(feature);
    await callTool(ada.client, "browser_snapshot");
    expect(await opened.room.slot(1)).toMatchObject({ target: shop, worktree: feature });
    const granted = opened.room.store.recentEvents(20).find(({ kind }) => kind === "granted");
    expect(granted?.text).toContain(`from the worktree ${feature}`);
    await using ben = await inDirectory(shop);
    const waiting = callTool(ben.client, "browser_snapshot");
    await until("it to wait", async () =>
      (await opened.room.snapshot()).queue.find(({ code }) => code === "target_busy"),
    );
    await callTool(ada.client, "session_release");
    expect((await waiting).facts).toMatchObject({ outcome: "done", slot: 1 });
    expect(await opened.room.slot(1)).toMatchObject({ target: shop, worktree: shop });
  });

  it("have a login each where it says that they are separate", async () => {
    const targets = new Map([[shop, { sites: [], conflictKeys: [], worktrees: "separate" as const }]]);
    opened = await openSocketRoom({ slots: 4, cap: 2, targets });
    await using ada = await inDirectory(feature);
    await using ben = await inDirectory(shop);
    await callTool(ada.client, "browser_snapshot");
    await callTool(ben.client, "browser_snapshot");
    expect((await opened.room.snapshot()).slots.slice(0, 2).map(({ target }) => target)).toEqual([feature, shop]);
  });
});
