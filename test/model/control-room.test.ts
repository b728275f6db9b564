import fc from "fast-check";
import { describe, it } from "vitest";
import { done } from "../support/fake-broker.ts";
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
  slot.map((n) => step(`take over(${n})`, (real) => real.asked(real.room.takeOver(n)))),
  slot.map((n) => step(`hand back(${n})`, (real) => real.asked(real.room.handBack(n)))),
  slot.map((n) =>
    step(`take over and hand back(${n})`, (real) => {
      const taken = real.asked(real.room.takeOver(n));
      return Promise.all([taken, real.asked(real.room.handBack(n))]);
    }),
  ),
  slot.map((n) => step(`release(${n})`, (real) => real.asked(real.room.room.handle("release", { slot: n })))),
  slot.map((n) => step(`clear(${n})`, (real) => real.clear(n))),
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
  fc.tuple(fc.boolean(), fc.boolean()).map(([answers, dies]) =>
    step(`brokers answer: ${answers}, die: ${dies}`, ({ room: { world } }) => {
      world.habits.diesWhenKilled = dies;
      world.habits.answer = answers ? done : () => null;
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

/** In milliseconds; some hundred sequences fit in. */
const timeLimit = 20_000;

describe("whatever happens, in whatever order", () => {
  it("keeps one holder, rising epochs, the fence, the cap, and answers every call", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40 }), async (commands) => {
        const real = await ModelRoom.open();
        try {
          await fc.asyncModelRun(() => ({ model: {}, real }), commands);
          await real.finish();
        } finally {
          real.room.close();
        }
      }),
      { numRuns: 400, interruptAfterTimeLimit: timeLimit },
    );
  });
});
