import type { z } from "zod";
import type { Call } from "../shared/contract/call.ts";
import { DockError } from "../shared/errors.ts";
import type { ControlClient } from "./control-client.ts";
import { withDeadline } from "./deadline.ts";

/** A hello is answered in a few milliseconds; a control room that needs longer than this hangs. */
const helloBudgetMs = 10_000;

/** @throws DockError `TOKEN_INVALID`, or `CONTROL_ROOM_NOT_RUNNING` when a connection is taken but not answered */
export function sayHello<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  client: ControlClient,
  hello: Call<Name, Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  const late = (): DockError =>
    new DockError(
      "CONTROL_ROOM_NOT_RUNNING",
      `the control room took the connection but hasn't answered for ${helloBudgetMs / 1000} s`,
      { hint: "It hangs. End its process and start it again with ./scripts/start.sh; its records are kept." },
    );
  return withDeadline(client.call(hello, input), helloBudgetMs, late);
}
