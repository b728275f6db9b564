import { Html, html } from "../html.ts";
import { layout } from "./layout.ts";

/**
 * Everything in which sites keep a login, besides cookies: local storage and IndexedDB, which are looked for and then
 * filled, and a token that each visit renews.
 */
const visit = new Html(`
  const said = document.getElementById("said");
  const opened = new Promise((done, fail) => {
    const request = indexedDB.open("shop", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("device");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const inIndexed = async (mode, act) => {
    const store = (await opened).transaction("device", mode).objectStore("device");
    return new Promise((done, fail) => {
      const request = act(store);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  };
  const main = async () => {
    const local = localStorage.getItem("device") !== null;
    const indexed = (await inIndexed("readonly", (store) => store.get("id"))) !== undefined;
    localStorage.setItem("device", "known");
    await inIndexed("readwrite", (store) => store.put("known", "id"));
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/account/visit", { method: "POST", headers, body: JSON.stringify({ local, indexed }) });
    const { token, serial } = await answer.json();
    said.textContent = "Token " + token + " (" + serial + "), local storage " + (local ? "kept" : "new")
      + ", database " + (indexed ? "kept" : "new");
  };
  main().catch((error) => { said.textContent = "Not looked at: " + error.message; });
`);

export function accountPage(user: string): Html {
  return layout(
    "Account",
    user,
    html`<h1>Your account</h1>
<div class="card">
  <p>Signed in as <strong>${user}</strong></p>
  <p role="status" id="said"></p>
</div>
<script>${visit}</script>`,
  );
}
