import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/**
 * The renderer's page is loaded from a file; module scripts would need CORS there, so it is one classic script.
 */
export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: {
          index: resolve("src/main/index.ts"),
          broker: resolve("src/broker/index.ts"),
          cli: resolve("src/cli/index.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
      externalizeDeps: { include: ["electron"] },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: resolve("src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    plugins: [react()],
    build: { minify: "oxc", rollupOptions: { input: resolve("src/renderer/index.html") } },
  },
});
