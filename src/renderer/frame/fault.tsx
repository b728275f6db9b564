import type { ErrorBody } from "../../shared/errors.ts";
import { Icon } from "../icons.tsx";
import { refresh } from "../state/connect.ts";

/** Why what is shown isn't fresh, or why there is nothing to show. */
export function Fault({ fault }: { readonly fault: ErrorBody }) {
  return (
    <section className="banner" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <code>{fault.code}</code> {fault.message}
        </p>
        <p className="hint">{fault.hint}</p>
        {window.sessionDock && (
          <button type="button" className="button" onClick={refresh}>
            Ask again
          </button>
        )}
      </div>
    </section>
  );
}
