import { parseArgs } from "node:util";
import { readConfig } from "../../main/adapters/system/config.ts";
import { type Config, configSchema } from "../../main/adapters/system/config-schema.ts";
import { type Paths, resolvePaths } from "../../main/adapters/system/paths.ts";
import { operatorCalls } from "../../shared/contract/operator.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { asOperator } from "../operator-client.ts";
import type { Output } from "../output.ts";
import { nothingMore } from "../usage.ts";
import { browserCheck } from "./browser.ts";
import { type Check, type CheckResult, fail, type Surroundings } from "./check.ts";
import { configurationCheck } from "./configuration.ts";
import { databaseCheck } from "./database.ts";
import { displayCheck } from "./display.ts";
import { electronCheck } from "./electron.ts";
import { homeCheck } from "./home.ts";
import { nodeCheck } from "./node.ts";
import { profileLocksCheck } from "./profile-locks.ts";
import { reportText } from "./report-text.ts";
import { socketsCheck } from "./sockets.ts";

/** The order is the number, so new checks go to the end. */
const checks: readonly Check[] = [
  nodeCheck,
  configurationCheck,
  browserCheck,
  displayCheck,
  databaseCheck,
  homeCheck,
  socketsCheck,
  profileLocksCheck,
  electronCheck,
];

/** `sessiondock doctor`: exit code 1 if a check fails; a warning alone doesn't. */
export async function runDoctor(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" } },
    allowPositionals: true,
  });
  nothingMore(positionals, "doctor");
  const surroundings = await lookAround(environment);
  const results = await Promise.all(checks.map((check, index) => runCheck(check, index + 1, surroundings)));
  output.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : reportText(results, output));
  return results.some((result) => result.state === "fail") ? exitCodes.failed : exitCodes.ok;
}

/** A check that breaks is a finding as well: one of them must not hide the others. */
async function runCheck(check: Check, number: number, surroundings: Surroundings): Promise<CheckResult> {
  try {
    return { number, name: check.name, ...(await check.run(surroundings)) };
  } catch (thrown) {
    const { message } = toErrorBody(thrown);
    return { number, name: check.name, ...fail(`the check itself broke: ${message}`, "Report it with this line.") };
  }
}

async function lookAround(environment: NodeJS.ProcessEnv): Promise<Surroundings> {
  const paths = resolvePaths(environment);
  return { environment, paths, ...readConfigOrDefaults(paths), room: await askControlRoom(paths) };
}

function readConfigOrDefaults(paths: Paths): { config: Config; configError: DockError | null } {
  try {
    return { config: readConfig(paths.config), configError: null };
  } catch (thrown) {
    return { config: configSchema.parse({}), configError: asDockError(thrown) };
  }
}

async function askControlRoom(paths: Paths): Promise<Surroundings["room"]> {
  try {
    return { snapshot: await asOperator(paths, (client) => client.call(operatorCalls.snapshot, {})) };
  } catch (thrown) {
    return { error: asDockError(thrown) };
  }
}

function asDockError(thrown: unknown): DockError {
  return thrown instanceof DockError ? thrown : new DockError("INTERNAL", String(thrown), { cause: thrown });
}
