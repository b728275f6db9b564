import type { Asked, Reply } from "./message.ts";

export interface Route {
  readonly method: "GET" | "POST";
  /** Path; a part that starts with a colon names what stands there. */
  readonly pattern: string;
  /** True where a request changes the shop; only such requests meet faults. */
  readonly changes: boolean;
  handle(asked: Asked): Reply;
}

export interface FoundRoute {
  readonly route: Route;
  readonly named: Readonly<Record<string, string>>;
}

export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute | null {
  for (const route of routes) {
    const named = route.method === method ? matchPath(route.pattern, path) : null;
    if (named) return { route, named };
  }
  return null;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const parts = path.split("/");
  if (wanted.length !== parts.length) return null;
  const named: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const want = wanted[index] ?? "";
    if (want.startsWith(":")) named[want.slice(1)] = part;
    else if (want !== part) return null;
  }
  return named;
}
