import { type ControlClient, connectToControlRoom, readControlToken } from "../../../src/cli/control-client.ts";
import { sayHello } from "../../../src/cli/hello.ts";
import type { Paths } from "../../../src/main/adapters/system/paths.ts";
import { agentCalls, stillThereQuestion, type ToolResult, waitingNotice } from "../../../src/shared/contract/agent.ts";

const waitMs = 3_600_000;

/** One agent on a connection of its own, as its wrapper makes it. */
export class StormAgent {
  readonly name: string;
  readonly target: string;
  /** How often it has said that it is still there. */
  proofs = 0;
  /** What it was told while it waited. */
  readonly notices: string[] = [];
  answer: ToolResult | null = null;
  alive = true;
  readonly #client: ControlClient;
  readonly #abort = new AbortController();
  #calls = 0;

  private constructor(name: string, target: string, client: ControlClient) {
    this.name = name;
    this.target = target;
    this.#client = client;
  }

  /** Connects and asks for the login. The answer comes when it has a slot. */
  static async arrive(paths: Paths, name: string, target: string): Promise<StormAgent> {
    const client = await connectToControlRoom(paths);
    const agent = new StormAgent(name, target, client);
    client.onNotice(waitingNotice, ({ sentence }) => agent.notices.push(sentence));
    client.onQuestion(stillThereQuestion, () => {
      agent.proofs += 1;
      return { there: true };
    });
    const who = { agent: { id: name, name }, target: { key: target, source: "override" as const } };
    await sayHello(client, agentCalls.hello, { protocol: 1, token: readControlToken(paths), ...who });
    agent.#call("browser_snapshot").then(
      (answer) => {
        agent.answer = answer;
      },
      () => {},
    );
    return agent;
  }

  async release(): Promise<void> {
    await this.#call("session_release");
    this.#end();
  }

  async goodbye(): Promise<void> {
    await this.#client.call(agentCalls.goodbye, {});
    this.#end();
  }

  /** Gives the call up, and then leaves. */
  async cancel(): Promise<void> {
    this.alive = false;
    this.#abort.abort();
    await this.goodbye();
  }

  /** Its process is gone, without a word. */
  die(): void {
    this.#end();
  }

  #end(): void {
    this.alive = false;
    this.#client.close();
  }

  #call(tool: string): Promise<ToolResult> {
    this.#calls += 1;
    const call = { actionId: `${this.name} call ${this.#calls}`, tool, arguments: {}, waitMs };
    return this.#client.call(agentCalls.call, call, { signal: this.#abort.signal });
  }
}
