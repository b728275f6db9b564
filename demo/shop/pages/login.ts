import { type Html, html } from "../html.ts";
import { layout } from "./layout.ts";

/** @param next path of the shop to go on to after the login; empty for the usual one */
export function loginPage(fault: string, next: string): Html {
  return layout(
    "Log in",
    "",
    html`<h1>Log in</h1>
<form class="card" method="post" action="/login">
  ${fault === "" ? "" : html`<p role="alert">${fault}</p>`}
  ${next === "" ? "" : html`<input type="hidden" name="next" value="${next}">`}
  <div class="row">
    <div><label for="user">User</label><input id="user" name="user" autocomplete="username" autofocus></div>
    <div><label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"></div>
    <button>Log in</button>
  </div>
</form>`,
  );
}
