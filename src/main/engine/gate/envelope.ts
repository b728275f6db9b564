/**
 * The outer part of a DevTools message from Chrome, read without parsing its body: a screenshot is megabytes, and
 * parsing it again here cost 39 % of its time. Chrome writes `id` or `method` first and `sessionId` last.
 */
export interface Envelope {
  /** Number of the command that this answers; null for an event. */
  readonly id: number | null;
  readonly method: string | null;
  readonly sessionId: string | null;
}

const headLength = 120;
const tailLength = 80;
const answer = /^\{"id":(\d+)/;
const event = /^\{"method":"([A-Za-z.]+)"/;
/**
 * A message without a session ends in `}}`, so a `sessionId` inside `params` can't be taken for the envelope's.
 */
const session = /,"sessionId":"([0-9A-Za-z-]+)"\}$/;

export function readEnvelope(message: Buffer): Envelope {
  const head = message.toString("latin1", 0, headLength);
  const tail = message.toString("latin1", Math.max(0, message.length - tailLength));
  const id = answer.exec(head)?.[1];
  return {
    id: id === undefined ? null : Number(id),
    method: event.exec(head)?.[1] ?? null,
    sessionId: session.exec(tail)?.[1] ?? null,
  };
}

const closing = Buffer.from("}");

/** The same message as the browser's own connection would have carried it: without `sessionId`. */
export function withoutSession(message: Buffer, sessionId: string): Buffer {
  const suffix = `,"sessionId":"${sessionId}"}`.length;
  return Buffer.concat([message.subarray(0, message.length - suffix), closing]);
}
