import fc from "fast-check";
import { expect, it } from "vitest";
import { Ordered } from "../../../src/core/schedule/ordered.ts";

it("is at all times what a sorted list without duplicates is, by rank and by order", () => {
  const change = fc.record({ adds: fc.boolean(), number: fc.integer({ min: 0, max: 40 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200, size: "max" }), (changes) => {
      const set = new Ordered<number>((one, other) => one < other);
      let list: number[] = [];
      for (const { adds, number } of changes) {
        if (adds) set.add(number);
        else set.delete(number);
        list = list.filter((each) => each !== number);
        if (adds) list = [...list, number].sort((one, other) => one - other);
        expect(set.size).toBe(list.length);
        expect(set.rank(number)).toBe(list.filter((each) => each < number).length);
        expect(set.has(number)).toBe(adds);
        expect(set.at(number)).toBe(list[number]);
      }
      expect([...set]).toEqual(list);
      expect(set.first).toBe(list[0]);
    }),
    { numRuns: 300 },
  );
});

it("stays shallow, whatever the order of adding: a hundred thousand in order take no deep stack and no long time", () => {
  const set = new Ordered<number>((one, other) => one < other);
  for (let number = 0; number < 100_000; number += 1) set.add(number);
  expect(set.at(77_777)).toBe(77_777);
  for (let number = 0; number < 100_000; number += 2) set.delete(number);
  expect(set.at(777)).toBe(1_555);
});
