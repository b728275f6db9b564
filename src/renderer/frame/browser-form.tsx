import { type SubmitEvent, useState } from "react";
import { chooseBrowser } from "../state/intents.ts";

/** R22: the person names the browser; nothing is chosen for them by guessing. */
export function BrowserForm() {
  const [path, setPath] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (path.trim() !== "") void chooseBrowser(path);
  };
  return (
    <form className="inline-form" onSubmit={submit}>
      <input
        className="field"
        aria-label="Path of the browser's program file"
        placeholder="/usr/bin/chromium"
        maxLength={4096}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <button type="submit" className="button">
        Use this browser
      </button>
    </form>
  );
}
