import { toErrorBody } from "../shared/errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { describeError, standardOutput } from "./output.ts";
import { helpText, isParseArgsError, UsageError } from "./usage.ts";
import { version } from "./version.ts";

/** Runs one command and sets the exit code. Commands are loaded when they are asked for: `mcp` has to start fast. */
export async function main(args: readonly string[]): Promise<void> {
  endQuietlyWhenNobodyReads();
  try {
    process.exitCode = await runCommand(args);
  } catch (thrown) {
    if (thrown instanceof UsageError || isParseArgsError(thrown)) {
      process.stderr.write(`sessiondock: ${thrown.message}\nSee "sessiondock help".\n`);
      process.exitCode = exitCodes.refused;
    } else {
      const error = toErrorBody(thrown);
      process.stderr.write(`${describeError(error)}\n`);
      process.exitCode = error.code === "IDENTITY_UNRESOLVED" ? exitCodes.refused : exitCodes.failed;
    }
  }
}

async function runCommand(args: readonly string[]): Promise<ExitCode> {
  const [command, ...rest] = args;
  switch (command) {
    case "help":
    case "--help":
    case "-h":
      standardOutput.write(helpText);
      return exitCodes.ok;
    case "--version":
    case "version":
      standardOutput.write(`${version}\n`);
      return exitCodes.ok;
    case "mcp": {
      const { runMcp } = await import("./mcp/run-mcp.ts");
      return runMcp(rest, process.env);
    }
    case "status": {
      const { runStatus } = await import("./status/run-status.ts");
      return runStatus(rest, process.env, standardOutput);
    }
    case "doctor": {
      const { runDoctor } = await import("./doctor/run-doctor.ts");
      return runDoctor(rest, process.env, standardOutput);
    }
    case "config": {
      const { runConfig } = await import("./config-command.ts");
      return runConfig(rest, process.env, standardOutput);
    }
    case undefined:
      throw new UsageError("a command is needed");
    default: {
      const { runOperatorCommand } = await import("./operator-commands.ts");
      return runOperatorCommand(command, rest, process.env, standardOutput);
    }
  }
}

/** `sessiondock status | head -1` is no error: the reader has what it wanted. `mcp` hears the same event to end itself. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
