import { Html, html } from "../html.ts";
import { layout } from "./layout.ts";

/** Everything by which a page may try to take the person's keyboard, on purpose in one place (R21). */
const openDialogs = new Html(`
  const said = document.getElementById("said");
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  on("alert", () => { alert("The shop closes at six."); said.textContent = "Alert closed"; });
  on("confirm", () => { said.textContent = confirm("Close the shop now?") ? "Confirmed" : "Not confirmed"; });
  on("prompt", () => { said.textContent = "Name: " + (prompt("Name of the shop?", "Corner Shop") ?? "none"); });
  on("popup", () => {
    said.textContent = open("/admin/orders", "orders", "width=400,height=300") ? "Popup opened" : "Popup blocked";
  });
  on("focus", () => { window.focus(); said.textContent = "Asked for the focus"; });
`);

export function dialogsPage(user: string): Html {
  return layout(
    "Dialogs",
    user,
    html`<h1>Dialogs</h1>
<div class="card">
  <div class="row">
    <button id="alert">Show alert</button> <button id="confirm">Ask to confirm</button>
    <button id="prompt">Ask for a name</button> <button id="popup">Open a popup</button>
    <button id="focus">Ask for the focus</button>
  </div>
  <p role="status" id="said"></p>
</div>
<p><a href="/admin/orders" target="_blank">Orders in a new tab</a></p>
<script>${openDialogs}</script>`,
  );
}
