import { useRef } from "react";
import { tell } from "../state/store.ts";

/** The exact lines that make an agent use SessionDock, with a button that copies them. */
export function AgentConfiguration({ lines }: { readonly lines: string }) {
  const shown = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      tell("The configuration is on the clipboard.");
    } catch {
      // The system may refuse; the person can still copy what is selected for them.
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
      tell("The clipboard refused.", "The lines are selected now; copy them with Ctrl+C.");
    }
  };
  return (
    <div className="configuration">
      <pre ref={shown}>{lines}</pre>
      <button type="button" className="button" onClick={() => void copy()}>
        Copy configuration
      </button>
    </div>
  );
}
