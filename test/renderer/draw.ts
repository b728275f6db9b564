import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };

/** What is drawn before anything was clicked, as HTML. */
export function draw(node: ReactNode): string {
  return renderToStaticMarkup(node).replaceAll(/&(#?\w+);/g, (entity, name: string) => named[name] ?? entity);
}

/** The same as a reader hears it: text only, one space between elements. */
export function drawText(node: ReactNode): string {
  return draw(node)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

/** The accessible names of what can be pressed or typed into. */
export function namesOf(html: string): readonly string[] {
  return [...html.matchAll(/<(?:button|input|textarea)[^>]*? aria-label="([^"]*)"/g)].map(([, name]) => name ?? "");
}
