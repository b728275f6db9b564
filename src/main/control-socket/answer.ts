import { type CancellationToken, ErrorCodes, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { toErrorBody } from "../../shared/errors.ts";

/** Answers one method; an error travels as JSON-RPC error data, because its code is what counts. */
export function answer(
  connection: MessageConnection,
  name: string,
  run: (raw: unknown, signal: AbortSignal) => Promise<unknown>,
): void {
  connection.onRequest(name, async (raw: unknown, token: CancellationToken) => {
    const abort = new AbortController();
    const watch = token.onCancellationRequested(() => abort.abort());
    try {
      return await run(raw, abort.signal);
    } catch (error) {
      return failure(error);
    } finally {
      watch.dispose();
    }
  });
}

/** Anything thrown, as the JSON-RPC error that clients turn back into ours. */
export function failure(error: unknown): ResponseError<unknown> {
  const body = toErrorBody(error);
  return new ResponseError(ErrorCodes.UnknownErrorCode, body.message, body);
}
