import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { resolvePaths } from "../../src/main/adapters/system/paths.ts";
import { isRoot } from "./repository.ts";
import { say } from "./say.ts";

/**
 * Gives the demo a home directory of its own, so that it never touches the person's slots and logins. A
 * SESSIONDOCK_HOME that is set stays.
 */
export function prepareDemoHome(): void {
  const data = process.env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share");
  process.env["SESSIONDOCK_HOME"] ??= join(data, "sessiondock-demo");
  const paths = resolvePaths(process.env);
  say(`the demo's home is ${paths.home}`);
  if (existsSync(paths.config)) return;
  mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(paths.config), { recursive: true });
  writeFileSync(paths.config, demoConfig());
  say(`wrote ${paths.config}: the system's Chromium may be used${isRoot ? ", and its sandbox is off" : ""}`);
  if (isRoot) say("you are root, and as root Chromium runs only without its sandbox: don't open sites you don't trust");
}

function demoConfig(): string {
  const sandbox = `,
    // Written because this was started as root, where Chromium refuses to run with its sandbox.
    "sandboxOff": true`;
  return `// Written by scripts/start.sh --demo.
{
  "browser": {
    "allowSystem": true${isRoot ? sandbox : ""}
  }
}
`;
}
