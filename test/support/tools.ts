import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { findReference } from "../../demo/agents/find-reference.ts";
import { callTool, type ToolAnswer } from "../../demo/agents/tool-answer.ts";

/** One tool call of an agent. */
export function use(agent: Client, tool: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
  return callTool(agent, { tool, arguments: input });
}

/** The reference of an element in the text of a result. @throws Error that shows the text */
export function refOf(answer: ToolAnswer, role: string, name: string | RegExp): string {
  const reference = findReference(answer.text, role, name);
  if (reference === null) throw new Error(`no ${role} ${String(name)} in:\n${answer.text}`);
  return reference;
}

/** Logs in to the shop and opens a product. */
export async function openProduct(agent: Client, shop: string, user: string, product = 7): Promise<ToolAnswer> {
  const login = await use(agent, "browser_navigate", { url: `${shop}/login` });
  await use(agent, "browser_fill_form", {
    fields: [
      { name: "User", target: refOf(login, "textbox", "User"), type: "textbox", value: user },
      { name: "Password", target: refOf(login, "textbox", "Password"), type: "textbox", value: "demo" },
    ],
  });
  await use(agent, "browser_click", { target: refOf(login, "button", "Log in") });
  return use(agent, "browser_navigate", { url: `${shop}/admin/products/${product}` });
}
