import type { RoomView } from "../../core/view/snapshot.ts";
import { missingMonitor } from "../../core/view/wall-words.ts";
import { Icon } from "../icons.tsx";

/** Where the windows are while the chosen monitor is not connected; gone when it is (R20). */
export function MissingMonitor({ room }: { readonly room: RoomView }) {
  const missing = missingMonitor(room);
  if (missing === null) return null;
  return (
    <section className="banner banner-calm" role="alert">
      <Icon name="no_window" />
      <div>
        <p>{missing.what}</p>
        <p className="hint">{missing.next}</p>
      </div>
    </section>
  );
}
