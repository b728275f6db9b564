import { expect, test } from "vitest";
import { findElement, findReference, readSnapshot } from "../../demo/agents/find-reference.ts";
import { readShopPage } from "../../demo/agents/shop-page.ts";

const productPage = `### Page snapshot
- generic [ref=f2e1]:
  - banner [ref=f2e2]:
    - link "Products" [ref=f2e4] [cursor=pointer]:
      - /url: /admin/products
  - main [ref=f2e9]:
    - 'heading "Product 7: Tea kettle" [level=1] [ref=f2e10]'
    - generic [ref=f2e11]:
      - paragraph [ref=f2e12]: "Price in the shop: 35.10 €"
      - textbox "New price" [ref=f2e16]: "35.1"
      - button "Save" [active] [ref=f2e17]
      - status [ref=f2e18]: Saved
      - button "Save stock and return" [ref=f2e24]
      - link "Back to the list" [ref=f2e26] [cursor=pointer]:
        - /url: /admin/products`;

test("a reference is found by role and whole name", () => {
  expect(findReference(productPage, "button", "Save")).toBe("f2e17");
  expect(findReference(productPage, "button", "Sav")).toBeNull();
  expect(findReference(productPage, "link", "Save")).toBeNull();
});

test("a name may be a pattern", () => {
  expect(findReference(productPage, "button", /stock/)).toBe("f2e24");
});

test("a name with a colon stands in quotes of its own", () => {
  expect(findElement(productPage, "heading", /^Product/)).toMatchObject({ name: "Product 7: Tea kettle" });
});

test("quotes within a name are read as written", () => {
  expect(findReference(`- 'button "It''s \\"new\\": yes" [ref=e3]'`, "button", 'It\'s "new": yes')).toBe("e3");
});

test("the value of a field comes without its quotes", () => {
  expect(findElement(productPage, "textbox", "New price")?.value).toBe("35.1");
});

test("lines that are no elements are left out", () => {
  expect(readSnapshot("### Page\n- /url: /admin\n- button\n")).toEqual([
    { role: "button", name: "", value: "", reference: null },
  ]);
});

test("a product page is read as what it shows", () => {
  expect(readShopPage(productPage)).toEqual({
    kind: "product",
    product: {
      id: 7,
      price: "35.10",
      typed: "35.1",
      priceField: "f2e16",
      saveButton: "f2e17",
      back: "f2e26",
      status: "Saved",
    },
  });
});

test("a text without references is no page", () => {
  expect(readShopPage("The click was done.")).toBeNull();
});
