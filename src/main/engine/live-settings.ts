import { configSentence } from "../../core/view/config-words.ts";
import type { WallMode } from "../../core/view/snapshot.ts";
import { type ErrorBody, toErrorBody } from "../../shared/errors.ts";
import type { Queue } from "./queue/queue.ts";
import type { Room, RoomSettings } from "./room.ts";
import type { Arranger } from "./wall/arrange.ts";
import type { Wall } from "./wall/wall.ts";

/** A configuration that was read again, and can be taken. */
export interface SettingsChange {
  readonly settings: RoomSettings;
  /** What the file says of the wall, where that has changed. */
  readonly wall: { readonly mode?: WallMode | undefined; readonly monitor?: string | undefined };
  readonly changed: readonly string[];
  /** Fields that take effect at the next start. */
  readonly waiting: readonly string[];
}

/** Settings that change while the control room runs. Nothing that anybody holds is ended by it (R16). */
export class LiveSettings {
  readonly #room: Room;
  readonly #parts: { readonly queue: Queue; readonly wall: Wall; readonly arranger: Arranger };
  /** Why the file as it stands can't be taken; null while it can. */
  problem: ErrorBody | null = null;
  waits: readonly string[] = [];

  constructor(room: Room, parts: { queue: Queue; wall: Wall; arranger: Arranger }) {
    this.#room = room;
    this.#parts = parts;
  }

  /** Settles when the windows stand as the change has it. */
  async change({ settings, wall, changed, waiting }: SettingsChange): Promise<void> {
    const { queue, arranger } = this.#parts;
    const before = this.#room.settings;
    this.#room.settings = settings;
    this.problem = null;
    this.waits = waiting;
    this.#room.event(null, "configured", configSentence(changed, waiting));
    queue.settingsChanged();
    this.#room.touch();
    if (settings.cap !== before.cap) await arranger.reflow();
    await this.#changeWall(wall);
  }

  /** The settings from before go on. */
  refuse(problem: ErrorBody): void {
    this.problem = problem;
    this.#room.event(null, "config_refused", `The settings from before go on. ${problem.message}`);
    this.#room.touch();
  }

  async #changeWall({ mode, monitor }: SettingsChange["wall"]): Promise<void> {
    const { wall, arranger } = this.#parts;
    if (mode === undefined && monitor === undefined) return;
    try {
      if (mode !== undefined) wall.change({ mode });
      if (monitor !== undefined) await wall.choose(monitor);
    } catch (error) {
      // A monitor that is not connected; the rest holds.
      this.#room.event(null, "config_refused", toErrorBody(error).message);
    }
    await arranger.arrange();
  }
}
