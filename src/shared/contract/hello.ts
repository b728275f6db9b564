import { z } from "zod";
import { defineCall } from "./call.ts";

/**
 * First call of an operator's connection: it shows the token of the control room and states the protocol.
 * Agents say `agent/hello` in its place; the first call decides what the connection may ask for.
 * Errors: `TOKEN_INVALID`.
 */
export const operatorHello = defineCall(
  "operator/hello",
  z.strictObject({ protocol: z.literal(1), token: z.string().min(1).max(400) }),
  z.object({ version: z.string() }),
);
