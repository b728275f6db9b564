import { fork } from "node:child_process";
import { join } from "node:path";
import { startShop } from "../../demo/shop/start-shop.ts";
import { watchChild } from "./child.ts";
import { repository } from "./repository.ts";
import { say } from "./say.ts";

/** Each agent closes its wrapper, which returns what it holds. */
const endLimitMs = 15_000;

/**
 * The shop runs in this process.
 * @param stack gets what ends it again
 * @returns its url
 */
export async function openDemoShop(stack: AsyncDisposableStack): Promise<string> {
  const shop = await startShop();
  stack.defer(() => shop.stop());
  say(`the demo shop is at ${shop.url} (user agent1 … agent10, password demo)`);
  return shop.url;
}

/**
 * The agents run in a process of their own, with the wrappers below it. It ends by itself when this process is
 * gone: the channel to it closes.
 */
export async function startDemoAgents(shop: string, agents: number, stack: AsyncDisposableStack): Promise<void> {
  const file = join(repository, "demo", "agents", "main.ts");
  const child = await watchChild(
    "the demo agents",
    fork(file, ["--shop", shop, "--agents", String(agents)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    }),
  );
  stack.defer(async () => void (await child.end(endLimitMs)));
  say(`${agents} demo ${agents === 1 ? "agent begins" : "agents begin"} to work`);
}
