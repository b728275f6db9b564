import { ErrorCodes, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { agentCalls, presenceQuestion, stillThereQuestion, waitingNotice } from "../../shared/contract/agent.ts";
import { parseInput } from "../../shared/contract/call.ts";
import type { AgentDesk } from "../engine/agent-desk.ts";
import type { AgentSession } from "../engine/agent-sessions.ts";
import type { WaitNotice } from "../engine/queue/waiting.ts";
import { answer } from "./answer.ts";

/** One agent's wrapper. Its results go to this connection only (R33); its end is the session's end (R44). */
export function serveAgent(connection: MessageConnection, agents: AgentDesk, session: AgentSession): void {
  answer(connection, agentCalls.call.name, async (raw, signal) => {
    const call = parseInput(agentCalls.call.input, raw, agentCalls.call.name);
    const tell = async (notice: WaitNotice) =>
      connection.sendNotification(waitingNotice.name, { actionId: call.actionId, ...notice });
    const stillThere = () => isStillThere(connection, call.actionId);
    return agents.call(session, { ...call, signal, stillThere }, (notice) => {
      // Whoever has hung up needs no notice; on a closed connection the sending itself throws.
      tell(notice).catch(() => {});
    });
  });
  answer(connection, agentCalls.goodbye.name, async (raw) => {
    parseInput(agentCalls.goodbye.input, raw ?? {}, agentCalls.goodbye.name);
    agents.goodbye(session, "left");
    return { done: true };
  });
}

/**
 * Asks the wrapper whether it is there. Any answer shows it, also one that does not know the question.
 * @throws what the connection says when nobody can answer any more
 */
export async function askPresence(connection: MessageConnection): Promise<void> {
  try {
    await connection.sendRequest(presenceQuestion.name, {});
  } catch (error) {
    if (!(error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound)) throw error;
  }
}

/** Any answer shows that somebody is there, also one that does not know the question. */
async function isStillThere(connection: MessageConnection, actionId: string): Promise<boolean> {
  try {
    const answered = await connection.sendRequest<unknown>(stillThereQuestion.name, { actionId });
    const parsed = stillThereQuestion.output.safeParse(answered);
    return !parsed.success || parsed.data.there;
  } catch (error) {
    return error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound;
  }
}
