import { z } from "zod";
import { resolveWays } from "../../core/slot/quarantine.ts";
import type { LoginView } from "../../core/view/login-view.ts";
import type { NotReclaimable, ReclaimPreview } from "../../core/view/reclaim-words.ts";
import {
  type QuarantineView,
  type ReceiptView,
  type Snapshot,
  type WallView,
  wallModes,
} from "../../core/view/snapshot.ts";
import { defineCall } from "./call.ts";

/**
 * What the person can ask for. The control room window (over IPC) and the operator's command line (over the
 * control socket) make the same calls; nothing else changes control.
 */

const slot = z.strictObject({ slot: z.int().min(1).max(100) });
/** One of the two. A target is named as agents name it. */
const slotOrTarget = z
  .strictObject({ slot: slot.shape.slot.optional(), target: z.string().min(1).max(400).optional() })
  .refine(({ slot, target }) => (slot === undefined) !== (target === undefined), {
    message: "needs either a slot or a target",
  });
const login = z.object({ slot: z.int(), login: z.custom<LoginView>() });
const target = z.string().trim().min(1).max(400);
/**
 * What ends, frees or gives back is meant for what the person saw: with the slot's epoch of then it is refused as
 * `EPOCH_STALE` when control has changed since (R12). Without it, it is meant for whatever is so when it arrives. A
 * take-over has none: it is meant for whoever holds the slot.
 */
const slotAsShown = slot.extend({ epoch: z.int().min(0).optional() });
const nothing = z.strictObject({});
/** More than any list of targets needs; a limit against what is no configuration. */
const configText = z.string().max(1_000_000);
const done = z.object({ done: z.literal(true) });

