import { AgentConfiguration } from "./agent-configuration.tsx";

/** The first thing a new person sees: how an agent gets here, and what then happens. */
export function NoAgentYet({ configuration }: { readonly configuration: string }) {
  return (
    <section className="panel teach" aria-labelledby="teach-title">
      <h2 id="teach-title">No agent has asked for a slot yet</h2>
      <p>Put these lines into the MCP configuration of your agent:</p>
      <AgentConfiguration lines={configuration} />
      <ol>
        <li>The agent's first tool call gets it a slot, and a Chrome window opens on the wall.</li>
        <li>Its card appears here. “Take over” shuts the agent out; the receipt then shows what was observed.</li>
        <li>“Hand back” lets the agent go on, with your note if you wrote one.</li>
      </ol>
    </section>
  );
}
