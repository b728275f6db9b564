import { findElement, findReference, readSnapshot } from "./find-reference.ts";

/** What the agent's window shows, as far as the work in the shop needs it. */
export type ShopPage =
  | {
      readonly kind: "login";
      readonly user: string;
      readonly userField: string;
      readonly passwordField: string;
      readonly button: string;
    }
  | {
      readonly kind: "products";
      readonly links: readonly { readonly name: string; readonly reference: string }[];
      readonly orders: string | null;
    }
  | { readonly kind: "product"; readonly product: ProductForm }
  | { readonly kind: "orders"; readonly products: string | null }
  /** Not the shop, or a page of it where this work has nothing to do. */
  | { readonly kind: "elsewhere" };

export interface ProductForm {
  readonly id: number;
  /** The price that the shop has, as the page knows it. */
  readonly price: string;
  readonly typed: string;
  readonly priceField: string;
  readonly saveButton: string;
  readonly back: string | null;
  readonly status: "" | "Saving…" | "Saved" | "Not saved";
}

/** @returns null when the text is no snapshot, so that one has to be taken first */
export function readShopPage(text: string): ShopPage | null {
  if (!text.includes("[ref=")) return null;
  const heading = findElement(text, "heading", /./)?.name ?? "";
  if (heading === "Log in") return readLogin(text);
  if (heading === "Products") return readProducts(text);
  if (heading === "Orders") return { kind: "orders", products: findReference(text, "link", "Products") };
  const id = /^Product (\d+): /.exec(heading)?.[1];
  const product = id === undefined ? null : readProduct(text, Number(id));
  return product ? { kind: "product", product } : { kind: "elsewhere" };
}

function readLogin(text: string): ShopPage {
  const userField = findElement(text, "textbox", "User");
  const passwordField = findReference(text, "textbox", "Password");
  const button = findReference(text, "button", "Log in");
  if (!userField?.reference || passwordField === null || button === null) return { kind: "elsewhere" };
  return { kind: "login", user: userField.value, userField: userField.reference, passwordField, button };
}

function readProducts(text: string): ShopPage {
  const menu = new Set(["Products", "Orders", "Dialogs", "Files"]);
  const links = readSnapshot(text).flatMap(({ role, name, reference }) =>
    role === "link" && reference !== null && !menu.has(name) ? [{ name, reference }] : [],
  );
  return { kind: "products", links, orders: findReference(text, "link", "Orders") };
}

function readProduct(text: string, id: number): ProductForm | null {
  const priceField = findElement(text, "textbox", "New price");
  const saveButton = findReference(text, "button", "Save");
  const shown = readSnapshot(text).find((element) => element.value.startsWith("Price in the shop:"))?.value ?? "";
  const price = /[\d.]+/.exec(shown)?.[0];
  if (!priceField?.reference || saveButton === null || price === undefined) return null;
  return {
    id,
    price,
    typed: priceField.value,
    priceField: priceField.reference,
    saveButton,
    back: findReference(text, "link", "Back to the list"),
    status: readStatus(findElement(text, "status", "")?.value ?? ""),
  };
}

function readStatus(text: string): ProductForm["status"] {
  return text === "Saved" || text === "Not saved" || text === "Saving…" ? text : "";
}
