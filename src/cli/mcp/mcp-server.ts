import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { plain } from "../output.ts";
import { version } from "../version.ts";
import type { AgentSession } from "./agent-session.ts";
import { answerCall } from "./answer-call.ts";
import { listTools } from "./tool-list.ts";

const instructions = `You drive a real Chrome window that a person watches and can take over at any moment.
The first call gets you a window; when all are in use it waits and says why.
Every result states an outcome: not_sent (nothing happened, safe to repeat), done, failed, or unknown.
unknown means that it may have happened: take a browser_snapshot and look before you do anything again.
Cancelling a call, or giving up on it, doesn't undo it: its outcome is unknown to you as well.
Element references come from the last browser_snapshot and end with the page or when control changes.
Call session_release when you are done.`;

/**
 * The agent's MCP server. Listing the tools touches nothing: no socket, no file, no slot (R15).
 * @param waitMs how long a call may wait for a slot
 */
export function createMcpServer(session: AgentSession, waitMs: number): Server {
  const server = new Server(
    { name: "sessiondock", title: "SessionDock", version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, listTools);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    const onWaiting = ({ sentence, position }: { sentence: string; position: number }): void => {
      if (progressToken === undefined) return;
      progress += 1;
      const message = `Place ${position} in the queue. ${sentence}`;
      // Lost only with the transport, and then its end ends this process.
      sendNotification({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(
        () => undefined,
      );
    };
    // The client hears no more of a cancelled call, so the person who reads its log is told.
    signal.addEventListener("abort", () => {
      process.stderr.write(
        `sessiondock: ${plain(params.name)} was cancelled by the client. What had begun isn't undone; its outcome is unknown to the agent.\n`,
      );
    });
    return answerCall(params, { session, waitMs, signal, onWaiting });
  });
  return server;
}
