/** The command was called wrongly; the message says how. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const helpText = `SessionDock: ten agents in ten real Chrome windows, and one person in control.

Usage: sessiondock COMMAND

For the person:
  status [--json]            who holds which slot, what runs, who waits and why
  take-over N                take slot N from whoever holds it, and get the receipt
  hand-back N [--note TEXT]  give slot N back to its agent, with a note for it
  foreground N [--to front|cell]
                             bring the window of slot N to the front, or put one that is there back
  receipt N                  the newest receipt of slot N again
  release N                  end the lease of slot N, also a parked one
  login N|TARGET             log in by hand: slot N, or the slot of TARGET, opens in a Chrome that no program drives
  login [N|TARGET] --done    you are through: that window closes, and the login is looked for in a new Chrome
  login N|TARGET --check     look whether the login still holds
  reclaim [N]                what would be lost if slot N, or the one that is idle longest, made room
  reclaim [N] [--epoch E] --yes
                             do it: end the lease, close the window; --epoch as the preview stated it
  unpark N                   give the parked slot N back to its agent, which has come back
  resolve N WAY [--why TEXT] [--action ID]
                             decide about the quarantined slot N; status lists the ways that are open
      inspect                take it over and look; nothing is decided by that
      mark-applied           you saw on the site that the action took effect
      mark-not-applied       you saw on the site that it had no effect
      run-check              let the target's check tell
      look-again             test the reason's facts anew
      discard --yes          wipe profile, logins, downloads and uploads
  hand-back, release, unpark and resolve take --epoch N, as status shows it: refused when
                             control has changed since, so that nobody else's lease is ended
  targets                    which login target has which slot, and which one a new target would take
  targets assign TARGET SLOT [--wipe]
                             give a target a slot; --wipe: also one that has another target, which loses everything
  targets forget TARGET --yes
                             wipe the target's slot, so that it belongs to none
  wall                       how the windows are laid out, on which monitor, and what took the keyboard
  wall grid                  lay them out in a grid, all at once
  wall pages [N]             four at a time; page N is in sight
  wall large [SLOT]          the window of SLOT large, the others in a strip
  arrange                    put every window back into its cell
  pause | resume             stop or go on lending slots
  quit                       close the control room and its Chrome windows
  config [check]             whether the configuration file can be taken, and each line that can't
  config path                where it lies
  config set FIELD VALUE     set one field, such as slots.live 8; comments stay
  config unset FIELD         let one field have its default again
  doctor [--json]            check this machine, one numbered line for each thing

For an agent:
  mcp                        MCP server on standard input and output
      --agent NAME           name of the agent (SESSIONDOCK_AGENT), by default the program that started it
      --target KEY           whose logins it uses (SESSIONDOCK_TARGET), by default the repository it is in
      --wait SECONDS         how long a call may wait for a slot, 25 by default

  help, --help, --version

Exit codes: 0 done, 1 failed, 2 wrong usage or an agent without identity.
Environment: SESSIONDOCK_HOME, SESSIONDOCK_CONFIG.
`;

/** @throws UsageError unless the only positional argument is a slot number */
export function slotNumber(positionals: readonly string[], command: string): number {
  const [text, ...rest] = positionals;
  if (text === undefined) throw new UsageError(`${command} needs the number of a slot, such as: ${command} 3`);
  nothingMore(rest, command);
  return slotNamed(text, command);
}

/** @throws UsageError unless the text is a slot number */
export function slotNamed(text: string, command: string): number {
  const slot = Number(text);
  if (!/^\d{1,3}$/.test(text) || slot < 1 || slot > 100) {
    throw new UsageError(`${command}: "${text}" is not a slot number; slots are numbered from 1 to 100`);
  }
  return slot;
}

/** @throws UsageError when arguments are left over */
export function nothingMore(positionals: readonly string[], command: string): void {
  const extra = positionals[0];
  if (extra !== undefined) throw new UsageError(`${command}: "${extra}" is one argument too many`);
}

/** True for what `parseArgs` throws at an unknown or misused option. */
export function isParseArgsError(thrown: unknown): thrown is Error {
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    thrown.code.startsWith("ERR_PARSE_ARGS_")
  );
}
