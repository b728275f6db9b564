import type { z } from "zod";
import type { SlotView, Snapshot } from "../../../src/core/view/snapshot.ts";
import type { Call } from "../../../src/shared/contract/call.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { startRoom, type TestRoom } from "../../support/control-room.ts";
import { connectOperator } from "../support/operator.ts";

/** The control room that runs now, on one home, and the person's connection to it. */
export interface RoomKeeper {
  readonly home: string;
  /** For wrappers that are started. */
  readonly environment: Readonly<Record<string, string>>;
  /** When it was killed, milliseconds since the Unix epoch. */
  readonly killedAt: readonly number[];
  /** Waits while there is none. @throws DockError the control room's own, or that the connection ended */
  ask<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
    call: Call<Name, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
  snapshot(): Promise<Snapshot>;
  /** Null when no slot belongs to the target. */
  slotOf(target: string): Promise<SlotView | null>;
  /** `kill -9`, and a new start on the same home. Who asks while one is under way waits for that one. */
  killAndRestart(): Promise<void>;
}

interface Running {
  readonly room: TestRoom;
  readonly operator: Awaited<ReturnType<typeof connectOperator>>;
  readonly stack: AsyncDisposableStack;
}

export async function keepRoom(
  stack: AsyncDisposableStack,
  options: { readonly home: string; readonly display: string; readonly config: object },
): Promise<RoomKeeper> {
  const killedAt: number[] = [];
  const start = async (): Promise<Running> => {
    const room = await startRoom(options);
    const own = new AsyncDisposableStack();
    return { room, operator: await connectOperator(room, own), stack: own };
  };
  let running = start();
  let restart: Promise<void> | null = null;
  const first = await running;
  stack.defer(async () => {
    const last = await running;
    await last.stack.disposeAsync();
    await last.room.stop();
  });

  const kill = async (): Promise<void> => {
    const former = await running;
    // Whoever asks from now on is answered by the next one.
    const next = Promise.withResolvers<Running>();
    running = next.promise;
    killedAt.push(Date.now());
    await former.room.kill();
    await former.stack.disposeAsync();
    start().then(next.resolve, next.reject);
    await next.promise;
  };

  const keeper: RoomKeeper = {
    home: options.home,
    environment: first.room.environment,
    killedAt,
    ask: async (call, input) => (await running).operator.call(call, input),
    snapshot: () => keeper.ask(operatorCalls.snapshot, {}),
    slotOf: async (target) => (await keeper.snapshot()).slots.find((slot) => slot.target === target) ?? null,
    killAndRestart: () => {
      restart ??= kill().finally(() => {
        restart = null;
      });
      return restart;
    },
  };
  return keeper;
}
