import type { QuarantineView } from "../../core/view/snapshot.ts";
import { quarantineWord } from "../../core/view/words.ts";

type Way = QuarantineView["ways"][number];

export interface OpenWay {
  readonly way: Way;
  /** The reasons that it answers, in words; null where it answers all of them. */
  readonly onlyFor: string | null;
}

/** In this order they are offered: looking first, wiping last. */
const order: readonly Way[] = ["inspect", "mark_applied", "mark_not_applied", "run_check", "look_again", "discard"];

/** Each open way once: one call answers every reason that it is open for. */
export function openWays(reasons: readonly QuarantineView[]): readonly OpenWay[] {
  return order.flatMap((way) => {
    const answered = reasons.filter((reason) => reason.ways.includes(way));
    if (answered.length === 0) return [];
    const all = answered.length === reasons.length;
    return [{ way, onlyFor: all ? null : answered.map(({ code }) => quarantineWord(code)).join("; ") }];
  });
}
