import { defineConfig } from "vitest/config";

/**
 * Three groups, one after another. What needs no browser runs in parallel. What drives a Chrome or two on a display of
 * its own runs two files at a time. What fills a wall with real windows runs one file at a time: such tests would
 * compete for the machine and measure nothing but that.
 */
const withBrowser = [
  "test/broker/**/*.test.ts",
  "test/electron-stand-in/**/*.test.ts",
  "test/main/engine/caches/**/*.test.ts",
  "test/main/engine/evidence/**/*.test.ts",
  "test/main/adapters/windows/**/*.test.ts",
  "test/main/shell/**/*.test.ts",
];
const withWall = ["test/e2e/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...withBrowser, ...withWall, "test/bench/**"],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "browsers",
          include: withBrowser,
          maxWorkers: 2,
          // After the others: a machine that is busy with them makes real windows late.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "walls",
          include: withWall,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
