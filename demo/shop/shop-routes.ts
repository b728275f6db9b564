import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Catalogue, orders, parsePrice, parseStock } from "./catalogue.ts";
import type { Ledger } from "./ledger.ts";
import { type Asked, formFields, json, jsonBody, page, type Reply, redirect } from "./message.ts";
import { dialogsPage } from "./pages/dialogs.ts";
import { filesPage, productsCsv } from "./pages/files.ts";
import { ordersPage } from "./pages/orders.ts";
import { labelPage, productPage } from "./pages/product.ts";
import { productsPage } from "./pages/products.ts";
import type { Route } from "./route.ts";
import { readUploadedFile } from "./uploaded-file.ts";

const priceChange = z.object({ change_id: z.string().min(1).max(100), value: z.string() });

/** The pages behind the login. */
export function shopRoutes(catalogue: Catalogue, ledger: Ledger): readonly Route[] {
  const product = (asked: Asked) => catalogue.find(Number(asked.named["id"] ?? asked.query.get("saved")));

  function savePrice(asked: Asked): Reply {
    const found = product(asked);
    const change = priceChange.safeParse(jsonBody(asked));
    const value = change.success ? parsePrice(change.data.value) : null;
    if (!found || !change.success || value === null) return json({ saved: false }, found ? 422 : 404);
    catalogue.change(found.id, { price: value });
    const facts = { change_id: change.data.change_id, product: found.id, value };
    ledger.add({ ...facts, field: "price", applied_at: Date.now(), client: asked.user });
    return json({ saved: true, ...facts });
  }

  function saveStock(asked: Asked): Reply {
    const found = product(asked);
    const fields = formFields(asked);
    const stock = parseStock(fields.get("stock") ?? "");
    if (!found) return notFound();
    if (stock === null) return json({ saved: false, because: "the stock is no whole number" }, 422);
    catalogue.change(found.id, { stock });
    const facts = { change_id: fields.get("change_id") ?? "", product: found.id, value: String(stock) };
    ledger.add({ ...facts, field: "stock", applied_at: Date.now(), client: asked.user });
    return redirect(`/admin/products?saved=${found.id}`);
  }

  const about = (draw: (asked: Asked, found: NonNullable<ReturnType<typeof product>>) => Reply) => (asked: Asked) => {
    const found = product(asked);
    return found ? draw(asked, found) : notFound();
  };

  const productView = about((asked, found) => {
    const change = asked.query.get("change") ?? "";
    return page(productPage(asked.user, found, change, change || randomUUID()));
  });
  const csv: Reply["headers"] = {
    "content-type": "text/csv",
    "content-disposition": 'attachment; filename="products.csv"',
  };

  const get = (pattern: string, handle: Route["handle"]): Route => ({ method: "GET", pattern, changes: false, handle });
  const post = (pattern: string, handle: Route["handle"]): Route => ({
    method: "POST",
    pattern,
    changes: true,
    handle,
  });
  return [
    get("/admin", () => redirect("/admin/products")),
    get("/admin/products", (asked) => page(productsPage(asked.user, catalogue.list(), product(asked)))),
    get("/admin/products/:id", productView),
    post("/admin/products/:id/save", savePrice),
    post("/admin/products/:id/stock", saveStock),
    get(
      "/admin/products/:id/label",
      about((asked, found) => page(labelPage(asked.user, found))),
    ),
    get("/admin/orders", (asked) => page(ordersPage(asked.user, orders, catalogue))),
    get("/admin/dialogs", (asked) => page(dialogsPage(asked.user))),
    get("/admin/files", (asked) => page(filesPage(asked.user, null))),
    post("/admin/files", (asked) => page(filesPage(asked.user, readUploadedFile(asked.contentType, asked.body)))),
    get("/admin/files/products.csv", () => ({ status: 200, headers: csv, body: productsCsv(catalogue.list()) })),
  ];
}

function notFound(): Reply {
  return json({ found: false }, 404);
}
