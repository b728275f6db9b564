import type { RunningAction } from "../actions.ts";
import { CommandLog } from "../gate/command-log.ts";
import type { Gate } from "../gate/gate.ts";
import { noteEvidence } from "../resolutions.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import { ActionWatch } from "./action-watch.ts";

/**
 * From here until it is settled, what is written and what is sent counts as this action's. A tool that only reads starts
 * nothing, and does not end the attention for the action before it.
 */
export function watchAction(room: Room, slot: SlotRuntime, gate: Gate, action: RunningAction): void {
  if (action.record.effect === "reads") return;
  const { clock, store } = room.ports;
  const log = new CommandLog(action.tool.through, () => store.actionWrites(action.record.id, clock.now()));
  const watch = new ActionWatch(clock, log, action.tool.name === "browser_handle_dialog");
  watch.onChange = () => noteEvidence(room, slot, action);
  gate.log = log;
  gate.observer.begin(watch);
  action.watch = watch;
  void action.settled.then(() => {
    if (gate.log === log) gate.log = null;
  });
}
