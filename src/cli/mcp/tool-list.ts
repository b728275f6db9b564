import { type ListToolsResult, ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type Tool, tools } from "../../shared/contract/tools.ts";

/** The answer to `tools/list`, made from the same schemas that calls are checked with. */
export function listTools(): ListToolsResult {
  return ListToolsResultSchema.parse({ tools: tools.map(describe) });
}

function describe(tool: Tool): Record<string, unknown> {
  // The dialect is the one that MCP assumes anyway; 21 copies of its address only cost the model tokens.
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input" });
  const reads = tool.effect === "reads";
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema,
    annotations: {
      title: tool.title,
      readOnlyHint: reads,
      // Any click may be the one that deletes something; a client that asks first should ask.
      destructiveHint: !reads && tool.by === "broker",
      idempotentHint: reads,
      openWorldHint: tool.by === "broker",
    },
  };
}
