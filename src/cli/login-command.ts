import type { LoginView } from "../core/view/login-view.ts";
import { loginSentence } from "../core/view/login-words.ts";
import { type OperatorInput, operatorCalls } from "../shared/contract/operator.ts";
import { type Command, read } from "./arguments.ts";
import type { ControlClient } from "./control-client.ts";
import { plain } from "./output.ts";
import { nothingMore, slotNamed, UsageError } from "./usage.ts";

type Which = OperatorInput<"login">;

/**
 * `sessiondock login SLOT|TARGET`: opens a window without any debugging switch to log in by hand (R30). `--done` says that
 * this is done, for the one login that is under way where none is named; `--check` only looks.
 */
export const loginCommand: Command = (args) => {
  const { values, positionals } = read(args, { done: { type: "boolean" }, check: { type: "boolean" } });
  const [name, ...rest] = positionals;
  nothingMore(rest, "login");
  if (values["done"] === true && values["check"] === true) throw new UsageError("login: --done looks by itself");
  if (values["done"] === true) {
    return async (client) => done(client, name === undefined ? await theOpenOne(client) : whichNamed(name));
  }
  if (name === undefined) throw new UsageError("login needs a slot or a target, such as: login 3");
  const which = whichNamed(name);
  if (values["check"] === true) {
    return async (client) => said(await client.call(operatorCalls.checkLogin, which));
  }
  return async (client) => {
    const { slot, address, inFront } = await client.call(operatorCalls.login, which);
    const where = address === null ? "" : ` at ${plain(address)}`;
    const front = inFront ? "is in front" : "is open; whether it is in front was not seen";
    return `The window to log in of slot ${slot} ${front}${where}. Close it when you are through, or call: sessiondock login ${slot} --done`;
  };
};

async function done(client: ControlClient, which: Which): Promise<string> {
  return said(await client.call(operatorCalls.loginDone, which));
}

function said({ slot, login }: { readonly slot: number; readonly login: LoginView }): string {
  return `Slot ${slot}: ${plain(loginSentence(login, Date.now()))}`;
}

/** A number is a slot; whatever else is a target, which is written as agents write it. */
function whichNamed(name: string): Which {
  return /^\d+$/.test(name) ? { slot: slotNamed(name, "login") } : { target: name };
}

/** @throws UsageError unless exactly one login is under way */
async function theOpenOne(client: ControlClient): Promise<Which> {
  const { slots } = await client.call(operatorCalls.snapshot, {});
  const open = slots.filter(({ login }) => login.window === "open" || login.window === "closing");
  const [one, another] = open;
  if (!one) throw new UsageError("login --done: no window to log in is open");
  if (another) {
    throw new UsageError(`login --done: name one of the slots ${open.map(({ slot }) => slot).join(", ")}`);
  }
  return { slot: one.slot };
}
