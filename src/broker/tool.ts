import type { z } from "zod";
import type { BrokerBinding, BrokerResult } from "../shared/contract/broker.ts";
import type { Deadline } from "./deadline.ts";
import type { Modals } from "./modals.ts";
import type { TabBook } from "./tab-book.ts";
import type { Traffic } from "./traffic.ts";
import type { Mark, Wire } from "./wire.ts";

/** What a bound broker has: one Chrome's agent tabs, and how to see what happens in them. */
export interface Workplace {
  readonly tabs: TabBook;
  readonly modals: Modals;
  readonly traffic: Traffic;
  readonly wire: Wire;
  readonly folders: Pick<BrokerBinding, "uploadsDirectory" | "downloadsDirectory">;
}

/** One action at work. */
export interface ToolContext extends Workplace {
  readonly deadline: Deadline;
  /** Where the action began on the wire. */
  readonly began: Mark;
}

export type Reply = Omit<BrokerResult, "kind" | "actionId">;

/** A tool: its name in the contract, and how it is carried out. */
export interface BrokerTool {
  readonly name: string;
  /**
   * @param input already accepted by the contract's schema
   * @throws Refusal if nothing was written to Chrome that could have an effect
   */
  run(context: ToolContext, input: unknown): Promise<Reply>;
}

/** @param input the fields that the tool uses, as the contract has them; the contract's own schema is the strict one */
export function defineBrokerTool<Input extends z.ZodType>(
  name: string,
  input: Input,
  run: (context: ToolContext, input: z.output<Input>) => Promise<Reply>,
): BrokerTool {
  return { name, run: async (context, raw) => run(context, input.parse(raw)) };
}
