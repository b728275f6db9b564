import type { IncomingMessage } from "node:http";
import type { Html } from "./html.ts";

/** What a page or a control route gets to see of a request. */
export interface Asked {
  readonly path: string;
  /** Parts of the path that the route's pattern names. */
  readonly named: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
  /** The user who is logged in; empty on routes that need no login. */
  readonly user: string;
  readonly cookieHeader: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

const largestBody = 10 * 1024 * 1024;

/** @throws RangeError when the body is larger than 10 MiB */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestBody) throw new RangeError("the body is larger than 10 MiB");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

export function formFields(asked: Asked): URLSearchParams {
  return new URLSearchParams(asked.body.toString("utf8"));
}

/** @returns undefined when the body is no JSON */
export function jsonBody(asked: Asked): unknown {
  try {
    return JSON.parse(asked.body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export function page(markup: Html, status = 200): Reply {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body: markup.text };
}

export function json(value: unknown, status = 200): Reply {
  return { status, headers: { "content-type": "application/json" }, body: `${JSON.stringify(value)}\n` };
}

/** 303, so that going back or reloading never posts a form again. */
export function redirect(location: string, cookies: readonly string[] = []): Reply {
  return { status: 303, headers: { location, "set-cookie": cookies }, body: "" };
}
