import type { Product } from "../catalogue.ts";
import { type Html, html } from "../html.ts";
import type { UploadedFile } from "../uploaded-file.ts";
import { layout } from "./layout.ts";

export function filesPage(user: string, received: UploadedFile | null): Html {
  return layout(
    "Files",
    user,
    html`<h1>Files</h1>
${received ? html`<p role="status">Received ${received.name}, ${received.size} bytes</p>` : ""}
<form class="card" method="post" action="/admin/files" enctype="multipart/form-data">
  <div class="row">
    <div><label for="file">Price list</label><input id="file" name="file" type="file"></div>
    <button>Upload</button>
  </div>
</form>
<p><a href="/admin/files/products.csv" download>Download products.csv</a></p>`,
  );
}

export function productsCsv(products: readonly Product[]): string {
  const rows = products.map((product) => `${product.id},"${product.name}",${product.price},${product.stock}`);
  return ["id,name,price,stock", ...rows, ""].join("\r\n");
}
