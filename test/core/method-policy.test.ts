import { describe, expect, it } from "vitest";
import { methodRule } from "../../src/core/policy/method-policy.ts";

describe("what a lease may do over DevTools", () => {
  it.each(["Network.getCookies", "Network.getAllCookies", "Storage.getCookies", "Storage.getStorageKeyForFrame"])(
    "refuses %s: cookies and storage never leave the slot (R31)",
    (method) => expect(methodRule(method).rule).toBe("refuse"),
  );

  it.each(["Page.bringToFront", "Target.activateTarget", "Browser.setWindowBounds"])(
    "answers %s without forwarding it: the front and the wall are the person's (R21)",
    (method) => expect(methodRule(method).rule).toBe("answer"),
  );

  it.each(["Browser.close", "Browser.crash", "Target.createBrowserContext", "SystemInfo.getInfo", "Tracing.start"])(
    "refuses %s",
    (method) => expect(methodRule(method).rule).toBe("refuse"),
  );

  it.each(["Input.dispatchMouseEvent", "Page.reload", "Runtime.callFunctionOn", "Accessibility.getFullAXTree"])(
    "allows %s",
    (method) => expect(methodRule(method).rule).toBe("allow"),
  );

  it("refuses whatever is not listed, and is not fooled by names of object properties", () => {
    for (const method of ["Future.thing", "constructor", "__proto__", "toString.x", ""]) {
      expect(methodRule(method).rule).toBe("refuse");
    }
  });

  it("gives a reason with every rule", () => {
    for (const method of ["Network.getCookies", "Page.navigate", "Future.thing"]) {
      expect(methodRule(method).reason.length).toBeGreaterThan(10);
    }
  });
});
