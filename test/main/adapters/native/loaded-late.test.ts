import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "../../../../src");
const packages = ["koffi", "node-window-manager"] as const;

/** `import … from`, `import "…"`, `export … from` and `require`: what is loaded as soon as the file is. */
const loadsAtOnce = (name: string): RegExp =>
  new RegExp(`(\\bfrom\\s*|\\bimport\\s*|\\brequire\\s*\\(\\s*)["'\`]${name}["'\`]`);
const loadsLate = (name: string): RegExp => new RegExp(`=> import\\("${name}"\\)`);

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.[cm]?tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(source, file), "utf8") }));
const matching = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe.each(packages)("%s, which one system needs and others may lack", (name) => {
  it("is loaded by no file at once", () => {
    expect(matching(loadsAtOnce(name))).toEqual([]);
  });

  it("is loaded by one file when its desktop is opened", () => {
    const desktop = name === "koffi" ? "windows-desktop.ts" : "macos-desktop.ts";
    expect(matching(loadsLate(name))).toEqual([join("main/adapters/windows", desktop)]);
  });

  it("would be noticed in every form of a static import", () => {
    const forms = [`import a from "${name}";`, `import '${name}';`, `export * from "${name}";`, `require("${name}")`];
    expect(forms.filter((form) => loadsAtOnce(name).test(form))).toEqual(forms);
  });
});
