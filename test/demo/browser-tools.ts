import { type Browser, chromium, type Page } from "playwright-core";
import { z } from "zod";
import type { ToolClient } from "../../demo/agents/tool-answer.ts";

/** The tools that the demo agents call, straight on a page: their work is tested here, not SessionDock. */
export interface BrowserTools extends ToolClient {
  readonly page: Page;
  /** Tools in the order in which they were called. */
  readonly called: readonly string[];
  /** Called before each tool; a result that it gives stands in for the tool's own. */
  before: (tool: string, element: string | undefined) => Promise<unknown>;
  close(): Promise<void>;
}

const input = z.object({
  url: z.string().optional(),
  element: z.string().optional(),
  target: z.string().default(""),
  text: z.string().default(""),
  textGone: z.string().default(""),
  fields: z.array(z.object({ target: z.string(), value: z.string() })).default([]),
});

export async function openBrowserTools(): Promise<BrowserTools> {
  const browser: Browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  const called: string[] = [];

  async function act(tool: string, given: z.output<typeof input>): Promise<void> {
    const at = (reference: string) => page.locator(`aria-ref=${reference}`);
    if (tool === "browser_navigate") await page.goto(given.url ?? "");
    if (tool === "browser_type") await at(given.target).fill(given.text);
    if (tool === "browser_wait_for") await page.getByText(given.textGone).waitFor({ state: "hidden" });
    for (const field of given.fields) await at(field.target).fill(field.value);
    if (tool !== "browser_click") return;
    await at(given.target).click();
    // A save is over when the page has heard of it, one way or the other.
    if (given.element === "Save") await page.getByText(/^(Saved|Not saved)$/).waitFor();
    else await page.waitForLoadState();
  }

  const tools: BrowserTools = {
    page,
    called,
    before: async () => null,
    async callTool(call) {
      called.push(call.name);
      const given = input.parse(call.arguments);
      const instead = await tools.before(call.name, given.element);
      if (instead !== null) return instead;
      await act(call.name, given);
      return { content: [{ type: "text", text: await page.ariaSnapshot({ mode: "ai" }) }] };
    },
    close: () => browser.close(),
  };
  return tools;
}
