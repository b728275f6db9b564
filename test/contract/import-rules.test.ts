import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const repository = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "import-rules-"));
cpSync(join(repository, ".dependency-cruiser.cjs"), join(copy, ".dependency-cruiser.cjs"));
cpSync(join(repository, "package.json"), join(copy, "package.json"));
symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const cases = [
  ["core-is-pure", "src/core/lease/node.ts", "node:fs"],
  ["core-is-pure", "src/core/lease/contracts.ts", "../../shared/target.ts"],
  ["shared-needs-only-zod", "src/shared/ws.ts", "ws"],
  ["engine-uses-ports", "src/main/engine/adapter.ts", "../adapters/target.ts"],
  ["engine-uses-ports", "src/main/engine/node.ts", "node:child_process"],
  ["adapters-know-ports-only", "src/main/adapters/engine.ts", "../engine/target.ts"],
  ["broker-is-alone", "src/broker/engine.ts", "../main/engine/target.ts"],
  ["broker-is-alone", "src/broker/database.ts", "better-sqlite3"],
  ["cli-has-no-direct-access", "src/cli/browser.ts", "playwright-core"],
  ["renderer-draws", "src/renderer/node.ts", "node:fs"],
  ["electron-in-the-shell-only", "src/main/engine/electron.ts", "electron"],
  ["stand-in-stands-alone", "src/electron-stand-in/core.ts", "../core/target.ts"],
] as const;

/** One run over a tree in which every case breaks its rule, and one file does what its folder is for. */
const report = new Promise<string>((resolve) => {
  for (const folder of ["shared", "core", "main/engine", "main/adapters"]) {
    write(`src/${folder}/target.ts`, "export const value = 1;\n");
  }
  for (const [, file, imported] of cases) write(file, `import ${JSON.stringify(imported)};\n`);
  write("src/main/engine/good.ts", 'import "../../core/target.ts";\n');
  const cruiser = join(repository, "node_modules/.bin/depcruise");
  const args = [cruiser, "--config", ".dependency-cruiser.cjs", "--output-type", "err", "src"];
  execFile(process.execPath, args, { cwd: copy }, (_error, stdout) => resolve(stdout));
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

describe("the import rules", () => {
  it.each(cases)("%s: %s may not import %s", async (rule, file) => {
    expect(await report).toContain(`error ${rule}: ${file} →`);
  });

  it("allow what the folders are for", async () => {
    expect(await report).not.toContain("good.ts");
  });
});
