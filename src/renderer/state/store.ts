import { create } from "zustand";
import type { Snapshot } from "../../core/view/snapshot.ts";
import type { OperatorOutput } from "../../shared/contract/operator.ts";
import type { ErrorBody } from "../../shared/errors.ts";
import { errorNotice, infoNotice, infoStaysMs, type Notice, withNotice, withoutNotice } from "./notices.ts";

/** The text of the configuration file as it was opened and as it is now, with what was found wrong in it last. */
export interface SettingsDraft {
  readonly file: string;
  readonly was: string;
  readonly text: string;
  readonly faults: OperatorOutput<"editConfig">["faults"];
}

/** Everything the window draws. What matters is in `snapshot`; the rest may be lost with the window. */
interface DockState {
  readonly snapshot: Snapshot | null;
  /** Why there is no fresh snapshot; null while all is well. */
  readonly fault: ErrorBody | null;
  readonly selected: number | null;
  readonly helpOpen: boolean;
  readonly targetsOpen: boolean;
  readonly notices: readonly Notice[];
  /** What came of the last decision about a quarantine, until it was read. */
  readonly answer: { readonly slot: number; readonly said: string } | null;
  /** R16: what reclaiming a slot would cost, until it was decided; null while nobody asks. */
  readonly room: OperatorOutput<"reclaimPreview"> | null;
  /** The configuration file while it is edited. */
  readonly settings: SettingsDraft | null;
  /** Calls under way, as `takeOver 3`. */
  readonly pending: ReadonlySet<string>;
}

export const useDock = create<DockState>(() => ({
  snapshot: null,
  fault: null,
  selected: null,
  helpOpen: false,
  targetsOpen: false,
  notices: [],
  answer: null,
  room: null,
  settings: null,
  pending: new Set<string>(),
}));

let newestNotice = 0;

export function selectSlot(slot: number | null): void {
  useDock.setState({ selected: slot });
}

export function openHelp(open: boolean): void {
  useDock.setState({ helpOpen: open });
}

export function openTargets(open: boolean): void {
  useDock.setState({ targetsOpen: open });
}

export function setPending(name: string, under: boolean): void {
  useDock.setState(({ pending }) => {
    const next = new Set(pending);
    if (under) next.add(name);
    else next.delete(name);
    return { pending: next };
  });
}

export function tell(title: string, hint: string | null = null): void {
  newestNotice += 1;
  const notice = infoNotice(newestNotice, title, hint);
  useDock.setState(({ notices }) => ({ notices: withNotice(notices, notice) }));
  setTimeout(() => dismiss(notice.id), infoStaysMs);
}

/** @param doing what was asked for, so that the message says where it went wrong */
export function tellError(doing: string, error: ErrorBody): void {
  newestNotice += 1;
  const notice = errorNotice(newestNotice, doing, error);
  useDock.setState(({ notices }) => ({ notices: withNotice(notices, notice) }));
}

export function keepAnswer(slot: number, said: string): void {
  useDock.setState({ answer: { slot, said } });
}

export function forgetAnswer(): void {
  useDock.setState({ answer: null });
}

export function keepRoom(room: OperatorOutput<"reclaimPreview">): void {
  useDock.setState({ room });
}

export function forgetRoom(): void {
  useDock.setState({ room: null });
}

export function openSettings(settings: SettingsDraft): void {
  useDock.setState({ settings });
}

export function changeSettings(part: Partial<Pick<SettingsDraft, "text" | "faults">>): void {
  useDock.setState(({ settings }) => ({ settings: settings && { ...settings, ...part } }));
}

export function closeSettings(): void {
  useDock.setState({ settings: null });
}

export function dismiss(id: number): void {
  useDock.setState(({ notices }) => ({ notices: withoutNotice(notices, id) }));
}
