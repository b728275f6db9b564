import type { Page } from "playwright-core";
import type { Interrupted } from "./modals.ts";
import { pageReport } from "./page-report.ts";
import { settle } from "./settle.ts";
import { StepFailed, Steps } from "./steps.ts";
import type { Reply, ToolContext } from "./tool.ts";
import { type Facts, judge, type Verdict } from "./verdict.ts";

/** Playwright's own time limit comes first; this is for its calls that have none. Milliseconds. */
const slackMs = 200;

export interface Deed {
  /** What is done, in words that hold nothing typed. */
  readonly did: string;
  readonly page: Page;
  /** @throws Refusal before the first step; StepFailed from a step */
  perform(steps: Steps): Promise<void>;
  /** An earlier action that a dialog interrupted: this one sees it to its end. */
  readonly resumes?: Interrupted | undefined;
  /** A judgement of the tool's own; `judge` is the general one. */
  judge?(facts: Facts): Verdict;
}

type End = { readonly failed: StepFailed | undefined } | { readonly thrown: unknown };

/**
 * Carries out an acting tool, waits for what it started, and says what is known (R3, R6).
 * A dialog ends the waiting at once: the page answers nothing until it is closed.
 */
export async function act(context: ToolContext, deed: Deed): Promise<Reply> {
  const { deadline, modals, traffic, wire, tabs } = context;
  const watch = deed.resumes?.watch ?? traffic.open(deed.page);
  const tabsBefore = new Set(tabs.all);
  const dialogBefore = modals.dialog;
  const dialogOpen = () => modals.dialog !== undefined && modals.dialog !== dialogBefore;
  // When the connection ends, Playwright closes its pages, after the events that came before.
  const stopped = () => dialogOpen() || deed.page.isClosed();

  const steps = new Steps(wire, deadline);
  let end: End | undefined;
  const work = deed.perform(steps).then(
    () => ({ failed: undefined }),
    (error: unknown) => (error instanceof StepFailed ? { failed: error } : { thrown: error }),
  );
  const rest = work.then((result: End) => {
    end = result;
    watch.wake();
  });
  await watch.until(() => end !== undefined || dialogOpen(), deadline.working() + slackMs);
  const ended: End = end ?? { failed: dialogOpen() ? undefined : noEnd(context) };
  if ("thrown" in ended) {
    traffic.close(watch);
    throw ended.thrown;
  }

  const { failed } = ended;
  // What was never written has started nothing.
  const silent = (failed === undefined || failed.touched) && !(await settle(watch, deadline, stopped)) && !stopped();
  modals.interrupted = dialogOpen() ? { watch, rest } : undefined;
  if (modals.interrupted === undefined) traffic.close(watch);

  const verdict = (deed.judge ?? judge)({
    did: deed.did,
    watch,
    failed,
    partly: steps.done > 0,
    dialogOpen: dialogOpen(),
    silent,
    pageClosed: deed.page.isClosed(),
    elapsedMs: deadline.elapsed(),
  });
  const report = wire.isOpen ? await pageReport(context) : "";
  const opened = tabs.all
    .filter((tab) => !tabsBefore.has(tab) && !tabs.isCurrent(tab))
    .map((tab) => `A new tab ${tab.id} was opened. It is not the current one; browser_tabs selects it.\n`);
  const { statement, ...known } = verdict;
  return { ...known, content: [{ type: "text", text: `${statement}\n${opened.join("")}${report}` }] };
}

function noEnd({ wire, began }: ToolContext): StepFailed {
  const cause = Object.assign(new Error("Chrome did not answer"), { name: "TimeoutError" });
  return new StepFailed(cause, wire.wroteSince(began) || wire.runsSince(began));
}
