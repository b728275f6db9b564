import { parseArgs } from "node:util";
import { startShop } from "./start-shop.ts";

/** `node demo/shop/main.ts --port N`: prints one JSON line with the url and runs until it is told to stop. */
const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });

const shop = await startShop({ port: Number(values.port) });
process.stdout.write(`${JSON.stringify({ url: shop.url })}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void shop.stop());
