import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import type { Paths } from "../../main/adapters/system/paths.ts";
import {
  type AgentIdentity,
  agentCalls,
  presenceQuestion,
  stillThereQuestion,
  type TargetRequest,
  type ToolResult,
  waitingNotice,
} from "../../shared/contract/agent.ts";
import { DockError } from "../../shared/errors.ts";
import type { ControlClient } from "../control-client.ts";
import { withDeadline } from "../deadline.ts";

export type WaitingNotice = z.output<typeof waitingNotice.params>;

export interface AgentRequest {
  readonly actionId: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onWaiting: (notice: WaitingNotice) => void;
}

/** Ready to carry calls; what `call` throws came after the call was sent. */
export interface ConnectedSession {
  call(request: AgentRequest): Promise<ToolResult>;
}

/** One agent's session at the control room, begun by its first call (R15). */
export interface AgentSession {
  /**
   * Connects and says hello, unless that has been done and the connection still stands. Nothing that was under
   * way on a lost connection is sent again (R44).
   * @throws DockError nothing has been asked for yet
   */
  connect(): Promise<ConnectedSession>;
  /** Says goodbye if there is anybody to say it to. Never throws, and takes a second at the most. */
  goodbye(): Promise<void>;
}

export interface SessionParts {
  readonly paths: Paths;
  readonly identity: Promise<AgentIdentity>;
  readonly target: () => TargetRequest;
}

/** A control room that doesn't answer sees the connection end anyway; the client that closed us waits for our
 * exit, and common ones kill after 2 s. */
const goodbyeBudgetMs = 1000;

/** Together less than a lease waits by default. */
const comeBackAttempts = 16;
const comeBackPauseMs = 500;

export function createAgentSession(parts: SessionParts): AgentSession {
  const waiting = new Map<string, (notice: WaitingNotice) => void>();
  let open: ControlClient | null = null;
  let opening: Promise<ControlClient> | null = null;
  let leaving = false;

  // Decided without an await in between: calls that come at the same time must not make two sessions.
  const connected = (): Promise<ControlClient> => {
    if (open && !open.isLost()) return Promise.resolve(open);
    opening ??= greet(parts, waiting)
      .then((client) => {
        open = client;
        void client.ended.then(comeBack);
        return client;
      })
      .finally(() => {
        opening = null;
      });
    return opening;
  };

  /**
   * A lease waits only some seconds for an agent whose connection was lost (R16), and the next call may come much later.
   * Nothing is sent again; what was under way has been answered as lost.
   */
  const comeBack = async (): Promise<void> => {
    for (let attempt = 0; attempt < comeBackAttempts && !leaving; attempt += 1) {
      await pause(comeBackPauseMs, undefined, { ref: false });
      // The control room may have ended for good: that is for the next call to find out.
      const isBack = await connected().then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  };

  return {
    connect: async () => {
      const client = await connected();
      return { call: (request) => callTool(client, request, waiting) };
    },
    goodbye: async () => {
      leaving = true;
      const last = opening ?? (open?.isLost() === false ? open : null);
      if (!last) return;
      const farewell = async (): Promise<void> => {
        const client = await last;
        await client.call(agentCalls.goodbye, {});
        client.close();
      };
      const late = (): DockError => new DockError("CONTROL_ROOM_NOT_RUNNING", "goodbye was not answered");
      await withDeadline(farewell(), goodbyeBudgetMs, late).catch(() => undefined);
    },
  };
}

async function greet(
  parts: SessionParts,
  waiting: ReadonlyMap<string, (notice: WaitingNotice) => void>,
): Promise<ControlClient> {
  const [agent, { connectToControlRoom, readControlToken }, { sayHello }] = await Promise.all([
    parts.identity,
    // Loaded here, because the handshake needs neither and should be quick.
    import("../control-client.ts"),
    import("../hello.ts"),
  ]);
  const target = parts.target();
  const client = await connectToControlRoom(parts.paths);
  try {
    client.onNotice(waitingNotice, (notice) => waiting.get(notice.actionId)?.(notice));
    client.onQuestion(presenceQuestion, () => ({ present: true }));
    client.onQuestion(stillThereQuestion, ({ actionId }) => ({ there: waiting.has(actionId) }));
    // The token is read anew each time: the control room makes a new one at each start.
    await sayHello(client, agentCalls.hello, { protocol: 1, token: readControlToken(parts.paths), agent, target });
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

async function callTool(
  client: ControlClient,
  request: AgentRequest,
  waiting: Map<string, (notice: WaitingNotice) => void>,
): Promise<ToolResult> {
  const { actionId, tool, waitMs, signal, onWaiting } = request;
  waiting.set(actionId, onWaiting);
  try {
    return await client.call(agentCalls.call, { actionId, tool, arguments: request.arguments, waitMs }, { signal });
  } finally {
    waiting.delete(actionId);
  }
}
