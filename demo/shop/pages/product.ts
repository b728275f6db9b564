import type { Product } from "../catalogue.ts";
import { Html, html } from "../html.ts";
import { layout } from "./layout.ts";

/**
 * Says "Not saved" whenever no answer came, as many sites do, though the change may well have been applied:
 * whoever trusts it and saves again shows up in the ledger.
 */
const saveByFetch = new Html(`
  const form = document.getElementById("price-form");
  const state = document.getElementById("state");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    state.textContent = "Saving…";
    const change = { change_id: form.dataset.change || crypto.randomUUID(), value: form.elements.price.value };
    try {
      const answer = await fetch(location.pathname + "/save", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error("status " + answer.status);
      const saved = await answer.json();
      document.getElementById("price-now").textContent = saved.value;
      state.textContent = "Saved";
    } catch {
      state.textContent = "Not saved";
    }
  });
`);

/** @param change id that the page's next saves carry; empty for a new one at each save */
export function productPage(user: string, product: Product, change: string, stockChange: string): Html {
  return layout(
    product.name,
    user,
    html`<h1>Product ${product.id}: ${product.name}</h1>
<form class="card" id="price-form" data-change="${change}">
  <p>Price in the shop: <span id="price-now">${product.price}</span> €</p>
  <div class="row">
    <div><label for="price">New price</label><input id="price" name="price" value="${product.price}" inputmode="decimal"></div>
    <button>Save</button>
  </div>
  <p role="status" id="state"></p>
</form>
<form class="card" method="post" action="/admin/products/${product.id}/stock">
  <input type="hidden" name="change_id" value="${stockChange}">
  <div class="row">
    <div><label for="stock">Stock</label><input id="stock" name="stock" value="${product.stock}" inputmode="numeric"></div>
    <button>Save stock and return</button>
  </div>
</form>
<p><a href="/admin/products">Back to the list</a> · <a href="/admin/products/${product.id}/label" target="_blank">Label in a new tab</a></p>
<script>${saveByFetch}</script>`,
  );
}

export function labelPage(user: string, product: Product): Html {
  return layout(
    `Label of ${product.name}`,
    user,
    html`<h1>Label</h1>
<div class="card"><strong>${product.name}</strong><p>${product.price} €</p></div>`,
  );
}
