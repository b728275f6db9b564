import { type FormEvent, useEffect, useRef, useState } from "react";
import type { RoomView } from "../../core/view/snapshot.ts";
import { checkDraft, saveDraft, setInDraft } from "../state/settings-intents.ts";
import { changeSettings, closeSettings, type SettingsDraft, useDock } from "../state/store.ts";

/** What is typed is checked when the typing pauses for so many milliseconds. */
const pauseMs = 400;

/** The configuration file as text, with fields for what is changed most. Drawn only while it is open. */
export function Settings({ draft, room }: { readonly draft: SettingsDraft; readonly room: RoomView }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const saving = useDock((state) => state.pending.has("saveConfig"));
  const { file, text, was, faults } = draft;
  const isChanged = text !== was;
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is checked is the draft, and that is this text
  useEffect(() => {
    const timer = setTimeout(() => void checkDraft(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const goTo = (line: number) => {
    const start = lineStart(text, line);
    editor.current?.focus();
    editor.current?.setSelectionRange(start, start);
  };
  return (
    <dialog
      ref={dialog}
      className="help settings"
      aria-labelledby="settings-title"
      onCancel={(event) => {
        // Escape must not throw away what was typed.
        event.preventDefault();
        if (!isChanged) closeSettings();
      }}
    >
      <h2 id="settings-title">Settings</h2>
      <p className="quiet">{file}</p>
      <NumberField label="Chromes at once" path={["slots", "live"]} now={`${room.cap} now`} />
      <NumberField label="Memory limit in MiB" path={["limits", "memoryMb"]} now="empty: by the machine" />
      <textarea
        ref={editor}
        className="field settings-text"
        aria-label="Text of the configuration file"
        aria-invalid={faults.length > 0}
        spellCheck={false}
        value={text}
        onChange={(event) => changeSettings({ text: event.target.value })}
      />
      <ul className="settings-faults" aria-live="polite">
        {faults.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            <button type="button" className="button button-plain" onClick={() => goTo(line)}>
              Line {line}: {field === "" ? "" : `${field}: `}
              {message}
            </button>
          </li>
        ))}
      </ul>
      <div className="confirm-buttons">
        <button type="button" className="button" onClick={closeSettings}>
          {isChanged ? "Discard changes" : "Close"}
        </button>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={!isChanged || faults.length > 0}
          aria-busy={saving}
          onClick={() => {
            if (isChanged) void saveDraft();
          }}
        >
          {saving ? "Saving…" : "Save"}
        </button>
      </div>
    </dialog>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly path: readonly string[];
  /** What holds now. */
  readonly now: string;
}

/** Edits the text below: an empty field takes the setting away. */
function NumberField({ label, path, now }: NumberFieldProps) {
  const [value, setValue] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void setInDraft(path, value === "" ? null : Number(value));
  };
  return (
    <form className="inline-form" onSubmit={onSubmit}>
      <input
        className="field"
        type="number"
        aria-label={label}
        placeholder={`${label} (${now})`}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" className="button">
        Set in the text
      </button>
    </form>
  );
}

/** Where a line begins in the text. @param line counted from 1 */
export function lineStart(text: string, line: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0);
}
