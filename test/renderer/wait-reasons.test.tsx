import { describe, expect, it } from "vitest";
import { statusText } from "../../src/cli/status/status-text.ts";
import { Queue } from "../../src/renderer/frame/queue.tsx";
import { toolFacts } from "../../src/shared/contract/agent.ts";
import { openSocketRoom } from "../support/socket-room.ts";
import { waitScenarios } from "../support/wait-scenarios.ts";
import { drawText } from "./draw.ts";

/** Less than any of the scenarios lasts by itself. */
const waitMs = 2_000;

/** Durations go on between two looks; all else has to be the same. */
const timeless = (text: string) => text.replaceAll(/\d+ (s|min|h)\b/g, "some time");

describe("every reason to wait is told in the same words at every place (R11)", () => {
  it.each(Object.entries(waitScenarios))("%s", async (code, { settings, arrange }) => {
    await using opened = await openSocketRoom(settings);
    const { room } = opened;
    await arrange(room);
    const agent = await opened.mcpAgent("zoe", "shop", waitMs);
    const told = Promise.withResolvers<string>();
    const call = agent.callTool({ name: "browser_snapshot", arguments: {} }, undefined, {
      onprogress: ({ message }) => told.resolve(message ?? ""),
    });
    const progress = await told.promise;

    const snapshot = await room.snapshot();
    const waiter = snapshot.queue.find(({ agent: name }) => name === "zoe");
    expect(waiter).toMatchObject({ code });
    const sentence = waiter?.sentence ?? "none";
    // The agent, while it waits.
    expect(progress).toBe(`Place ${waiter?.position} in the queue. ${sentence}`);
    // The window, the command line, the event log.
    expect(drawText(<Queue queue={snapshot.queue} />)).toContain(sentence);
    expect(statusText(snapshot, Date.now(), { paint: (_, text) => text, columns: null })).toContain(sentence);
    expect(snapshot.events.map(({ text }) => text)).toContain(`zoe waits: ${sentence}`);

    // The agent, at its deadline: as data and as text.
    const [result] = await Promise.all([call, room.advance(waitMs)]);
    const { waiting, error, outcome } = toolFacts.parse(result.structuredContent);
    expect(outcome).toBe("not_sent");
    expect(error?.code).toBe("WAIT_DEADLINE");
    expect(waiting).toMatchObject({ code, waited_s: waitMs / 1_000 });
    expect(timeless(waiting?.sentence ?? "")).toBe(timeless(sentence));
    expect(error?.message).toBe(`No slot within 2 s. ${waiting?.sentence}`);
    expect(JSON.stringify(result.content)).toContain(JSON.stringify(waiting?.sentence).slice(1, -1));
    // Whether to ask again is said in one way, never in both.
    expect([waiting?.retry === false, waiting?.after_s !== undefined].filter(Boolean)).toHaveLength(1);
    expect(error?.hint).toContain(waiting?.retry === false ? "Do not ask again" : `again in ${waiting?.after_s} s`);
  });

  it("says beside a conflict key that undeclared conflicts are not covered (R17)", async () => {
    const { settings, arrange } = waitScenarios.conflict_key;
    await using opened = await openSocketRoom(settings);
    await arrange(opened.room);
    opened.room.agent("zoe", "shop").call("browser_snapshot");
    await opened.room.settle();
    const snapshot = await opened.room.snapshot();
    const words = "conflicts that nobody declared are not";
    expect(drawText(<Queue queue={snapshot.queue} />)).toContain(words);
    expect(statusText(snapshot, 0, { paint: (_, text) => text, columns: null })).toContain(words);
    expect(drawText(<Queue queue={[]} />)).not.toContain(words);
  });
});
