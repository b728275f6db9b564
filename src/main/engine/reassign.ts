import type { Request } from "../../core/schedule/facts.ts";
import { isForPersonToDecide, type ReassignObstacle, reassignObstacle } from "../../core/slot/reassign.ts";
import { reassignWords } from "../../core/view/target-words.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { refuseWhileLoggingIn } from "./login/slot-login.ts";
import { factsOf } from "./queue/slot-facts.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Supervisor } from "./supervisor.ts";
import { type WipeOrder, whileWiping, wipeWorkplace } from "./wipe.ts";

/** Takes a slot from its target: Chrome is closed, its exit observed, the workplace wiped and proven empty (R14). */
export class Reassigner {
  readonly #room: Room;
  readonly #supervisor: Pick<Supervisor, "close">;
  readonly #isWanted: (target: string | null) => boolean;

  constructor(room: Room, supervisor: Pick<Supervisor, "close">, isWanted: (target: string | null) => boolean) {
    this.#room = room;
    this.#supervisor = supervisor;
    this.#isWanted = isWanted;
  }

  /**
   * For a waiting request of another target, which may only have what nobody needs. Never rejects.
   * @param failed called while the slot is still kept, unless it had only changed and was left alone
   */
  async forRequest(slot: SlotRuntime, { id, agent, target }: Request, failed: () => void): Promise<void> {
    const formerTarget = slot.target;
    const order = { who: "the control room", why: `for ${agent}, which asked for ${target}` };
    try {
      await this.#wipe(slot, id, order, (obstacle) => obstacle, failed);
    } catch (error) {
      const { message } = toErrorBody(error);
      this.#room.event(slot.slot, "not_wiped", `Not taken from ${formerTarget ?? "nobody"} ${order.why}: ${message}`);
      // Whatever the scheduler believes.
      slot.changed(true);
    }
  }

  /**
   * By the person's word, who was told what will be lost.
   * @throws DockError `SLOT_NOT_FREE` that says what is in the way, `LOGIN_UNDER_WAY`, `SLOT_QUARANTINED`, `WIPE_NOT_PROVEN`,
   *   `DISK_FULL`
   */
  async forPerson(slot: SlotRuntime, why: string): Promise<void> {
    refuseWhileLoggingIn(slot);
    const own = (obstacle: ReassignObstacle) => (isForPersonToDecide(obstacle) ? null : obstacle);
    await this.#wipe(slot, null, { who: "you", why }, own, () => {});
  }

  /** What keeps the slot from being given to another target now; null when nothing does. */
  obstacle(slot: SlotRuntime): ReassignObstacle | null {
    return slot.wiping === null ? this.#obstacle(slot) : "being_wiped";
  }

  async #wipe(
    slot: SlotRuntime,
    forRequest: string | null,
    order: WipeOrder,
    counts: (obstacle: ReassignObstacle) => ReassignObstacle | null,
    failed: () => void,
  ): Promise<void> {
    const { epoch } = slot.control;
    const { target } = slot;
    if (slot.wiping !== null) throw new DockError("SLOT_NOT_FREE", reassignWords("being_wiped", slot.slot));
    this.#refuse(slot, counts);
    await whileWiping(slot, forRequest, async () => {
      this.#room.event(slot.slot, "wiping", `Being wiped ${order.why}: everything of ${target ?? "no target"} goes.`);
      await this.#supervisor.close(slot, "its workplace is wiped");
      // Whoever took it meanwhile has it, with all that is in it (R12).
      if (slot.control.epoch !== epoch || slot.target !== target) {
        throw new DockError(
          "SLOT_NOT_FREE",
          `Slot ${slot.slot} has changed hands meanwhile; nothing of it was touched.`,
        );
      }
      this.#refuse(slot, counts);
      await wipeWorkplace(this.#room, slot, order).catch((error: unknown) => {
        failed();
        throw error;
      });
      this.#room.event(slot.slot, "wiped", `Nothing of ${target ?? "whoever used it"} is left in the slot.`);
    });
  }

  /** In one turn with what follows. A wipe under way is the caller's own, if it is not the first look. */
  #refuse(slot: SlotRuntime, counts: (obstacle: ReassignObstacle) => ReassignObstacle | null): void {
    const obstacle = this.#obstacle(slot);
    if (obstacle === null || counts(obstacle) === null) return;
    throw new DockError("SLOT_NOT_FREE", reassignWords(obstacle, slot.slot));
  }

  #obstacle(slot: SlotRuntime): ReassignObstacle | null {
    const facts = factsOf(this.#room, slot);
    // An offer is the scheduler's to withdraw: it does so when the wipe begins.
    return reassignObstacle({ ...facts, wiping: null, offered: false, wanted: this.#isWanted(slot.target) });
  }
}
