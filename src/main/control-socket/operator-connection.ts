import type { MessageConnection } from "vscode-jsonrpc/node";
import { type OperatorCallKey, operatorCalls } from "../../shared/contract/operator.ts";
import type { ControlRoom } from "../control-room.ts";
import { answer } from "./answer.ts";

/** The operator's command line: the same calls as the window's. */
export function serveOperator(connection: MessageConnection, room: Pick<ControlRoom, "handle">): void {
  for (const key of operatorKeys()) {
    answer(connection, operatorCalls[key].name, (raw) => room.handle(key, raw ?? {}));
  }
}

function operatorKeys(): OperatorCallKey[] {
  return Object.keys(operatorCalls).filter((key): key is OperatorCallKey => Object.hasOwn(operatorCalls, key));
}
