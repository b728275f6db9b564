import { useEffect, useRef } from "react";
import { Icon } from "../icons.tsx";
import { keyHelp } from "../keyboard/keys.ts";
import { openHelp } from "../state/store.ts";
import { AgentConfiguration } from "./agent-configuration.tsx";

/** The keys, and how one more agent is connected. Drawn only while it is open. */
export function Help({ configuration }: { readonly configuration: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // As a modal it keeps the focus inside and gives it back to where it was.
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onCancel={() => openHelp(false)}>
      <header>
        <h2 id="help-title">Keys</h2>
        <button
          type="button"
          className="button button-icon button-plain"
          aria-label="Close help"
          onClick={() => openHelp(false)}
        >
          <Icon name="close" />
        </button>
      </header>
      <dl className="keys">
        {keyHelp.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">While you type in a field, only Esc and Enter mean something to the control room.</p>
      <h2>Connect an agent</h2>
      <AgentConfiguration lines={configuration} />
    </dialog>
  );
}
