import { loginSentence, loginWords } from "../../core/view/login-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { useNow } from "../state/clock.ts";
import { LoginButton } from "./login-button.tsx";

/** R30: what is known of the slot's login, in a few words, and the button that goes with it; nothing where none is known. */
export function LoginLine({ slot }: { readonly slot: SlotView }) {
  const now = useNow();
  const words = loginWords(slot.login, now);
  if (words === null) return null;
  return (
    <div className="login-line" data-standing={slot.login.standing.kind} title={loginSentence(slot.login, now)}>
      <Icon name="login" />
      <span>Login {words}</span>
      <LoginButton slot={slot} />
    </div>
  );
}
