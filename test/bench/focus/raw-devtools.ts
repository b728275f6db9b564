import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/**
 * A browser to configure that is the real one, with a way past the gate: DevTools commands that bring a window to the
 * front are answered by the gate and never reach Chrome, so what they would do can only be seen from behind it.
 */
export interface RawBrowser {
  readonly browser: string;
  /**
   * Has the Chrome of that profile bring itself to the front, with `Target.activateTarget` and `Page.bringToFront`.
   * @throws Error when it has no tab yet, or is gone
   */
  bringToFront(profile: string): Promise<void>;
}

export function createRawBrowser(directory: string, chromium: string): RawBrowser {
  const browser = join(directory, "raw-chromium");
  const splice = join(import.meta.dirname, "raw-splice.ts");
  // The process keeps its pid, because the script replaces itself with Chrome.
  const script = `#!/bin/bash
for argument in "$@"; do
  case "$argument" in --user-data-dir=*) profile="\${argument#--user-data-dir=}" ;; esac
done
if [ -n "$profile" ]; then
  exec 5<&3
  exec 3< <(exec "${process.execPath}" "${splice}" "$profile.raw" <&5 3<&- 4>&- 5<&-)
  exec 5<&-
fi
exec ${chromium} "$@"
`;
  writeFileSync(browser, script);
  chmodSync(browser, 0o755);
  return {
    browser,
    bringToFront: async (profile) => {
      const said = await ask(`${profile}.raw`);
      if (said !== "written") throw new Error(`nothing was brought to the front: ${said || "no answer"}`);
    },
  };
}

function ask(socket: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  const connection = connect(socket);
  connection.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  connection.once("close", () => resolve(said));
  connection.once("error", reject);
  return promise;
}
