import { describe, expect, it } from "vitest";
import { refOf, textOf, useEngine } from "../../../support/engine-workplace.ts";

describe("a page's service worker in an agent's tab", () => {
  const engine = useEngine();

  it("is registered, runs, and answers the page", async () => {
    const page = await engine().open("/worker");
    await engine().call("browser_click", { target: refOf(page, 'button "Register"') });
    const registered = await engine().call("browser_wait_for", { text: "ready activ" });
    expect(registered.outcome, textOf(registered)).toBe("done");
    await engine().open("/worker");
    await engine().call("browser_click", { target: refOf(await engine().call("browser_snapshot"), 'button "Ask"') });
    const answered = await engine().call("browser_wait_for", { text: "the worker answers" });
    expect(answered.outcome, textOf(answered)).toBe("done");
  });
});
