import { type Html, html } from "../html.ts";
import { layout } from "./layout.ts";

export function loginPage(fault: string): Html {
  return layout(
    "Log in",
    "",
    html`<h1>Log in</h1>
<form class="card" method="post" action="/login">
  ${fault === "" ? "" : html`<p role="alert">${fault}</p>`}
  <div class="row">
    <div><label for="user">User</label><input id="user" name="user" autocomplete="username"></div>
    <div><label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"></div>
    <button>Log in</button>
  </div>
</form>`,
  );
}
