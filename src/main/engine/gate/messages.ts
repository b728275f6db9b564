/** Shapes of the few DevTools messages that the gate itself reads. Chrome is trusted to be Chrome, not to be typed. */

export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId: string | null;
}

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly openerId: string | null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(record: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = record[key];
  return typeof value === "string" ? value : null;
}

/** @returns null when the text is not a DevTools command */
export function parseCommand(text: string): Command | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { id, method, params, sessionId } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || typeof method !== "string") return null;
  if (sessionId !== undefined && typeof sessionId !== "string") return null;
  if (params !== undefined && !isRecord(params)) return null;
  return { id, method, params: params ?? {}, sessionId: sessionId ?? null };
}

export function parseTargetInfo(value: unknown): TargetInfo | null {
  if (!isRecord(value)) return null;
  const targetId = textOf(value, "targetId");
  const type = textOf(value, "type");
  if (targetId === null || type === null) return null;
  return { targetId, type, url: textOf(value, "url") ?? "", openerId: textOf(value, "openerId") };
}

/** @returns an empty record when the message is not an object in JSON */
export function parseMessage(message: Buffer | string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(message.toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
