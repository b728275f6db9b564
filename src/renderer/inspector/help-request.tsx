import type { HelpView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";

/** What an agent asks the person for, in its own words, and how the person can tell that it is done. */
export function HelpRequest({ help, agent }: { readonly help: HelpView; readonly agent: string | null }) {
  return (
    <section className="panel help-request" aria-label="Request for help">
      <h3>
        <Icon name="asks" />
        {agent ?? "An agent"} asks for you
      </h3>
      <Facts>
        <Fact name="Reason">{help.reason}</Fact>
        <Fact name="Done when">{help.doneWhen}</Fact>
        <Fact name="Since">
          <Moment at={help.since} />
        </Fact>
      </Facts>
      <p className="quiet">Take over, do it in the window, and hand back with a note.</p>
    </section>
  );
}
