import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { type Shop, startShop } from "../../../demo/shop/start-shop.ts";
import { refOf, use } from "../../support/tools.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import type { BenchContext, Figure } from "../support/bench.ts";
import { milliseconds } from "../support/quantile.ts";
import { openWorkplace } from "../support/workplace.ts";
import { choosePeer, connectPeer } from "./peer.ts";

const firstResults = 5;
const clicks = 15;
const browser = process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium";

/** One agent, and the peer with the same calls, taking turns on the same screen: first result and a Save that posts. */
export async function aloneBesidePeer(context: BenchContext): Promise<Readonly<Record<string, Figure>>> {
  await using stack = new AsyncDisposableStack();
  const { display } = stack.adopt(await startVirtualDisplay(), (opened) => opened.stop());
  const shop = stack.adopt(await startShop(), (opened) => opened.stop());
  const peer = choosePeer(context.peer, browser);
  const ours: number[] = [];
  const theirs: number[] = [];
  const clicked = { ours: [] as readonly number[], theirs: [] as readonly number[] };
  const rounds = Math.min(context.trials ?? firstResults, firstResults);
  for (let round = 0; round < rounds; round += 1) {
    await using turn = new AsyncDisposableStack();
    // A control room of its own each time: its slot is as cold and its profile as new as the peer's.
    const { room } = await openWorkplace(turn, { shop, display });
    const own = await firstResult(() => room.agent("alone"), shop, turn);
    ours.push(own.milliseconds);
    const other = await firstResult(() => connectPeer(peer, display, room.home), shop, turn);
    theirs.push(other.milliseconds);
    context.progress(
      `first result: ours ${Math.round(own.milliseconds)} ms, peer ${Math.round(other.milliseconds)} ms`,
    );
    if (round < rounds - 1) continue;
    Object.assign(clicked, await clickInTurns(own.client, other.client, shop, context.trials ?? clicks));
  }
  return {
    peer: peer.name,
    first_result_alone_ms: milliseconds(ours, 0.5),
    peer_first_result_ms: milliseconds(theirs, 0.5),
    // The least disturbed of each: on a busy machine it says more than the median.
    first_result_alone_ms_min: milliseconds(ours, 0),
    peer_first_result_ms_min: milliseconds(theirs, 0),
    first_result_rounds: rounds,
    click_ms_p50: milliseconds(clicked.ours, 0.5),
    peer_click_ms_p50: milliseconds(clicked.theirs, 0.5),
    click_rounds: clicked.ours.length,
  };
}

interface FirstResult {
  readonly client: Client;
  /** From the spawn of the server to its first tool result. */
  readonly milliseconds: number;
}

async function firstResult(
  connect: () => Promise<Client>,
  shop: Shop,
  stack: AsyncDisposableStack,
): Promise<FirstResult> {
  const spawned = performance.now();
  const client = stack.adopt(await connect(), (connected) => connected.close());
  const answer = await use(client, "browser_navigate", { url: `${shop.url}/login` });
  const milliseconds = performance.now() - spawned;
  if (answer.outcome !== "done") throw new Error(`the first call was not done:\n${answer.text}`);
  return { client, milliseconds };
}

/** The same Save on the same page; who is first alternates. */
async function clickInTurns(ours: Client, theirs: Client, shop: Shop, rounds: number) {
  const sides = [await ready(ours, shop, "agent1", 7), await ready(theirs, shop, "agent2", 8)] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const started = performance.now();
      const answer = await use(side.client, "browser_click", { element: "Save", target: side.save });
      side.times.push(performance.now() - started);
      if (answer.outcome !== "done") throw new Error(`a click was not done:\n${answer.text}`);
    }
  }
  const saved = shop.ledger().length;
  if (saved < 2 * rounds) throw new Error(`only ${saved} of ${2 * rounds} clicks saved something`);
  return { ours: sides[0].times, theirs: sides[1].times };
}

/** Logs in and opens a product. Asks for each snapshot: not every server sends the page's text with its other answers. */
async function ready(client: Client, shop: Shop, user: string, product: number) {
  await use(client, "browser_navigate", { url: `${shop.url}/login` });
  const login = await use(client, "browser_snapshot");
  const fields = [
    { name: "User", target: refOf(login, "textbox", "User"), type: "textbox", value: user },
    { name: "Password", target: refOf(login, "textbox", "Password"), type: "textbox", value: "demo" },
  ];
  await use(client, "browser_fill_form", { fields });
  await use(client, "browser_click", { element: "Log in", target: refOf(login, "button", "Log in") });
  await use(client, "browser_navigate", { url: `${shop.url}/admin/products/${product}` });
  const opened = await use(client, "browser_snapshot");
  const times: number[] = [];
  return { client, save: refOf(opened, "button", "Save"), times };
}
