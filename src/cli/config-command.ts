import { existsSync } from "node:fs";
import { readConfigText } from "../main/adapters/system/config.ts";
import { waitsForStart } from "../main/adapters/system/config-change.ts";
import { fieldPath, setField, writeConfig } from "../main/adapters/system/config-edit.ts";
import { checkConfig, faultSentence } from "../main/adapters/system/config-faults.ts";
import { resolvePaths } from "../main/adapters/system/paths.ts";
import { read } from "./arguments.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { type Output, plain } from "./output.ts";
import { nothingMore, UsageError } from "./usage.ts";

/**
 * `sessiondock config [path | check | set FIELD VALUE | unset FIELD]`: the configuration file itself, whether or not a
 * control room runs. One that runs sees each change by itself.
 * @throws UsageError, DockError `CONFIG_INVALID`, `DISK_FULL`
 */
export function runConfig(args: readonly string[], environment: NodeJS.ProcessEnv, output: Output): ExitCode {
  const [action = "check", ...rest] = read(args).positionals;
  const file = resolvePaths(environment).config;
  switch (action) {
    case "path":
      nothingMore(rest, "config path");
      output.write(`${file}\n`);
      return exitCodes.ok;
    case "check":
      nothingMore(rest, "config check");
      return check(file, output);
    case "set":
    case "unset": {
      const [field, ...values] = rest;
      if (field === undefined) throw new UsageError(`config ${action} needs a field, such as slots.live`);
      const value = action === "set" ? values.shift() : undefined;
      if (action === "set" && value === undefined) throw new UsageError(`config set ${field} needs a value`);
      nothingMore(values, `config ${action}`);
      return change(file, field, value === undefined ? undefined : parsedValue(value), output);
    }
    default:
      throw new UsageError(`config: "${action}" is none of path, check, set FIELD VALUE, unset FIELD`);
  }
}

function check(file: string, { write }: Output): ExitCode {
  const text = readConfigText(file);
  if (text === null) {
    write(`There is no ${file}; every field has its default.\n`);
    return exitCodes.ok;
  }
  const checked = checkConfig(text);
  if (checked.ok) {
    write(`${file} can be taken.\n`);
    return exitCodes.ok;
  }
  for (const fault of checked.faults) write(`${plain(faultSentence(file, fault))}\n`);
  return exitCodes.failed;
}

function change(file: string, field: string, value: unknown, { write }: Output): ExitCode {
  const before = existsSync(file) ? readConfigText(file) : null;
  writeConfig(file, setField(before, fieldPath(field), value));
  const when = waitsForStart(field)
    ? "It takes effect at the next start of the control room."
    : "A control room that runs takes it up within some seconds.";
  write(`${field} ${value === undefined ? "has its default again" : `is ${JSON.stringify(value)}`}. ${when}\n`);
  return exitCodes.ok;
}

/** `8`, `true`, `["a"]` as JSON; what is none is text. */
function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
