import fc from "fast-check";
import { describe, it } from "vitest";
import { resolveWays } from "../../src/core/slot/quarantine.ts";
import { DockError } from "../../src/shared/errors.ts";
import { done, performed } from "../support/fake-broker.ts";
import { ModelRoom, picked } from "./model-room.ts";

/** The model itself is empty: the invariants speak of the real control room alone. */
type Known = Record<never, never>;

type Step = fc.AsyncCommand<Known, ModelRoom>;

/** One thing that may happen at any time, and what must hold after it. */
function step(name: string, act: (real: ModelRoom) => unknown): Step {
  return {
    check: () => true,
    run: async (_, real) => {
      await act(real);
      await real.check();
    },
    toString: () => name,
  };
}

const slot = fc.integer({ min: 1, max: 4 });
const pick = fc.nat(20);
const target = fc.constantFrom("shop", "bank", "mail");

const steps: fc.Arbitrary<Step>[] = [
  target.map((key) => step(`hello(${key})`, (real) => real.hello(key))),
  target.map((key) =>
    step(`hello and call(${key})`, async (real) => {
      real.hello(key);
      real.call(real.agents.length - 1, "browser_click");
    }),
  ),
  fc
    .tuple(pick, fc.constantFrom("browser_click", "browser_snapshot"))
    .map(([n, tool]) => step(`call(${n}, ${tool})`, (real) => real.call(n, tool))),
  pick.map((n) => step(`session release(${n})`, (real) => real.call(n, "session_release"))),
  pick.map((n) => step(`goodbye(${n})`, (real) => picked(real.agents, n)?.goodbye())),
  pick.map((n) => step(`vanish(${n})`, (real) => picked(real.agents, n)?.vanish())),
  pick.map((n) =>
    step(`come back and call(${n})`, (real) => {
      real.comeBack(n);
      real.call(real.agents.length - 1, "browser_click");
    }),
  ),
  pick.map((n) => step(`repeat an action(${n})`, (real) => real.repeat(n))),
  fc.tuple(pick, fc.boolean()).map(([n, yes]) => step(`reconcile(${n}, ${yes})`, (real) => real.reconcile(n, yes))),
  pick.map((n) => step(`request human(${n})`, (real) => real.call(n, "request_human"))),
  slot.map((n) => step(`unpark(${n})`, (real) => real.asked(real.room.room.handle("unpark", { slot: n })))),
  fc
    .tuple(slot, fc.constantFrom(...resolveWays))
    .map(([n, way]) => step(`resolve(${n}, ${way})`, (real) => real.resolve(n, way))),
  slot.map((n) => step(`take over(${n})`, (real) => real.asked(real.room.takeOver(n)))),
  slot.map((n) => step(`hand back(${n})`, (real) => real.asked(real.room.handBack(n)))),
  slot.map((n) =>
    step(`take over and hand back(${n})`, (real) => {
      const taken = real.asked(real.room.takeOver(n));
      return Promise.all([taken, real.asked(real.room.handBack(n))]);
    }),
  ),
  slot.map((n) => step(`release(${n})`, (real) => real.asked(real.room.room.handle("release", { slot: n })))),
  fc
    .tuple(slot, fc.nat(4), fc.constantFrom("release", "handBack", "unpark"))
    .map(([n, back, call]) => step(`${call}(${n}) as it was ${back} epochs ago`, (real) => real.late(call, n, back))),
  fc
    .tuple(slot, fc.nat(4), fc.constantFrom(...resolveWays))
    .map(([n, back, way]) =>
      step(`resolve(${n}, ${way}) as it was ${back} epochs ago`, (real) => real.late("resolve", n, back, way)),
    ),
  target.map((key) => step(`a lease ends with an unknown outcome(${key})`, (real) => real.endsUnknown(key))),
  slot.map((n) =>
    step(`discard, and take over in the midst of it(${n})`, async (real) => {
      await real.resolve(n, "discard");
      await real.asked(real.room.takeOver(n));
    }),
  ),
  slot.map((n) => step(`discard twice while one waits(${n})`, (real) => real.discardTwice(n))),
  slot.map((n) => step(`reclaim(${n})`, (real) => real.asked(real.reclaim(n)))),
  slot.map((n) => step(`foreground(${n})`, (real) => real.asked(real.room.room.handle("foreground", { slot: n })))),
  pick.map((n) =>
    step(`Chrome dies(${n})`, (real) => {
      picked(
        real.room.world.chromes.filter((chrome) => chrome.alive),
        n,
      )?.exits(null, "SIGKILL");
    }),
  ),
  pick.map((n) =>
    step(`broker dies(${n})`, (real) => {
      picked(
        real.room.world.brokers.filter((broker) => broker.alive),
        n,
      )?.exits();
    }),
  ),
  pick.map((n) =>
    step(`broker answers(${n})`, (real) => {
      const broker = picked(real.room.world.brokers, n);
      if (broker) real.answersFrom(broker);
    }),
  ),
  fc
    .tuple(fc.constantFrom("at once", "when performed", "never"), fc.boolean(), fc.boolean())
    .map(([answers, dies, writes]) =>
      step(`brokers answer ${answers}, die: ${dies}, write: ${writes}`, ({ room: { world } }) => {
        world.habits.diesWhenKilled = dies;
        world.habits.writes = writes;
        world.habits.answer =
          answers === "never" ? () => null : answers === "at once" ? done : (action) => performed(action);
      }),
    ),
  fc.tuple(pick, fc.boolean()).map(([n, answered]) =>
    step(`a page posts(${n}, answered: ${answered})`, (real) => {
      const pipe = picked(real.room.world.chromes, n)?.pipe;
      pipe?.sends("POST", "http://site.test/save", `R${n}`);
      if (answered) pipe?.answersRequest(`R${n}`, 200);
    }),
  ),
  fc.boolean().map((fails) =>
    step(`wipes fail: ${fails}`, ({ room: { world } }) => {
      world.wipeFault = fails ? new DockError("WIPE_NOT_PROVEN", "still there") : null;
    }),
  ),
  fc.boolean().map((hang) =>
    step(`Chromes hang: ${hang}`, ({ room: { world } }) => {
      world.browsers.prepare = (chrome) => Object.assign(chrome, { closesWhenAsked: !hang, diesWhenKilled: !hang });
    }),
  ),
  fc.constant(step("launches wait", ({ room }) => room.world.browsers.held ?? room.world.browsers.hold())),
  fc.constant(step("launches come up", ({ room }) => room.world.browsers.letUp())),
  fc.constantFrom(20, 100, 4_000, 40_000).map((ms) => step(`${ms} ms pass`, ({ room }) => room.advance(ms))),
  fc.constant(step("restart", (real) => real.restart())),
];

/** How long a lost connection is waited for, in milliseconds. */
const graces = fc.constantFrom(0, 3_000);

/** About 15 ms each. */
const runs = 3_000;
/** Steps of one sequence. */
const longest = 40;
/** Printed, so that a failure on another machine can be run again: fast-check's own report has it too. */
const seed = Number(process.env["SESSIONDOCK_MODEL_SEED"] ?? Date.now() % 2 ** 31);

describe("whatever happens, in whatever order", () => {
  it("keeps one holder, rising epochs, the fence, the cap, no action twice, and answers every call", {
    timeout: 240_000,
  }, async () => {
    console.log(`model: ${runs} sequences, seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: longest }), graces, async (commands, grace) => {
        const real = await ModelRoom.open(grace);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real }), commands);
          await real.finish();
        } finally {
          real.room.close();
        }
      }),
      { numRuns: runs, seed },
    );
  });
});
