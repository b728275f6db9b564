import type { ToolContent } from "../shared/contract/agent.ts";
import type { BrokerPerformed, FromBroker } from "../shared/contract/broker.ts";
import { duration, within } from "./deadline.ts";
import { connectionEnded } from "./lifeline.ts";
import { type Asked, type Before, reportAfter } from "./report.ts";
import { StepFailed, Steps } from "./steps.ts";
import type { Deed, ToolContext } from "./tool.ts";

/** Playwright's own time limit comes first; this is for its calls that have none. Milliseconds. */
const slackMs = 200;

interface Ended {
  readonly failed: StepFailed | undefined;
}
type End = Ended | { readonly thrown: unknown };

interface State {
  readonly dialogOpen: boolean;
  readonly pageClosed: boolean;
}

/**
 * One acting tool from its first step to the page's report. It says what was done in Chrome and nothing of the website:
 * that is watched by the control room, which decides when there is something to report.
 */
export class Act {
  readonly actionId: string;
  readonly #context: ToolContext;
  readonly #deed: Deed;
  readonly #send: (message: FromBroker) => Promise<void>;
  readonly #before: Before;
  #stopListening = () => {};

  constructor(actionId: string, context: ToolContext, deed: Deed, send: (message: FromBroker) => Promise<void>) {
    this.actionId = actionId;
    this.#context = context;
    this.#deed = deed;
    this.#send = send;
    this.#before = { tabs: new Set(context.tabs.all), documents: context.tabs.documentsOf(deed.page) };
  }

  /**
   * Carries out the steps, and says how far they came: at their end, at the deadline, when a dialog stands in the way, or
   * when this broker has lost control.
   * @throws what a tool throws before its first step
   */
  async perform(): Promise<void> {
    const { wire, deadline, modals, began, lifeline } = this.#context;
    const steps = new Steps(wire, deadline, began);
    const dialogBefore = modals.dialog;
    const dialogOpen = () => modals.dialog !== undefined && modals.dialog !== dialogBefore;
    let end: End | undefined;
    const work = this.#deed
      .perform(steps)
      .then(
        (): End => ({ failed: undefined }),
        (error: unknown): End => (error instanceof StepFailed ? { failed: error } : { thrown: error }),
      )
      .then((ended) => {
        end = ended;
        return ended;
      });
    const stopped = Promise.withResolvers<void>();
    const stopListening = modals.onOpen(() => {
      if (dialogOpen()) stopped.resolve();
    });
    await within(Promise.race([work, stopped.promise, lifeline.severed]), deadline.working() + slackMs);
    stopListening();
    const ended = resultOf(end);
    const stoodStill = !ended && dialogOpen();
    // What a dialog holds up goes on when it is answered, and is seen to its end then; nothing else goes on.
    modals.rest = stoodStill ? work.then((late) => ("failed" in late ? late.failed : undefined)) : undefined;
    if (!ended && !stoodStill) steps.close();
    const known: State = { dialogOpen: dialogOpen(), pageClosed: this.#isPageClosed() };
    await this.#send({
      kind: "performed",
      actionId: this.actionId,
      finished: ended !== undefined && ended.failed === undefined,
      failed: this.#failure(ended, known.dialogOpen),
      touched: ended?.failed?.touched ?? steps.touched,
      partly: steps.done > 0,
      ...known,
      note: steps.note,
    });
    this.#watch(known, dialogOpen);
  }

  /** What the page shows now; nothing when the broker has lost control meanwhile. */
  async report(asked: Asked): Promise<ToolContent[]> {
    const { lifeline } = this.#context;
    const text = await Promise.race([
      reportAfter(this.#context, this.#deed.page, this.#before, asked),
      lifeline.severed.then(() => undefined),
    ]);
    return text === undefined || lifeline.cut ? [] : [{ type: "text", text }];
  }

  /** The next action begins, or the broker ends: nobody asks for this one any more. */
  end(): void {
    this.#stopListening();
  }

  /** Says once when nothing more will come of waiting: a page that has a dialog open, or is closed, sends nothing. */
  #watch(known: State, isDialogOpen: () => boolean): void {
    const { modals } = this.#context;
    const { page } = this.#deed;
    const look = () => {
      const now: State = { dialogOpen: isDialogOpen(), pageClosed: this.#isPageClosed() };
      const isNews = (now.dialogOpen && !known.dialogOpen) || (now.pageClosed && !known.pageClosed);
      if (!isNews) return;
      this.#stopListening();
      void this.#send({ kind: "interrupted", actionId: this.actionId, ...now });
    };
    const stopDialogs = modals.onOpen(look);
    page.once("close", look);
    this.#stopListening = () => {
      stopDialogs();
      page.off("close", look);
    };
    // It may have happened while the message before was on its way.
    look();
  }

  /** Playwright closes every page when it loses the connection; Chrome's pages live on then. */
  #isPageClosed(): boolean {
    return this.#context.wire.isOpen && this.#deed.page.isClosed();
  }

  #failure(ended: Ended | undefined, dialogOpen: boolean): BrokerPerformed["failed"] {
    const { lifeline, wire, deadline } = this.#context;
    if (ended && ended.failed === undefined) return null;
    // Whatever Playwright makes of it, this is why.
    const cut = lifeline.cut ?? (wire.isOpen ? undefined : connectionEnded);
    if (cut) return { message: cut.reason, timedOut: false };
    if (ended?.failed) return { message: ended.failed.message, timedOut: ended.failed.timedOut };
    if (dialogOpen) return null;
    return { message: `Chrome did not answer within ${duration(deadline.elapsed())}`, timedOut: true };
  }
}

/** @throws what was thrown before the first step */
function resultOf(end: End | undefined): Ended | undefined {
  if (end && "thrown" in end) throw end.thrown;
  return end;
}
