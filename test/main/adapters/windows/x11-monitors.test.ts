import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RandR } from "x11";
import type { Rectangle } from "../../../../src/core/view/snapshot.ts";
import { connectX11, type X11Connection } from "../../../../src/main/adapters/windows/x11-connection.ts";
import { openMonitors, type X11Monitors } from "../../../../src/main/adapters/windows/x11-monitors.ts";
import { buildEdid } from "../../../support/edid.ts";
import { until } from "../../../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../../../support/virtual-display.ts";

const left = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1920, height: 1080 };

describe("the monitors of an X screen", () => {
  let screen: VirtualDisplay;
  let connection: X11Connection;
  let monitors: X11Monitors;

  beforeAll(async () => {
    screen = await startVirtualDisplay();
    connection = await connectX11(screen.display);
    monitors = await openMonitors(connection);
    await windowManagerAnswers();
  });
  afterAll(async () => {
    connection?.close();
    await screen?.stop();
  });

  it("are free of panels where there are none", async () => {
    expect(await workAreas()).toEqual({ left, right });
  });

  it.each([
    ["_NET_WM_STRUT_PARTIAL", [0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 1920, 3839], { ...right, height: 1040 }],
    // This one keeps a whole edge of the screen; only the right monitor lies at it.
    ["_NET_WM_STRUT", [0, 40, 0, 0], { ...right, width: 1880 }],
  ])("have less room for windows while a dock with %s stands on them", async (property, strut, expected) => {
    const lessRoom = areasThat((areas) => !isDeepStrictEqual(areas, { left, right }));
    const dock = await openDock(property, strut);
    expect(await lessRoom).toEqual({ left, right: expected });
    const roomAgain = areasThat((areas) => isDeepStrictEqual(areas, { left, right }));
    connection.post((client) => client.DestroyWindow(dock));
    await roomAgain;
  });

  // Xvfb's output has no EDID of its own: the server is given one, as a driver would do.
  it("are known by their EDID, and by their name where they have none or it is not one", async () => {
    expect(await ids()).toEqual(["left", "right"]);
    await giveEdid(buildEdid({ maker: "DEL", product: 0xa0c4, serial: 7, serialText: "7MT0158M" }));
    expect(await ids()).toEqual(["edid:DEL-A0C4-7MT0158M", "right"]);
    await giveEdid(Buffer.alloc(128));
    expect(await ids()).toEqual(["left", "right"]);
  });

  /** While openbox starts it takes no notice of new windows; what it is asked by then it does afterwards. */
  async function windowManagerAnswers(): Promise<void> {
    const name = "_NET_NUMBER_OF_DESKTOPS";
    const atom = await connection.atom(name);
    connection.post((client) => client.SendClientMessage(connection.root, connection.root, atom, 32, [3]));
    await until("openbox to answer", async () => (await connection.numbers(connection.root, name))[0] === 3);
  }

  async function ids(): Promise<string[]> {
    return (await monitors.list()).map((monitor) => monitor.id);
  }

  async function workAreas(): Promise<Record<string, Rectangle>> {
    return Object.fromEntries((await monitors.list()).map(({ name, workArea }) => [name, workArea]));
  }

  /** Reads them whenever they may have changed, until they are as wanted. */
  async function areasThat(
    areWanted: (areas: Record<string, Rectangle>) => boolean,
  ): Promise<Record<string, Rectangle>> {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, Rectangle>>();
    const off = monitors.onMaybeChanged(() => {
      workAreas().then((areas) => {
        if (areWanted(areas)) resolve(areas);
      }, reject);
    });
    return await promise.finally(off);
  }

  async function openDock(property: string, strut: readonly number[]): Promise<number> {
    const names = ["_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", property, "ATOM", "CARDINAL"];
    const [type = 0, dock = 0, strutAtom = 0, atom = 0, cardinal = 0] = await Promise.all(
      names.map((name) => connection.atom(name)),
    );
    const window = connection.client.AllocID();
    connection.post((client) => {
      client.CreateWindow(window, connection.root, 1920, 1040, 1920, 40, 0, 0, 0, 0, {});
      client.ChangeProperty(0, window, type, atom, 32, [dock]);
      client.ChangeProperty(0, window, strutAtom, cardinal, 32, strut);
      client.MapWindow(window);
    });
    return window;
  }

  async function giveEdid(edid: Buffer): Promise<void> {
    const [name, integer] = await Promise.all([connection.atom("EDID"), connection.atom("INTEGER")]);
    const randr = await connection.request<RandR>((client, reply) =>
      client.require("randr", (error, extension) => {
        reply(error, extension);
      }),
    );
    const { outputs } = await connection.request<{ readonly outputs: readonly number[] }>((_client, reply) =>
      randr.GetScreenResources(connection.root, reply),
    );
    connection.post(() => randr.ChangeOutputProperty(outputs[0] ?? 0, name, integer, 8, 0, edid));
  }
});
