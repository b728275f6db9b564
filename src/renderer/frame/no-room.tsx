import type { ErrorBody } from "../../shared/errors.ts";
import { Mark } from "../icons.tsx";
import { Fault } from "./fault.tsx";

/** What is drawn while nothing of the room is known: that it is asked for, or why it can't be had. */
export function NoRoom({ fault }: { readonly fault: ErrorBody | null }) {
  return (
    <main className="no-room">
      <h1>
        <Mark />
        SessionDock
      </h1>
      {fault ? <Fault fault={fault} /> : <p role="status">The control room was asked for its state; no answer yet.</p>}
    </main>
  );
}
