import { loginSentence, loginWords } from "../../core/view/login-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { plain } from "../output.ts";

/** R30: what is known of the slot's login, and when it was verified last; nothing where no login is known of. */
export function loginLines({ slot, login }: SlotView, now: number): readonly string[] {
  return loginWords(login, now) === null ? [] : [`Slot ${slot}: ${plain(loginSentence(login, now))}`];
}
