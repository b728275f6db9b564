import { Html, html } from "../html.ts";

/** Made for windows of about 640 x 480: one column, large targets, nothing that needs a wide screen. */
const style = new Html(`
  :root { color-scheme: light; --ink: #1d2a35; --soft: #5d6b78; --line: #dde3e8; --accent: #1f6f5c; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 15px/1.45 "Liberation Sans", system-ui, sans-serif; color: var(--ink); background: #f4f6f7; }
  header { display: flex; gap: 14px; align-items: center; padding: 9px 16px; background: var(--ink); color: #fff; }
  header a { color: #cfe3dc; text-decoration: none; }
  header .user { margin-left: auto; color: #aebbc5; font-size: 13px; }
  main { max-width: 720px; margin: 14px auto; padding: 0 16px; }
  h1 { font-size: 20px; margin: 4px 0 10px; }
  .card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; margin-bottom: 12px; }
  table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
  th, td { text-align: left; padding: 6px 12px; border-bottom: 1px solid var(--line); }
  th { color: var(--soft); font-size: 12px; font-weight: normal; }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
  main a { color: var(--accent); }
  label { display: block; color: var(--soft); font-size: 13px; }
  input { font: inherit; padding: 6px 9px; border: 1px solid #b9c4cc; border-radius: 6px; width: 180px; }
  input[type=file] { width: 320px; }
  button { font: inherit; padding: 6px 16px; border: 0; border-radius: 6px; background: var(--accent); color: #fff; }
  .row { display: flex; gap: 12px; align-items: end; flex-wrap: wrap; }
  p { margin: 0 0 8px; }
  [role=status] { min-height: 22px; margin: 8px 0 0; font-weight: bold; color: var(--accent); }
  [role=alert] { color: #a12a2a; font-weight: bold; }
`);

export function layout(title: string, user: string, content: Html): Html {
  const menu = html`<a href="/admin/products">Products</a> <a href="/admin/orders">Orders</a>
    <a href="/admin/dialogs">Dialogs</a> <a href="/admin/files">Files</a>
    <span class="user">Logged in as ${user}</span>`;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,">
  <title>${title} – Corner Shop</title>
  <style>${style}</style>
</head>
<body>
  <header><strong>Corner Shop</strong> ${user === "" ? "" : menu}</header>
  <main>${content}</main>
</body>
</html>
`;
}
