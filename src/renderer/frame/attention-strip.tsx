import type { AttentionView } from "../../core/view/snapshot.ts";
import { Icon, type IconName } from "../icons.tsx";
import { selectSlot } from "../state/store.ts";
import { Elapsed } from "../wall/elapsed.tsx";
import { attentionWords } from "../words/need.ts";
import { focusSlot } from "./focus.ts";

const signs: Readonly<Record<AttentionView["kind"], IconName>> = {
  quarantine: "warning",
  help: "asks",
  login_expired: "login",
  parked: "parked",
  no_window: "no_window",
};

/** What waits for the person, the most urgent first, in words. Its height stays the same, so that nothing jumps. */
export function AttentionStrip({ attention }: { readonly attention: readonly AttentionView[] }) {
  const slots = new Set(attention.map(({ slot }) => slot)).size;
  return (
    <section className="attention" data-any={slots > 0} aria-label="Needs you">
      <p role="status">
        {slots > 0 && <Icon name="warning" />}
        {attentionWords(slots)}
      </p>
      <ul className="attention-list">
        {attention.map(({ slot, kind, text, since }) => (
          <li key={`${slot} ${kind} ${since}`}>
            <button
              type="button"
              className="chip"
              title={text}
              onClick={() => {
                selectSlot(slot);
                focusSlot(slot);
              }}
            >
              <span className="chip-sign" data-kind={kind}>
                <Icon name={signs[kind]} />
                <b>{slot}</b>
              </span>
              <span className="chip-text">{text}</span>
              <Elapsed since={since} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
