import { lossWords } from "../../core/view/target-words.ts";
import { DockError } from "../../shared/errors.ts";
import type { Reassigner } from "./reassign.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** The person decides which login target a slot belongs to (R14). */
export class TargetDesk {
  readonly #room: Room;
  readonly #reassigner: Reassigner;

  constructor(room: Room, reassigner: Reassigner) {
    this.#room = room;
    this.#reassigner = reassigner;
  }

  /**
   * Gives a target a slot before any agent asks for it. The slot keeps what is in it only if it belonged to no target:
   * then that is the person's own.
   * @param wipe the person was told what will be lost
   * @returns what came of it, in words
   * @throws DockError `TARGET_HAS_SLOT`, `SLOT_NOT_FREE`, and what a wipe throws
   */
  async assign(target: string, slot: SlotRuntime, wipe: boolean): Promise<string> {
    this.#refuseSecond(target);
    const former = slot.target;
    if (former !== null) {
      if (!wipe) {
        const why = `Slot ${slot.slot} belongs to ${former}. ${lossWords(former, slot.slot)}`;
        throw new DockError("SLOT_NOT_FREE", why, { hint: "Choose a slot without a target, or have it wiped." });
      }
      await this.#reassigner.forPerson(slot, `to give it to ${target}`);
      // While it was wiped an agent may have got a slot for the target.
      this.#refuseSecond(target);
    }
    this.#refuseTaken(slot);
    this.#room.ports.store.bindTarget(slot.slot, target);
    slot.target = target;
    const said = `Slot ${slot.slot} belongs to ${target} now.`;
    this.#room.event(slot.slot, "assigned", `${said} You decided that.`);
    this.#room.touch();
    return former === null ? said : `${said} Everything of ${former} in it was wiped, and that is proven.`;
  }

  /**
   * Wipes the target's slot; then it belongs to no target.
   * @param slot the one that the person was told of: whatever the target has meanwhile is not wiped
   * @throws DockError `TARGET_UNKNOWN`, and what a wipe throws
   */
  async forget(target: string, slot: SlotRuntime): Promise<string> {
    if (slot.target !== target)
      throw new DockError("TARGET_UNKNOWN", `Slot ${slot.slot} does not belong to ${target}.`);
    await this.#reassigner.forPerson(slot, `because you gave up ${target}`);
    this.#room.event(slot.slot, "forgotten", `${target} was given up; slot ${slot.slot} belongs to no target.`);
    return `${target} has no slot any more. Everything of it in slot ${slot.slot} was wiped, and that is proven.`;
  }

  #refuseSecond(target: string): void {
    const own = this.#room.slots.find((slot) => slot.target === target);
    if (own) throw new DockError("TARGET_HAS_SLOT", `${target} has slot ${own.slot} already.`);
  }

  /** In one turn with the binding: nobody else is about to get it (R12). */
  #refuseTaken(slot: SlotRuntime): void {
    const why = takenWords(slot);
    if (why !== null) throw new DockError("SLOT_NOT_FREE", `Slot ${slot.slot} ${why}.`);
  }
}

function takenWords(slot: SlotRuntime): string | null {
  if (slot.wiping !== null) return "is being wiped";
  if (slot.offeredTo !== null || slot.holder === "agent") return "is being given to an agent";
  if (slot.target !== null) return `belongs to ${slot.target}`;
  return slot.quarantine.length > 0 ? "is in quarantine" : null;
}
