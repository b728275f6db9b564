import { registerHooks } from "node:module";

/**
 * Loaded with `node --import …/register.ts out/main/index.js`: whoever imports `electron` gets the stand-in, so that
 * the built main process and preload run unchanged on a machine without Electron's binary.
 */
const standIn = new URL("./electron.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return specifier === "electron" ? { url: standIn, shortCircuit: true } : next(specifier, context);
  },
});
