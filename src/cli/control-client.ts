import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-jsonrpc/node";
import type { z } from "zod";
import type { Paths } from "../main/adapters/system/paths.ts";
import { type Call, parseInput } from "../shared/contract/call.ts";
import { DockError } from "../shared/errors.ts";
import { fromWire } from "./wire-errors.ts";

/** A connection to the control room. What comes out of it has been parsed; what it throws is a `DockError`. */
export interface ControlClient {
  /**
   * @param options.signal asks the control room to stop waiting for the call; what has begun isn't undone
   * @throws DockError the control room's own, or `ConnectionLostError` when no answer can come any more
   */
  call<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
    call: Call<Name, Input, Output>,
    input: z.input<Input>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<z.output<Output>>;
  onNotice<Params extends z.ZodType>(
    notice: { readonly name: string; readonly params: Params },
    listener: (params: z.output<Params>) => void,
  ): void;
  /** Answers what the control room asks by itself. A question in another form than this version's gets no answer. */
  onQuestion<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
    question: Call<Name, Input, Output>,
    answer: (input: z.output<Input>) => z.output<Output>,
  ): void;
  readonly isLost: () => boolean;
  /** Settles when the connection has ended, by whichever side. */
  readonly ended: Promise<void>;
  close(): void;
}

type Where = Pick<Paths, "controlSocket" | "controlToken">;

/** @throws DockError `CONTROL_ROOM_NOT_RUNNING`, or `NOT_ALLOWED` for the socket of another user */
export async function connectToControlRoom(where: Where): Promise<ControlClient> {
  const socket = await openSocket(where.controlSocket);
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  const ended = Promise.withResolvers<void>();
  let lost = false;
  const end = (): void => {
    if (lost) return;
    lost = true;
    ended.resolve();
    // Disposing rejects the calls that are under way; closing alone would leave them without an end.
    connection.dispose();
    socket.destroy();
  };
  connection.onClose(end);
  connection.onError(end);
  connection.listen();
  return {
    call: (call, input, options) => request(connection, call, input, options?.signal),
    onNotice: (notice, listener) => {
      connection.onNotification(notice.name, (params: unknown) => {
        const parsed = notice.params.safeParse(params);
        if (parsed.success) listener(parsed.data);
      });
    },
    onQuestion: (question, answer) => {
      connection.onRequest(question.name, (params: unknown) =>
        answer(parseInput(question.input, params, question.name)),
      );
    },
    isLost: () => lost,
    ended: ended.promise,
    close: end,
  };
}

/** @throws DockError `CONTROL_ROOM_NOT_RUNNING`, `NOT_ALLOWED` */
export function readControlToken(where: Where): string {
  try {
    return readFileSync(where.controlToken, "utf8").trim();
  } catch (error) {
    throw unreachable(where.controlToken, error);
  }
}

async function request<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  connection: MessageConnection,
  call: Call<Name, Input, Output>,
  input: z.input<Input>,
  signal: AbortSignal | undefined,
): Promise<z.output<Output>> {
  const params = parseInput(call.input, input, call.name);
  const cancellation = new CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  let answer: unknown;
  try {
    answer = await connection.sendRequest<unknown>(call.name, params, cancellation.token);
  } catch (thrown) {
    throw fromWire(thrown, call.name);
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancellation.dispose();
  }
  const parsed = call.output.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new DockError("INTERNAL", `${call.name} was answered in a form that this version doesn't know`, {
    cause: parsed.error,
  });
}

function openSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    // Stays for good: without a listener, an error after the connection was disposed would end the process.
    socket.on("error", (error) => reject(unreachable(path, error)));
    socket.once("connect", () => resolve(socket));
  });
}

function unreachable(path: string, error: unknown): DockError {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "EACCES" || code === "EPERM") {
    return new DockError("NOT_ALLOWED", `${path} belongs to another user`, { cause: error });
  }
  return new DockError("CONTROL_ROOM_NOT_RUNNING", `no control room answers at ${path} (${code})`, { cause: error });
}
