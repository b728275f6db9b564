import { leaseOf } from "../core/lease/control.ts";
import {
  type AttentionView,
  type Change,
  type MonitorView,
  newestEventsKept,
  type WallMode,
} from "../core/view/snapshot.ts";
import type { OperatorCallKey } from "../shared/contract/operator.ts";
import type { ErrorBody } from "../shared/errors.ts";
import { AgentDesk } from "./engine/agent-desk.ts";
import { BrokerPool } from "./engine/broker-pool.ts";
import { ControlDesk } from "./engine/change-control.ts";
import { LiveSettings, type SettingsChange } from "./engine/live-settings.ts";
import { LoginDesk } from "./engine/login/login-desk.ts";
import { MemoryWatch } from "./engine/memory-watch.ts";
import { OperatorDesk, type ShellActions } from "./engine/operator-desk.ts";
import type { ConfigFile, Ports } from "./engine/ports.ts";
import { Queue } from "./engine/queue/queue.ts";
import { Reassigner } from "./engine/reassign.ts";
import { recoverSlots, refuseHiddenHolders } from "./engine/recovery.ts";
import type { Room, RoomSettings } from "./engine/room.ts";
import { Supervisor } from "./engine/supervisor.ts";
import { TargetDesk } from "./engine/target-desk.ts";
import { View } from "./engine/view.ts";
import { Arranger } from "./engine/wall/arrange.ts";
import { FocusGuard } from "./engine/wall/focus-guard.ts";
import { Foreground } from "./engine/wall/foreground.ts";
import { labelWindow } from "./engine/wall/labels.ts";
import { followMonitors } from "./engine/wall/monitors.ts";
import { Wall, type WallChoice } from "./engine/wall/wall.ts";
import { WindowKeeper } from "./engine/wall/window-keeper.ts";
import { finishWipes } from "./engine/wipe.ts";

/** The control room: the only authority over slots, leases and Chromes. Ports in, three methods out. */
export interface ControlRoom {
  /** @throws DockError */
  handle(key: OperatorCallKey, input: unknown, arrivedAt?: number): Promise<unknown>;
  subscribe(listener: (change: Change) => void): () => void;
  /** Ends every lease, broker and Chrome, and settles when their exits were observed. */
  stop(): Promise<void>;
  readonly agents: AgentDesk;
  /** What needs the person now, the most urgent first. */
  attention(): readonly AttentionView[];
  /** Goes on with other settings; nothing that anybody holds is ended by it. */
  configure(change: SettingsChange): Promise<void>;
  /** The configuration file can't be taken any more: that is shown, and the settings from before go on. */
  refuseConfig(problem: ErrorBody): void;
  /** Which monitors there are, and which of them the wall is on. */
  wall(): { readonly monitors: readonly MonitorView[]; readonly monitor: MonitorView | null };
}

export async function openControlRoom(
  ports: Ports,
  settings: RoomSettings,
  options: {
    wall: WallChoice;
    rememberWall: (chosen: { monitor?: string; mode?: WallMode }) => void;
    config: ConfigFile;
    shell: ShellActions;
  },
): Promise<ControlRoom> {
  refuseHiddenHolders(ports, settings.slots);
  const { slots, said } = await recoverSlots(ports, settings.slots);
  // Filled below: the parts speak to each other through the room.
  const late: { view?: View; queue?: Queue } = {};
  const room: Room = {
    ports,
    settings,
    slots,
    paused: false,
    stopping: false,
    event: (slot, kind, text) => {
      try {
        late.view?.addEvent(ports.store.appendEvent(slot, kind, text, ports.clock.now()));
      } catch (error) {
        ports.log(`an event could not be written: ${text}`, error);
      }
    },
    touch: () => late.view?.touch(),
    pump: () => late.queue?.pump(),
  };
  const wall = new Wall(room, options.wall, options.rememberWall);
  const guard = new FocusGuard(room);
  const arranger = new Arranger(room, wall);
  const keeper = new WindowKeeper(room, wall, arranger);
  const foreground = new Foreground(room, arranger, guard);
  const pool = new BrokerPool(ports.brokers, ports.clock);
  const supervisor = new Supervisor(room, wall, {
    born: (slot, pid) => guard.born(slot, pid),
    live: (slot, browser) => {
      foreground.opened(slot);
      labelWindow(room, slot);
      logins.live(slot, browser);
    },
    tabOpened: (slot, targetId) => keeper.tabOpened(slot, targetId),
    isGuarded: (slot) => guard.isGuarded(slot),
    gone: (slot) => browserGone(slot),
    ended: (slot, exit) => logins.ended(slot, exit),
  });
  const desk = new ControlDesk(room, { supervisor, pool, foreground });
  const logins = new LoginDesk(room, { desk, supervisor, wall });
  const memory = new MemoryWatch(room);
  const reassigner = new Reassigner(room, supervisor, (target) => late.queue?.isWanted(target) ?? false);
  const queue = new Queue(room, {
    desk,
    supervisor,
    memory,
    reassign: (...wish) => reassigner.forRequest(...wish),
  });
  const live = new LiveSettings(room, { queue, wall, arranger });
  const view = new View(
    room,
    { wall, guard, queue, memory, reassigner, live },
    ports.store.recentEvents(newestEventsKept),
  );
  late.view = view;
  late.queue = queue;
  const { shell } = options;
  const targets = new TargetDesk(room, reassigner);
  const operator = new OperatorDesk(room, {
    desk,
    supervisor,
    logins,
    queue,
    wall,
    arranger,
    foreground,
    view,
    targets,
    settings: live,
    config: options.config,
    shell,
  });

  /** R44: the person closed the window, or Chrome is gone; the lease is over and nothing is replayed. */
  function browserGone(slot: Room["slots"][number]): void {
    const lease = leaseOf(slot.control);
    if (lease) desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "browser_gone" });
  }

  for (const { slot, kind, text } of said) room.event(slot, kind, text);
  finishWipes(room);
  await wall.read();
  followMonitors(room, wall, arranger);
  pool.warm();
  return {
    agents: new AgentDesk(room, desk, queue),
    handle: (key, input, arrivedAt = ports.clock.now()) => operator.handle(key, input, arrivedAt),
    subscribe: (listener) => view.subscribe(listener),
    configure: (change) => live.change(change),
    refuseConfig: (problem) => live.refuse(problem),
    attention: () => view.snapshot().attention,
    wall: () => ({ monitors: wall.monitors, monitor: wall.monitor }),
    stop: async () => {
      room.stopping = true;
      memory.stop();
      keeper.stop();
      room.event(null, "stopping", "The control room is closing.");
      await Promise.allSettled(slots.map((slot) => endSlot(slot)));
      await pool.close();
    },
  };

  async function endSlot(slot: Room["slots"][number]): Promise<void> {
    const lease = leaseOf(slot.control);
    if (lease) desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "stopping" });
    await logins.stop(slot);
    await slot.launching?.catch(() => {});
    await slot.retiring;
    await slot.wiping?.over;
    await supervisor.close(slot, "the control room is closing");
  }
}
