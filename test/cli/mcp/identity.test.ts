import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fromPs, startFromStat } from "../../../src/cli/mcp/host-process.ts";
import { agentCalls } from "../../../src/shared/contract/agent.ts";
import { until } from "../../support/until.ts";
import { FakeControlRoom } from "../fake-control-room.ts";
import { callTool, connectMcp } from "../mcp-client.ts";
import { cliEntry, cliEnvironment, ended, runCli, startCli, temporaryHome } from "../run-cli.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const agentsSeenBy = (room: FakeControlRoom) =>
  room.callsOf("agent/hello").map(({ params }) => agentCalls.hello.input.parse(params).agent);

describe("an agent without a name", () => {
  test("is the wrapper of the program that started it, by pid and start", async () => {
    await using room = await FakeControlRoom.open(home.path);
    await using agent = await connectMcp({ home: home.path });
    await callTool(agent.client, "session_status");
    const [seen] = agentsSeenBy(room);
    expect(seen?.name).not.toBe("");
    expect(seen?.id).toMatch(new RegExp(`^.+@${process.pid}:\\d+/${agent.pid}:\\d+$`));
  });

  test("is one of ten when ten start from one directory", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const agents = await Promise.all(Array.from({ length: 10 }, () => connectMcp({ home: home.path })));
    await Promise.all(agents.map(({ client }) => callTool(client, "session_status")));
    expect(new Set(agentsSeenBy(room).map(({ id }) => id)).size).toBe(10);
    await Promise.all(agents.map(({ client }) => client.close()));
  });

  test("stays the same after the control room was away", async () => {
    await using agent = await connectMcp({ home: home.path });
    const ids: (string | undefined)[] = [];
    for (let start = 0; start < 2; start += 1) {
      await using room = await FakeControlRoom.open(home.path);
      // A call may still find the connection that has just ended; it is answered so, and the next one reconnects.
      await until("the wrapper's hello", async () => {
        await callTool(agent.client, "session_status");
        return agentsSeenBy(room).length > 0;
      });
      ids.push(agentsSeenBy(room)[0]?.id);
    }
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
  });
});

describe("an agent with a name", () => {
  test("has it from the environment too, and the option counts more", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const environment = { SESSIONDOCK_AGENT: "from-environment" };
    await using first = await connectMcp({ home: home.path, environment });
    await using second = await connectMcp({ home: home.path, environment, args: ["--agent", "from-option"] });
    await callTool(first.client, "session_status");
    await callTool(second.client, "session_status");
    expect(agentsSeenBy(room).map(({ id }) => id)).toEqual(["from-environment", "from-option"]);
  });

  test("needs no parent process", async () => {
    await using room = await FakeControlRoom.open(home.path);
    await using agent = await connectMcp({ home: home.path, args: ["--agent", "ada", "--host-pid", "1"] });
    await callTool(agent.client, "session_status");
    expect(agentsSeenBy(room)).toEqual([{ id: "ada", name: "ada" }]);
  });

  test("that is empty is wrong usage", async () => {
    expect(await runCli(["mcp", "--agent", " "], { home: home.path })).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("an agent whose host can't be told from others", () => {
  test("is refused with exit code 2 and the reason, though it has called nothing", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const child = startCli(["mcp", "--host-pid", "1", "--identity-budget-ms", "300"], { home: home.path });
    const { code, stderr } = await ended(child);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^IDENTITY_UNRESOLVED: .*pid 1.*tried for 0.3 s\nWhat to do: Pass --agent NAME/);
    expect(room.connections).toBe(0);
  });

  test("is refused when its parent has ended and it was adopted", async () => {
    // The shell ends at once, so that the wrapper is nobody's child. Its input is a pipe that it holds open itself.
    const orphan = 'mkfifo in && exec 3<>in && "$@" <&3 & exit 0';
    const args = [cliEntry, "mcp", "--identity-budget-ms", "1500"];
    const child: ChildProcessWithoutNullStreams = spawn("sh", ["-c", orphan, "sh", process.execPath, ...args], {
      cwd: home.path,
      env: cliEnvironment({ home: home.path }),
    });
    // The exit code is the shell's; that all pipes are closed shows that the wrapper has ended.
    expect((await ended(child)).stderr).toMatch(/^IDENTITY_UNRESOLVED: /);
  });

  test("gets the reason as the answer to a call that was waiting", async () => {
    const child = startCli(["mcp", "--host-pid", "1", "--identity-budget-ms", "1500"], { home: home.path });
    const end = ended(child);
    const call = { method: "tools/call", params: { name: "session_status", arguments: {} } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, ...call })}\n`);
    const { code, stdout } = await end;
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      result: { isError: true, structuredContent: { outcome: "not_sent", error: { code: "IDENTITY_UNRESOLVED" } } },
    });
  });
});

describe("the start of a process", () => {
  test("is field 22 on Linux, whatever its name is", () => {
    const rest = "S 1 7 7 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 11 0 8811 999 100";
    expect(startFromStat(`42 (a) b (c) ${rest}`)).toBe("8811");
    expect(startFromStat("42 (cut off) S 1")).toBeNull();
  });

  test("is read from ps elsewhere", () => {
    expect(fromPs(42, "Mon Jan  5 09:07:03 2026     /Applications/My App.app/Contents/MacOS/My App\n")).toMatchObject({
      name: "My App",
      start: String(new Date(2026, 0, 5, 9, 7, 3).getTime() / 1000),
    });
    expect(fromPs(42, "")).toBeNull();
  });
});
