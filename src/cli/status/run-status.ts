import { parseArgs } from "node:util";
import { resolvePaths } from "../../main/adapters/system/paths.ts";
import { operatorCalls } from "../../shared/contract/operator.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { asOperator } from "../operator-client.ts";
import type { Output } from "../output.ts";
import { nothingMore } from "../usage.ts";
import { statusText } from "./status-text.ts";

/**
 * `sessiondock status`: the snapshot that the control room window draws; with `--json` exactly that, one object.
 * @throws DockError `CONTROL_ROOM_NOT_RUNNING` and others
 */
export async function runStatus(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" } },
    allowPositionals: true,
  });
  nothingMore(positionals, "status");
  const snapshot = await asOperator(resolvePaths(environment), (client) => client.call(operatorCalls.snapshot, {}));
  output.write(values.json ? `${JSON.stringify(snapshot, null, 2)}\n` : statusText(snapshot, Date.now(), output));
  return exitCodes.ok;
}
