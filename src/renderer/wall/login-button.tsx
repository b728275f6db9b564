import type { SlotView } from "../../core/view/snapshot.ts";
import { pendingName } from "../state/ask.ts";
import { logIn, loginDone } from "../state/login-intents.ts";
import { useDock } from "../state/store.ts";

/** Opens the window to log in by hand, or says that this is done; while that window comes or goes there is nothing to press. */
export function LoginButton({ slot: { slot, login } }: { readonly slot: SlotView }) {
  const pending = useDock(
    (state) => state.pending.has(pendingName("login", slot)) || state.pending.has(pendingName("loginDone", slot)),
  );
  if (login.window === "opening" || login.window === "checking") return null;
  const isOpen = login.window !== "none";
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={isOpen ? `Done logging in, slot ${slot}` : `Log in by hand, slot ${slot}`}
      title={
        isOpen
          ? "Closes the window to log in, and looks for the login"
          : "Takes the slot, and opens its profile in a Chrome that no program drives"
      }
      aria-busy={pending}
      onClick={() => void (isOpen ? loginDone(slot) : logIn(slot))}
    >
      {isOpen ? "Done" : "Log in"}
    </button>
  );
}
