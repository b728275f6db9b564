import { describe, expect, it } from "vitest";
import { shownAddress, shownTitle } from "../../src/core/view/address.ts";

describe("an address that is shown (R31)", () => {
  it.each([
    ["https://shop.test/orders?token=secret", "https://shop.test/orders"],
    ["https://shop.test/orders#secret", "https://shop.test/orders"],
    ["https://shop.test/orders;jsessionid=secret", "https://shop.test/orders"],
    ["https://ada:secret@shop.test/", "https://shop.test/"],
    ["data:text/html,secret", "data:…"],
    ["blob:https://shop.test/secret", "blob:…"],
    ["about:blank", "about:blank"],
    ["about:blank#secret", "about:blank"],
    ["secret", "unknown"],
  ])("of %s is %s", (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });
});

describe("a title that is shown", () => {
  it.each([
    ["Orders", "https://shop.test/orders?token=secret", "Orders"],
    ["shop.test/orders?token=secret", "https://shop.test/orders?token=secret", null],
    ["shop.test/orders?token=secret", "https://www.shop.test/orders?token=secret", null],
    ["https://shop.test/?token=secret", "https://shop.test/?token=secret", null],
    ["localhost:8080/?token=secret", "http://localhost:8080/?token=secret", null],
    ["shop.test", "https://shop.test/", null],
    ["shop.tests are green", "https://shop.test/", "shop.tests are green"],
    ["  ", "https://shop.test/", null],
    ["data:text/html,secret", "data:text/html,secret", null],
    ["about:blank", "about:blank", null],
  ])("%j of %s is %j", (title, url, shown) => {
    expect(shownTitle(title, url)).toBe(shown);
  });
});
