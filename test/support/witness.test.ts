import { describe, expect, it } from "vitest";
import { writtenAfterFence } from "./witness.ts";

function command(id: number, method: string, sessionId: string | null = null, params: object = {}) {
  return { id, method, sessionId, params: { ...params } };
}

const lease = [command(1, "Page.enable", "L"), command(2, "Input.dispatchMouseEvent", "L")];
const fence = command(9, "Browser.getVersion");

describe("the witness", () => {
  it("accuses a command of a lease that was written behind its fence", () => {
    const late = command(3, "Input.dispatchMouseEvent", "L");
    expect(writtenAfterFence([...lease, fence, late])).toEqual([late]);
  });

  it("knows the next lease from the fenced one", () => {
    expect(writtenAfterFence([...lease, fence, command(1, "Page.enable", "NEXT")])).toEqual([]);
  });

  it("does not count the control room's own commands", () => {
    const own = command(1_000_000_001, "Runtime.runIfWaitingForDebugger", "L");
    expect(writtenAfterFence([...lease, fence, command(10, "Target.detachFromTarget"), own])).toEqual([]);
  });

  it("lets the control room's watching sessions listen and let go, and accuses anything else there", () => {
    const withoutBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };
    const watch = command(4, "Network.enable", "W", withoutBodies);
    const turn = { expression: "new Promise((done) => setTimeout(done, 0))", awaitPromise: true };
    const allowed = [
      command(11, "Runtime.evaluate", "W", turn),
      command(12, "Input.dispatchKeyEvent", "W", { type: "keyUp" }),
    ];
    const click = command(13, "Input.dispatchMouseEvent", "W", { type: "mousePressed" });
    const script = command(14, "Runtime.evaluate", "W", { expression: "save()" });
    const seen = [command(5, "Page.enable", "W"), ...lease];
    expect(writtenAfterFence([watch, ...seen, fence, ...allowed])).toEqual([]);
    expect(writtenAfterFence([watch, ...seen, fence, click, script])).toEqual([click, script]);
  });
});
