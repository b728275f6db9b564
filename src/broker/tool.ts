import type { Page } from "playwright-core";
import type { z } from "zod";
import type { BrokerBinding, BrokerResult } from "../shared/contract/broker.ts";
import type { Deadline } from "./deadline.ts";
import type { Lifeline } from "./lifeline.ts";
import type { Modals } from "./modals.ts";
import type { Steps } from "./steps.ts";
import type { TabBook } from "./tab-book.ts";
import type { Mark, Wire } from "./wire.ts";

/** What a bound broker has: one Chrome's agent tabs, and how to drive them. */
export interface Workplace {
  readonly tabs: TabBook;
  readonly modals: Modals;
  readonly wire: Wire;
  readonly lifeline: Lifeline;
  readonly folders: Pick<BrokerBinding, "uploadsDirectory" | "downloadsDirectory">;
}

/** One action at work. */
export interface ToolContext extends Workplace {
  readonly deadline: Deadline;
  /** Where the action began on the wire. */
  readonly began: Mark;
}

/** The whole result of a tool that only looked, or that needed no steps. */
export type Reply = Omit<BrokerResult, "kind" | "actionId">;

/** What an acting tool has made ready to do. Until here it only looked, or opened a tab. */
export interface Deed {
  /** The tab that it acts on. */
  readonly page: Page;
  /** @throws StepFailed from a step; Refusal before the first one */
  perform(steps: Steps): Promise<void>;
}

/** A tool: its name in the contract, and how it is carried out. */
export interface BrokerTool {
  readonly name: string;
  /**
   * @param input already accepted by the contract's schema
   * @returns the result, or the deed that is to be carried out now
   * @throws Refusal if nothing was written to Chrome that could have an effect
   */
  run(context: ToolContext, input: unknown): Promise<Reply | Deed>;
}

/** @param input the fields that the tool uses, as the contract has them; the contract's own schema is the strict one */
export function defineBrokerTool<Input extends z.ZodType>(
  name: string,
  input: Input,
  run: (context: ToolContext, input: z.output<Input>) => Promise<Reply | Deed>,
): BrokerTool {
  return { name, run: async (context, raw) => run(context, input.parse(raw)) };
}

/** A result that is a text. */
export function textReply(text: string): Reply {
  return { outcome: "done", content: [{ type: "text", text }] };
}
