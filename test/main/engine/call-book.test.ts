import { beforeEach, describe, expect, it } from "vitest";
import { CallBook } from "../../../src/main/engine/call-book.ts";
import type { ToolContent, ToolResult } from "../../../src/shared/contract/agent.ts";

let book: CallBook;
let epoch: number | null;
let runs: string[];

beforeEach(() => {
  book = new CallBook();
  epoch = 3;
  runs = [];
});

type Content = readonly ToolContent[];

const page: Content = [{ type: "text", text: "what the page showed" }];

function result(actionId: string, content: Content, outcome: ToolResult["facts"]["outcome"] = "done"): ToolResult {
  return { content: [...content], facts: { action_id: actionId, slot: 1, epoch: 3, outcome, evidence: "it was seen" } };
}

function call(actionId: string, tool = "browser_click", input: Readonly<Record<string, unknown>> = { target: "e1" }) {
  return { actionId, tool, arguments: input };
}

/** Asks once; the call is carried out at once when it is carried out at all. */
function ask(asked: ReturnType<typeof call>, content = page): Promise<ToolResult> {
  return book.once(
    asked,
    async () => {
      runs.push(asked.actionId);
      return result(asked.actionId, content, "unknown");
    },
    () => epoch,
  );
}

describe("the calls of a session (R6)", () => {
  it("are attached to while they run, and run once", async () => {
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    const first = book.once(
      call("one"),
      () => promise,
      () => epoch,
    );
    const second = ask(call("one"));
    resolve(result("one", page));
    expect((await first).facts.repeated).toBeUndefined();
    expect(await second).toEqual({
      content: page,
      facts: { ...result("one", page).facts, repeated: "attached" },
    });
    expect(runs).toEqual([]);
  });

  it("are replayed with everything once they are over", async () => {
    await ask(call("one"));
    expect(await ask(call("one"))).toMatchObject({
      content: page,
      facts: { repeated: "replayed", outcome: "unknown" },
    });
    expect(runs).toEqual(["one"]);
  });

  it.each([
    ["another tool", call("one", "browser_hover")],
    ["other arguments", call("one", "browser_click", { target: "e2" })],
  ])("are refused under a used id with %s, and nothing is run", async (_, other) => {
    await ask(call("one"));
    expect((await ask(other)).facts).toMatchObject({ outcome: "not_sent", error: { code: "ACTION_ID_REUSED" } });
    expect((await ask(call("one"))).facts.repeated).toBe("replayed");
    expect(runs).toEqual(["one"]);
  });

  it.each([
    ["is another one", 4],
    ["is nobody's", null],
  ])("tell only what became of the action when the epoch %s now", async (_, now) => {
    await ask(call("one"));
    epoch = now;
    const { content, facts } = await ask(call("one"));
    expect(facts).toMatchObject({ outcome: "unknown", repeated: "expired", evidence: "it was seen" });
    expect(facts.error).toMatchObject({ code: "ACTION_EXPIRED", retry: "never" });
    expect(JSON.stringify(content)).not.toContain("what the page showed");
    expect(runs).toEqual(["one"]);
  });

  it("are not replayed when control had changed before they ended, even if the epoch is nobody's again", async () => {
    epoch = null;
    await ask(call("one"));
    expect((await ask(call("one"))).facts.repeated).toBe("expired");
  });
});

describe("a session's memory", () => {
  it("keeps the newest 64 calls; an older one is expired, with its outcome, and never run again", async () => {
    const ids = Array.from({ length: 65 }, (_, index) => `call ${index}`);
    for (const id of ids) await ask(call(id));
    expect((await ask(call("call 0"))).facts).toMatchObject({ outcome: "unknown", repeated: "expired" });
    expect((await ask(call("call 1"))).facts.repeated).toBe("replayed");
    expect(runs).toEqual(ids);
  });

  it("keeps no more than 8 million characters of text and pictures", async () => {
    const picture: Content = [{ type: "image", data: "x".repeat(3_000_000), mimeType: "image/png" }];
    const text: Content = [{ type: "text", text: "x".repeat(3_000_000) }];
    await ask(call("oldest"), picture);
    await ask(call("older"), text);
    await ask(call("newest"), picture);
    expect((await ask(call("oldest"))).facts.repeated).toBe("expired");
    expect((await ask(call("older"))).facts.repeated).toBe("replayed");
    expect((await ask(call("newest"))).facts.repeated).toBe("replayed");
    expect(runs).toHaveLength(3);
  });

  it("does not forget a call that still runs, however many come after it", async () => {
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    const running = book.once(
      call("slow"),
      () => promise,
      () => epoch,
    );
    for (let index = 0; index < 70; index += 1) await ask(call(`call ${index}`));
    const again = ask(call("slow"));
    resolve(result("slow", page));
    await running;
    expect((await again).facts.repeated).toBe("attached");
    expect(runs).not.toContain("slow");
  });
});
