import type { MemoryLimit } from "../../core/schedule/facts.ts";
import { memoryLimit } from "../../core/schedule/memory.ts";
import type { Room } from "./room.ts";

/** How often the memory of the Chromes is read, in milliseconds; reading it costs some milliseconds a process. */
const measureEvery = 15_000;

/** Reads how much memory the Chromes take, and what that leaves for further ones (R11). */
export class MemoryWatch {
  readonly #room: Room;
  #timer: { cancel(): void };
  #measuredMb: number | null = null;
  #open = 0;

  constructor(room: Room) {
    this.#room = room;
    this.#timer = room.ports.clock.after(0, () => this.#measure());
  }

  /** PSS of all slots' Chromes in MiB; null before it has been measured, and where the system does not tell. */
  get measuredMb(): number | null {
    return this.#measuredMb;
  }

  /** What the last measurement leaves by the limit as it is set now. */
  get limit(): MemoryLimit | null {
    return memoryLimit(this.#measuredMb, this.#open, this.#room.settings.memoryLimitMb);
  }

  stop(): void {
    this.#timer.cancel();
  }

  #measure(): void {
    const { slots, ports } = this.#room;
    const pids = slots.flatMap(({ browser, login }) => browser?.process.pid ?? login.chrome?.pid ?? []);
    ports.processes
      .memoryMb(pids)
      .then((megabytes) => this.#measured(pids.length === 0 ? 0 : megabytes, pids.length))
      .catch((error: unknown) => ports.log("memory could not be read", error))
      .finally(() => {
        if (!this.#room.stopping) this.#timer = ports.clock.after(measureEvery, () => this.#measure());
      });
  }

  #measured(megabytes: number | null, open: number): void {
    this.#measuredMb = megabytes;
    this.#open = open;
    this.#room.touch();
    this.#room.pump();
  }
}
