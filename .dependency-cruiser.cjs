/**
 * Who may import whom. The folder says in which process a file runs; these rules keep it so.
 * docs/architecture.md explains them.
 */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    only("core-is-pure", "rules without I/O: nothing but other rules", "^src/core/", []),
    only("shared-needs-only-zod", "contracts that cross a process boundary", "^src/shared/", [
      "^src/core/",
      "node_modules/zod/",
    ]),
    only("engine-uses-ports", "the engine sees the world through engine/ports.ts", "^src/main/engine/", [
      "^src/core/",
      "^src/shared/",
    ]),
    only("adapters-know-ports-only", "an adapter implements a port", "^src/main/adapters/", [
      "^src/main/engine/(ports|desktop-port|workplaces-port)\\.ts$",
      "^src/core/",
      "^src/shared/",
      "node_modules/",
      "^(node:)?(child_process|crypto|fs|fs/promises|http|net|os|path|stream|url|util|process|events|readline|timers/promises)$",
    ]),
    {
      name: "broker-is-alone",
      comment: "a broker has no database, no scheduler, no other slot",
      severity: "error",
      from: { path: "^src/broker/" },
      to: { path: ["^src/(main|cli|renderer|preload)/", "better-sqlite3"] },
    },
    {
      name: "cli-has-no-direct-access",
      comment: "the command line reaches Chrome and the database only through the control socket",
      severity: "error",
      from: { path: "^src/cli/" },
      to: {
        path: [
          "^src/(broker|renderer|preload)/",
          "^src/main/(engine|shell|control-socket)/",
          "better-sqlite3",
          "playwright-core",
        ],
      },
    },
    only("renderer-draws", "the window has no Node and no state that matters", "^src/renderer/", [
      "^src/core/view/",
      "^src/shared/",
      "node_modules/(react|react-dom|zustand|zod|@types|scheduler)/",
    ]),
    {
      name: "electron-in-the-shell-only",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/main/index\\.ts$", "^src/main/shell/", "^src/preload/"] },
      to: { path: "(^|/)node_modules/electron/|^electron$" },
    },
    {
      name: "stand-in-stands-alone",
      severity: "error",
      from: { path: "^src/electron-stand-in/" },
      to: { path: "^src/(main|broker|cli|renderer|preload|core|shared)/" },
    },
    {
      name: "nobody-imports-the-stand-in",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/electron-stand-in/" },
      to: { path: "^src/electron-stand-in/" },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
