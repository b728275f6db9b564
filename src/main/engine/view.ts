import {
  type AttentionView,
  type Change,
  type EventView,
  newestEventsKept,
  type RoomView,
  type SlotView,
  type Snapshot,
} from "../../core/view/snapshot.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { MemoryWatch } from "./memory-watch.ts";
import type { Queue } from "./queue/queue.ts";
import type { Reassigner } from "./reassign.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { attentionOf, byUrgency, slotView } from "./slot-view.ts";
import type { FocusGuard } from "./wall/focus-guard.ts";
import { windowView } from "./wall/slot-window.ts";
import type { Wall } from "./wall/wall.ts";

/** Draws the snapshot and publishes numbered changes, at most one a frame. */
export class View {
  readonly #room: Room;
  readonly #wall: Wall;
  readonly #guard: FocusGuard;
  readonly #queue: Queue;
  readonly #memory: MemoryWatch;
  readonly #reassigner: Reassigner;
  readonly #live: LiveSettings;
  readonly #startedAt: number;
  readonly #listeners = new Set<(change: Change) => void>();
  #snapshot: Snapshot;
  #texts: Texts;
  #newEvents: EventView[] = [];
  #scheduled = false;

  constructor(
    room: Room,
    parts: {
      wall: Wall;
      guard: FocusGuard;
      queue: Queue;
      memory: MemoryWatch;
      reassigner: Reassigner;
      live: LiveSettings;
    },
    events: readonly EventView[],
  ) {
    this.#room = room;
    this.#wall = parts.wall;
    this.#guard = parts.guard;
    this.#queue = parts.queue;
    this.#memory = parts.memory;
    this.#reassigner = parts.reassigner;
    this.#live = parts.live;
    this.#startedAt = room.ports.clock.now();
    this.#snapshot = {
      revision: 1,
      room: this.#roomView(),
      slots: room.slots.map((slot) => this.#slotView(slot)),
      queue: this.#queue.view(),
      attention: this.#attention(),
      events: events.slice(0, newestEventsKept),
    };
    this.#texts = textsOf(this.#snapshot);
  }

  snapshot(): Snapshot {
    this.#publish();
    return this.#snapshot;
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addEvent(event: EventView): void {
    this.#newEvents.unshift(event);
    this.touch();
  }

  touch(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#room.ports.clock.after(budgets.viewFlush, () => {
      this.#scheduled = false;
      this.#publish();
    });
  }

  #publish(): void {
    const before = this.#snapshot;
    const next: Omit<Snapshot, "revision"> = {
      room: this.#roomView(),
      slots: this.#room.slots.map((slot) => this.#slotView(slot)),
      queue: this.#queue.view(),
      attention: this.#attention(),
      events: [...this.#newEvents, ...before.events].slice(0, newestEventsKept),
    };
    const texts = textsOf(next);
    const slots = next.slots.filter((_, index) => texts.slots[index] !== this.#texts.slots[index]);
    const changed = {
      ...(texts.room === this.#texts.room ? {} : { room: next.room }),
      ...(texts.queue === this.#texts.queue ? {} : { queue: next.queue }),
      ...(texts.attention === this.#texts.attention ? {} : { attention: next.attention }),
      ...(slots.length === 0 ? {} : { slots }),
      ...(this.#newEvents.length === 0 ? {} : { events: this.#newEvents }),
    };
    if (Object.keys(changed).length === 0) return;
    const change: Change = { after: before.revision, revision: before.revision + 1, ...changed };
    this.#snapshot = { ...next, revision: change.revision };
    this.#texts = texts;
    this.#newEvents = [];
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#room.ports.log("a change could not be handed on", error);
      }
    }
  }

  #roomView(): RoomView {
    const { settings, ports } = this.#room;
    const choice = ports.browsers.choice();
    return {
      version: settings.version,
      runtime: settings.runtime,
      startedAt: this.#startedAt,
      live: this.#room.slots.filter((slot) => slot.takesPlace).length,
      cap: settings.cap,
      paused: this.#room.paused,
      chromeMemoryMb: this.#memory.measuredMb,
      browser:
        "code" in choice
          ? null
          : {
              path: choice.path,
              version: choice.version,
              chosenBy: choice.chosenBy,
              sandboxOff: ports.browsers.sandboxOff,
            },
      problems: [...("code" in choice ? [choice] : []), ...(this.#live.problem ? [this.#live.problem] : [])],
      configWaits: this.#live.waits,
      wall: this.#wall.view(),
      focusGuard: this.#guard.view(),
      monitors: this.#wall.monitors,
      mcpConfiguration: settings.mcpConfiguration,
    };
  }

  #slotView(slot: SlotRuntime): SlotView {
    const isBack = this.#queue.returning(slot) !== null;
    const facts = { guarded: this.#guard.isGuarded(slot), inSight: this.#wall.isInSight(slot) };
    const cell = slot.takesPlace ? this.#wall.cellOf(slot) : null;
    const obstacle = this.#reassigner.obstacle(slot);
    return slotView(this.#room, slot, { cell, window: windowView(slot, facts), isBack, obstacle });
  }

  #attention(): AttentionView[] {
    return this.#room.slots.flatMap(attentionOf).sort(byUrgency);
  }
}

interface Texts {
  readonly room: string;
  readonly queue: string;
  readonly attention: string;
  readonly slots: readonly string[];
}

function textsOf(snapshot: Omit<Snapshot, "revision">): Texts {
  return {
    room: JSON.stringify(snapshot.room),
    queue: JSON.stringify(snapshot.queue),
    attention: JSON.stringify(snapshot.attention),
    slots: snapshot.slots.map((slot) => JSON.stringify(slot)),
  };
}
