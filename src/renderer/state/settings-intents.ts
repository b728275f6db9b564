import { ask } from "./ask.ts";
import { changeSettings, closeSettings, openSettings, tell, useDock } from "./store.ts";

/** Editing the configuration file. The text is checked and written by the control room; this window only holds a draft. */

export async function showSettings(): Promise<void> {
  const answer = await ask("config", {}, "Open the settings");
  if (answer !== null) openSettings({ ...answer, was: answer.text, faults: [] });
}

/** Asks what is wrong with the draft as it is now. */
export async function checkDraft(): Promise<void> {
  const text = useDock.getState().settings?.text;
  if (text === undefined) return;
  const answer = await ask("editConfig", { text }, "Check the settings");
  // What was typed meanwhile is checked on its own.
  if (answer !== null && useDock.getState().settings?.text === text) changeSettings({ faults: answer.faults });
}

/** Sets one field in the draft, comments kept; without a value its default holds. */
export async function setInDraft(path: readonly string[], value: number | null): Promise<void> {
  const text = useDock.getState().settings?.text;
  if (text === undefined) return;
  const set = { path: [...path], ...(value === null ? {} : { value }) };
  const answer = await ask("editConfig", { text, set }, `Set ${path.join(".")}`);
  if (answer !== null) changeSettings(answer);
}

/** Writes the draft, and closes it; one that can't be taken stays open with its faults. */
export async function saveDraft(): Promise<void> {
  const draft = useDock.getState().settings;
  if (draft === null) return;
  await checkDraft();
  if ((useDock.getState().settings?.faults.length ?? 0) > 0) return;
  const answer = await ask("saveConfig", { text: draft.text, was: draft.was }, "Save the settings");
  if (answer === null) return;
  closeSettings();
  tell("The settings are saved.", answer.said);
}
