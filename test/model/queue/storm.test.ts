import { expect, it } from "vitest";
import { openSocketRoom } from "../../support/socket-room.ts";
import { Storm } from "./storm.ts";

const agentsAtOnce = 200;
const acts = 300;
/** Printed, so that a failure can be run again. */
const seed = Number(process.env["SESSIONDOCK_MODEL_SEED"] ?? Date.now() % 2 ** 31);

/** 25 targets; some may not run at the same time as others. */
const keysOf: Readonly<Record<number, readonly string[]>> = {
  1: ["stripe"],
  2: ["stripe"],
  3: ["stripe", "mail"],
  4: ["mail"],
  5: ["mail"],
  6: ["bank"],
  7: ["bank"],
};
const targets = new Map(
  Array.from({ length: 25 }, (_, index) => [
    `target${index + 1}`,
    { sites: [], conflictKeys: keysOf[index + 1] ?? [] },
  ]),
);

it("200 agents at 25 targets and 10 windows, over the real control socket: no slot given twice, nobody forgotten, no word untrue", {
  timeout: 60_000,
}, async () => {
  console.log(`storm of the queue: seed ${seed}`);
  await using opened = await openSocketRoom({ slots: 25, cap: 10, startsAtOnce: 4, targets });
  const storm = await Storm.begin(opened, seed);
  const { observer } = storm;
  for (let count = 0; count < agentsAtOnce; count += 1) await storm.arrive();
  await storm.look(100);
  for (let count = 0; count < acts; count += 1) {
    await storm.act();
    while (storm.waiting().length + storm.holding().length < agentsAtOnce && storm.random() < 0.9) await storm.arrive();
    await storm.look(Math.floor(storm.random() * 300));
    expect(observer.violations).toEqual([]);
  }
  await storm.drain();
  const forgotten = storm.waiting().map(({ name, notices }) => `${name}: ${notices.at(-1)}`);
  expect(forgotten, "who is there and was never served").toEqual([]);
  expect(observer.violations).toEqual([]);
  for (const [name, grants] of observer.grantsAfterWaiting) {
    expect(
      storm.agents.get(name)?.proofs,
      `${name} had waited: it has to prove that it is there`,
    ).toBeGreaterThanOrEqual(grants);
  }
  // Every kind of reason that such a room can have was said, and checked.
  expect(observer.sentences.size).toBeGreaterThanOrEqual(12);
  expect(observer.grants).toBeGreaterThan(agentsAtOnce / 2);
  await storm.end();
});
