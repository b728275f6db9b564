import type { Catalogue, Order } from "../catalogue.ts";
import { type Html, html } from "../html.ts";
import { layout } from "./layout.ts";

export function ordersPage(user: string, orders: readonly Order[], catalogue: Catalogue): Html {
  const rows = orders.map(
    (order) => html`<tr><td class="number">${order.id}</td><td>${order.customer}</td>
      <td>${order.pieces} × ${catalogue.find(order.product)?.name ?? "no longer sold"}</td><td>${order.state}</td></tr>`,
  );
  return layout(
    "Orders",
    user,
    html`<h1>Orders</h1>
<table>
  <thead><tr><th class="number">No.</th><th>Customer</th><th>Ordered</th><th>State</th></tr></thead>
  <tbody>${rows}</tbody>
</table>`,
  );
}
