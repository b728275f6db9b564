import { ConnectionError, ErrorCodes, ResponseError } from "vscode-jsonrpc/node";
import { errorBody } from "../shared/contract/agent.ts";
import { DockError, isErrorCode } from "../shared/errors.ts";

/**
 * The connection ended after a call was sent and before its answer came. Whether the call was carried out is
 * not known; nothing is sent again (R44).
 */
export class ConnectionLostError extends DockError {
  constructor(callName: string) {
    super("CONTROL_ROOM_NOT_RUNNING", `the connection to the control room ended before ${callName} was answered`, {
      retry: "look_first",
      hint: "It may have been done. Look before you do anything again; `sessiondock status` shows whether the control room runs.",
    });
  }
}

const connectionIsOver: readonly number[] = [ErrorCodes.PendingResponseRejected, ErrorCodes.MessageWriteError];

/** What a call over the control socket rejected with, as the error that the control room meant. */
export function fromWire(thrown: unknown, callName: string): DockError {
  if (thrown instanceof DockError) return thrown;
  if (thrown instanceof ConnectionError) return new ConnectionLostError(callName);
  if (!(thrown instanceof ResponseError)) return unexpected(callName, String(thrown), thrown);
  if (connectionIsOver.includes(thrown.code)) return new ConnectionLostError(callName);
  const body = errorBody.safeParse(thrown.data);
  if (body.success) return fromBody(body.data, thrown);
  if (thrown.code === ErrorCodes.MethodNotFound) {
    return new DockError("CALL_UNKNOWN", `the control room doesn't know ${callName}`, { cause: thrown });
  }
  return unexpected(callName, thrown.message, thrown);
}

function fromBody(
  body: { code: string; message: string; hint: string; retry: DockError["retry"] },
  cause: unknown,
): DockError {
  const { hint, retry } = body;
  // A newer control room may have codes that this list lacks; its own words are kept all the same.
  return isErrorCode(body.code)
    ? new DockError(body.code, body.message, { cause, hint, retry })
    : new DockError("INTERNAL", `${body.code}: ${body.message}`, { cause, hint, retry });
}

function unexpected(callName: string, text: string, cause: unknown): DockError {
  return new DockError("INTERNAL", `${callName}: ${text}`, { cause });
}
