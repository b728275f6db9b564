import { loginSentence } from "../../core/view/login-words.ts";
import { ask } from "./ask.ts";
import { selectSlot, tell } from "./store.ts";

/** R30: one click takes the slot and opens the window to log in; no question before it. */
export async function logIn(slot: number): Promise<void> {
  selectSlot(slot);
  const answer = await ask("login", { slot }, `Log in, slot ${slot}`, slot);
  if (answer !== null && !answer.inFront)
    tell(`The window to log in of slot ${slot} is open, and was not seen in front.`);
}

/** The window closes as by its own button; what the look afterwards has found is told. */
export async function loginDone(slot: number): Promise<void> {
  const answer = await ask("loginDone", { slot }, `Done logging in, slot ${slot}`, slot);
  if (answer !== null) tell(`Slot ${slot}: ${loginSentence(answer.login, Date.now())}`);
}

export async function checkLogin(slot: number): Promise<void> {
  const answer = await ask("checkLogin", { slot }, `Check the login of slot ${slot}`, slot);
  if (answer !== null) tell(`Slot ${slot}: ${loginSentence(answer.login, Date.now())}`);
}