export const operatorCalls = {
  snapshot: defineCall("operator/snapshot", nothing, z.custom<Snapshot>()),
  takeOver: defineCall("operator/take-over", slot, z.custom<ReceiptView>()),
  handBack: defineCall(
    "operator/hand-back",
    slotAsShown.extend({ note: z.string().max(4096).optional() }),
    z.object({ epoch: z.int(), holder: z.string() }),
  ),
  /**
   * Brings the slot's window to the front, large; one that is there already goes back to its cell, and `returned` says
   * so. Never changes who holds the slot. `to` asks for one of the two instead of the other one.
   */
  foreground: defineCall(
    "operator/foreground",
    slot.extend({ to: z.enum(["front", "cell"]).optional() }),
    z.object({ inFront: z.boolean(), observed: z.boolean(), returned: z.boolean() }),
  ),
  /** Ends the lease of the slot, whoever holds it; the agent's next call asks for a slot again. */
  release: defineCall("operator/release", slotAsShown, z.object({ epoch: z.int() })),
  /** R16: what would be lost if a slot were reclaimed; without `slot`, of the one that has been idle longest. */
  reclaimPreview: defineCall(
    "operator/reclaim-preview",
    z.strictObject({ slot: slot.shape.slot.optional() }),
    z.object({
      preview: z.custom<ReclaimPreview>().nullable(),
      /** Where nothing can be proposed: every slot, and why. */
      exempt: z.custom<readonly NotReclaimable[]>(),
    }),
  ),
  /**
   * R16: ends the lease and closes the window, to make room. `epoch` and `idleSince` are those of the preview; it is
   * refused with `EPOCH_STALE` when the slot has changed since.
   */
  reclaim: defineCall(
    "operator/reclaim",
    slot.extend({ epoch: z.int().min(0), idleSince: z.number() }),
    z.custom<ReceiptView>(),
  ),
  /** The newest receipt of the slot; null when there was none yet. */
  receipt: defineCall("operator/receipt", slot, z.object({ receipt: z.custom<ReceiptView>().nullable() })),
  /**
   * One way out of quarantine, for every reason that it is open for (R7). `why` is kept with who and when.
   * `said` states what came of it; `left` are the reasons that stay.
   */
  resolve: defineCall(
    "operator/resolve",
    slotAsShown.extend({
      way: z.enum(resolveWays),
      why: z.string().max(400).default(""),
      /** One of several unknown actions; without it all of the slot's are meant. */
      action: z.string().min(1).max(100).optional(),
    }),
    z.object({ said: z.string(), left: z.custom<readonly QuarantineView[]>() }),
  ),
  /** Gives a parked lease back to its agent, which has come back and waits for it. */
  unpark: defineCall("operator/unpark", slotAsShown, z.object({ epoch: z.int(), holder: z.string() })),
  /**
   * R30: the person takes the slot, and its profile opens in a Chrome without any debugging switch, at the target's login
   * address, where they log in by hand. Answered when that window is there.
   */
  login: defineCall(
    "operator/login",
    slotOrTarget,
    z.object({ slot: z.int(), address: z.string().nullable(), inFront: z.boolean() }),
  ),
  /** They are through: that window is asked to close. Answered when the login was looked for in a new Chrome. */
  loginDone: defineCall("operator/login-done", slotOrTarget, login),
  /** Looks at the login now, in a background tab of the slot's own Chrome, which is opened if there is none. */
  checkLogin: defineCall("operator/check-login", slotOrTarget, login),
  /**
   * Gives a login target a slot (R14). One that belongs to another target is wiped first, and only where `wipe` says that
   * the person knows what is lost.
   */
  assignTarget: defineCall(
    "operator/assign-target",
    slot.extend({ target, wipe: z.boolean().default(false) }),
    z.object({ said: z.string() }),
  ),
  /** Wipes the target's slot and takes it from it. `slot` is the one that the person was told of. */
  forgetTarget: defineCall("operator/forget-target", slot.extend({ target }), z.object({ said: z.string() })),
  /** The text of the configuration file; empty where there is none. */
  config: defineCall("operator/config", nothing, z.object({ file: z.string(), text: z.string() })),
  /**
   * What is wrong with a text, each fault with its line; with `set` one field of it is set before, and the comments stay.
   * A `value` that is absent takes the field away. Nothing is written.
   */
  editConfig: defineCall(
    "operator/edit-config",
    z.strictObject({
      text: configText,
      set: z
        .strictObject({ path: z.array(z.string().max(400)).min(1).max(6), value: z.unknown().optional() })
        .optional(),
    }),
    z.object({
      text: z.string(),
      faults: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
    }),
  ),
  /**
   * Writes the configuration file, and goes by it. Errors: `CONFIG_INVALID` with file and line, or because the file is not
   * as it `was` any more; nothing is written then.
   */
  saveConfig: defineCall(
    "operator/save-config",
    z.strictObject({ text: configText, was: configText }),
    z.object({ said: z.string() }),
  ),
  /** Puts every window into its cell, those included that the person had moved. */
  arrange: defineCall("operator/arrange", nothing, z.object({ windows: z.int() })),
  /** Lays the windows out anew. `page` counts from 1 (mode `pages`), `large` is a slot (mode `large`). */
  setWall: defineCall(
    "operator/set-wall",
    z.strictObject({
      mode: z.enum(wallModes).optional(),
      page: z.int().min(1).max(100).optional(),
      large: z.int().min(1).max(100).optional(),
    }),
    z.object({ windows: z.int(), wall: z.custom<WallView>() }),
  ),
  chooseMonitor: defineCall("operator/choose-monitor", z.strictObject({ monitor: z.string().max(200) }), done),
  chooseBrowser: defineCall("operator/choose-browser", z.strictObject({ path: z.string().max(4096) }), done),
  pause: defineCall("operator/pause", z.strictObject({ paused: z.boolean() }), done),
  showWindow: defineCall("operator/show-window", nothing, done),
  quit: defineCall("operator/quit", nothing, done),
} as const;

export type OperatorCalls = typeof operatorCalls;
export type OperatorCallKey = keyof OperatorCalls;
export type OperatorInput<Key extends OperatorCallKey> = z.input<OperatorCalls[Key]["input"]>;
export type OperatorOutput<Key extends OperatorCallKey> = z.output<OperatorCalls[Key]["output"]>;
