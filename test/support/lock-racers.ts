import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";

const said = z.object({
  taken: z.boolean().optional(),
  replaced: z.string().nullable().optional(),
  heldBecause: z.string().optional(),
});
export type Said = z.output<typeof said>;

/** A process that takes, keeps and gives up the lock of a directory as it is told. */
export class LockRacer {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** @param options.uid runs as another user @param options.execPath runs another Node, or one in a wrapper */
  static async start(directory: string, options: { uid?: number; execPath?: string } = {}): Promise<LockRacer> {
    const fixture = join(import.meta.dirname, "../main/adapters/system/fixture/lock-racer.ts");
    const { uid, ...more } = options;
    const child = fork(fixture, [directory], {
      ...more,
      ...(uid === undefined ? {} : { uid, gid: uid }),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const racer = new LockRacer(child);
    await racer.#hears();
    return racer;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @param at milliseconds since the Unix epoch */
  take(at = 0): Promise<Said> {
    return this.#tell(`take:${at}`);
  }

  /** Says in its lock that this process is the Chrome. */
  name(pid: number): Promise<Said> {
    return this.#tell(`name:${pid}`);
  }

  release(): Promise<Said> {
    return this.#tell("release");
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  async #tell(message: string): Promise<Said> {
    const heard = this.#hears();
    this.#child.send(message);
    return heard;
  }

  async #hears(): Promise<Said> {
    const waits = new AbortController();
    const { signal } = waits;
    try {
      const ended = once(this.#child, "exit", { signal }).then(() => {
        throw new Error("it ended without an answer");
      });
      const [message] = await Promise.race([once(this.#child, "message", { signal }), ended]);
      return said.parse(message);
    } finally {
      waits.abort();
    }
  }
}
