import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";

/** Another MCP server that drives a headed browser of its own. */
export interface Peer {
  /** What it really is, for the figures. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** @param given the command line of any MCP server with Playwright's tools; null for the one that is installed here */
export function choosePeer(given: string | null, browser: string): Peer {
  if (given !== null) {
    const [command = "", ...args] = given.split(" ").filter((part) => part !== "");
    return { name: given, command, args };
  }
  const manifest = createRequire(import.meta.url).resolve("playwright-core/package.json");
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, "utf8")));
  return {
    // @playwright/mcp is a small shell around this very program.
    name: `playwright-core ${version} mcp`,
    command: process.execPath,
    args: [
      join(dirname(manifest), "cli.js"),
      "mcp",
      "--isolated",
      `--executable-path=${browser}`,
      // The page's text in the answer, where ours has it as well.
      "--snapshot-mode=full",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  };
}

/** Starts it and shakes hands; its browser comes with the first tool call, as ours does. */
export async function connectPeer(peer: Peer, display: string, directory: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: peer.command,
    args: [...peer.args],
    // It may write files into the directory that it is started in.
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", DISPLAY: display },
    stderr: "ignore",
  });
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(transport);
  return client;
}
