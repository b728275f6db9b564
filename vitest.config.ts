import { defineConfig } from "vitest/config";

/**
 * Two groups: what needs no browser runs in parallel; what drives real Chromes runs one file after another, because
 * they would compete for the machine and measure nothing but that.
 */
const withBrowsers = [
  "test/broker/**/*.test.ts",
  "test/electron-stand-in/**/*.test.ts",
  "test/main/engine/evidence/**/*.test.ts",
  "test/main/adapters/windows/**/*.test.ts",
  "test/main/shell/**/*.test.ts",
  "test/e2e/**/*.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...withBrowsers, "test/bench/**"],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "browsers",
          include: withBrowsers,
          fileParallelism: false,
          // After the others: a machine that is busy with them makes real windows late.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
