import { describe, expect, it } from "vitest";
import { writtenAfterFence } from "./witness.ts";

function command(id: number, method: string, sessionId: string | null = null) {
  return { id, method, sessionId };
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
});
