import { type Shop, startShop } from "../../../demo/shop/start-shop.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../../support/control-room.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import { createWitness, type Witness } from "../../support/witness.ts";

const browser = process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium";

export interface BenchWorkplace {
  readonly display: string;
  readonly shop: Shop;
  readonly room: TestRoom;
  /** Present when asked for: it costs a little, so only where what it sees is measured. */
  readonly witness: Witness | null;
}

/** A screen, a shop and a control room of its own, all closed with the stack. */
export async function openWorkplace(
  stack: AsyncDisposableStack,
  options: { readonly witnessed?: boolean; readonly shop?: Shop; readonly display?: string } = {},
): Promise<BenchWorkplace> {
  const display = options.display ?? stack.adopt(await startVirtualDisplay(), (opened) => opened.stop()).display;
  const shop = options.shop ?? stack.adopt(await startShop(), (opened) => opened.stop());
  const home = stack.adopt(makeHome(), removeHome);
  const witness = options.witnessed === true ? createWitness(home, browser) : null;
  const config = witness ? { browser: { path: witness.browser } } : {};
  const room = stack.adopt(await startRoom({ display, home, config }), (opened) => opened.stop());
  return { display, shop, room, witness };
}
