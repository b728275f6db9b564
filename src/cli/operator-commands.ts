import { resolvePaths } from "../main/adapters/system/paths.ts";
import { operatorCalls } from "../shared/contract/operator.ts";
import { type Command, epochNamed, epochOption, read, text } from "./arguments.ts";
import type { ControlClient } from "./control-client.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { loginCommand } from "./login-command.ts";
import { asOperator } from "./operator-client.ts";
import { type Output, plain } from "./output.ts";
import { reclaimCommand } from "./reclaim-command.ts";
import { resolveCommand } from "./resolve-command.ts";
import { receiptText } from "./status/receipt-text.ts";
import { targetsCommand } from "./targets-command.ts";
import { nothingMore, slotNumber, UsageError } from "./usage.ts";
import { arrangeCommand, foregroundCommand, wallCommand } from "./wall-commands.ts";
import { ConnectionLostError } from "./wire-errors.ts";

/**
 * Runs one of the person's commands.
 * @throws UsageError, DockError
 */
export async function runOperatorCommand(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<ExitCode> {
  const command = commands.get(name);
  if (!command) throw new UsageError(`"${name}" is not a command`);
  const request = command(args, output);
  output.write(`${await asOperator(resolvePaths(environment), request)}\n`);
  return exitCodes.ok;
}

const commands = new Map<string, Command>([
  [
    "take-over",
    (args, output) => {
      const slot = slotNumber(read(args).positionals, "take-over");
      return async (client) => receiptText(await client.call(operatorCalls.takeOver, { slot }), output.paint);
    },
  ],
  [
    "receipt",
    (args, output) => {
      const slot = slotNumber(read(args).positionals, "receipt");
      return async (client) => {
        const { receipt } = await client.call(operatorCalls.receipt, { slot });
        return receipt === null ? `No receipt is recorded for slot ${slot}.` : receiptText(receipt, output.paint);
      };
    },
  ],
  [
    "hand-back",
    (args) => {
      const { values, positionals } = read(args, { note: { type: "string" }, ...epochOption });
      const slot = slotNumber(positionals, "hand-back");
      const epoch = epochNamed(values["epoch"]);
      return async (client) => {
        const back = await client.call(operatorCalls.handBack, { slot, epoch, note: text(values["note"]) });
        return `Slot ${slot} is held by ${plain(back.holder)} again, epoch ${back.epoch}.`;
      };
    },
  ],
  ["foreground", foregroundCommand],
  [
    "release",
    (args) => {
      const { values, positionals } = read(args, epochOption);
      const slot = slotNumber(positionals, "release");
      const shown = epochNamed(values["epoch"]);
      return async (client) => {
        const { epoch } = await client.call(operatorCalls.release, { slot, epoch: shown });
        return `The lease of slot ${slot} is over, epoch ${epoch}. Its agent's next call asks for a slot again.`;
      };
    },
  ],
  ["reclaim", reclaimCommand],
  [
    "unpark",
    (args) => {
      const { values, positionals } = read(args, epochOption);
      const slot = slotNumber(positionals, "unpark");
      const epoch = epochNamed(values["epoch"]);
      return async (client) => {
        const back = await client.call(operatorCalls.unpark, { slot, epoch });
        return `Slot ${slot} is held by ${plain(back.holder)} again, epoch ${back.epoch}.`;
      };
    },
  ],
  ["login", loginCommand],
  ["resolve", resolveCommand],
  ["targets", targetsCommand],
  ["wall", wallCommand],
  ["arrange", arrangeCommand],
  ["pause", pausing(true, "No new leases are given. Agents that hold a slot go on.")],
  ["resume", pausing(false, "Slots are lent again.")],
  [
    "quit",
    (args) => {
      nothingMore(read(args).positionals, "quit");
      return quit;
    },
  ],
]);

function pausing(paused: boolean, sentence: string): Command {
  return (args) => {
    nothingMore(read(args).positionals, paused ? "pause" : "resume");
    return async (client) => {
      await client.call(operatorCalls.pause, { paused });
      return sentence;
    };
  };
}

async function quit(client: ControlClient): Promise<string> {
  try {
    await client.call(operatorCalls.quit, {});
  } catch (error) {
    // A control room that is gone before its answer has done what it was asked for.
    if (!(error instanceof ConnectionLostError)) throw error;
  }
  return "The control room is closing, and its Chrome windows with it.";
}
