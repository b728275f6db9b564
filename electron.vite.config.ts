import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/**
 * The page is loaded from a file, where Chromium refuses module scripts and CORS style sheets: it becomes one classic
 * script and one plain style sheet.
 */
const classicScript = {
  name: "classic-script",
  transformIndexHtml: {
    order: "post" as const,
    handler: (html: string) =>
      html
        .replace('<script type="module" crossorigin', "<script defer")
        .replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
  },
};

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
      externalizeDeps: { include: ["electron", "koffi", "node-window-manager"] },
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
    plugins: [react(), classicScript],
    build: {
      minify: "oxc",
      // With one classic script Vite would put the style into it, and the content security policy would block that.
      cssCodeSplit: false,
      rollupOptions: { input: resolve("src/renderer/index.html"), output: { format: "iife" } },
    },
  },
});
