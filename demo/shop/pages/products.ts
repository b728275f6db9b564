import type { Product } from "../catalogue.ts";
import { type Html, html } from "../html.ts";
import { layout } from "./layout.ts";

export function productsPage(user: string, products: readonly Product[], saved: Product | null): Html {
  const rows = products.map(
    (product) => html`<tr><td class="number">${product.id}</td>
      <td><a href="/admin/products/${product.id}">${product.name}</a></td>
      <td class="number">${product.price} €</td><td class="number">${product.stock}</td></tr>`,
  );
  return layout(
    "Products",
    user,
    html`<h1>Products</h1>
${saved ? html`<p role="status">Stock of ${saved.name} saved</p>` : ""}
<table>
  <thead><tr><th class="number">No.</th><th>Product</th><th class="number">Price</th><th class="number">Stock</th></tr></thead>
  <tbody>${rows}</tbody>
</table>`,
  );
}
