import { loginSentence } from "../../core/view/login-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { pendingName } from "../state/ask.ts";
import { useNow } from "../state/clock.ts";
import { checkLogin } from "../state/login-intents.ts";
import { useDock } from "../state/store.ts";
import { LoginButton } from "../wall/login-button.tsx";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";

/** R30: the login of the slot: what is known, since when it was seen, and where it is made. */
export function Login({ slot }: { readonly slot: SlotView }) {
  const now = useNow();
  const { login } = slot;
  const pending = useDock((state) => state.pending.has(pendingName("checkLogin", slot.slot)));
  if (slot.target === null && login.window === "none") return null;
  return (
    <section className="question login" aria-label="Login">
      <h3>Is it logged in?</h3>
      <p className="answer">{loginSentence(login, now)}</p>
      <Facts>
        <Fact name="Last verified">
          <Moment at={login.verifiedAt} />
        </Fact>
        {login.address !== null && <Fact name="Login page">{login.address}</Fact>}
      </Facts>
      <div className="login-actions">
        {/* A slot with a card has the button there. */}
        {slot.cell === null && <LoginButton slot={slot} />}
        {login.window === "none" && (
          <button
            type="button"
            className="button button-small"
            aria-label={`Check the login of slot ${slot.slot}`}
            title="Looks in a background tab of the slot's own Chrome, which is opened if there is none"
            aria-busy={pending}
            onClick={() => void checkLogin(slot.slot)}
          >
            {pending ? "Looking…" : "Check now"}
          </button>
        )}
      </div>
    </section>
  );
}
