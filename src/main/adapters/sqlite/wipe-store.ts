import { z } from "zod";
import type { Store } from "../../engine/ports.ts";
import { type Connections, guard } from "./database.ts";
import { wipeRow } from "./rows.ts";

type WipePart = Pick<Store, "wipeBegins" | "wipeMoved" | "wipeProven" | "wipeFails" | "openWipes">;

/**
 * Every wipe of a slot, with its former target, by whose word and why. Written durably, and a slot loses its target in
 * the same transaction in which its wipe is proven: nothing in between can be read after a crash or a power cut (R14).
 */
export function wipeStore(file: string, { durable, quick }: Connections): WipePart {
  const begin = durable.prepare(`
    INSERT INTO wipe (id, slot, target, epoch, began_at, who, why)
    VALUES (@id, @slot, @target, @epoch, @beganAt, @who, @why)`);
  const moved = durable.prepare("UPDATE wipe SET moved_at = ? WHERE id = ? AND moved_at IS NULL");
  const proven = durable.prepare("UPDATE wipe SET proven_at = ? WHERE id = ?");
  const unbind = durable.prepare(
    "UPDATE slot SET target = NULL, last_used_at = 0 WHERE slot = (SELECT slot FROM wipe WHERE id = ?)",
  );
  // Its login was wiped with it, and the next target's is another one (R30).
  const forgetLogin = durable.prepare("DELETE FROM login WHERE slot = (SELECT slot FROM wipe WHERE id = ?)");
  const prove = durable.transaction((id: string, at: number) => {
    proven.run(at, id);
    forgetLogin.run(id);
    unbind.run(id);
  });
  const fail = durable.prepare("UPDATE wipe SET failed_at = ?, failure = ? WHERE id = ?");
  const open = quick.prepare(`
    SELECT id, slot, target, epoch, began_at, who, why FROM wipe
    WHERE proven_at IS NULL AND failed_at IS NULL ORDER BY began_at`);
  return {
    wipeBegins: (wipe) => {
      guard(file, () => begin.run(wipe));
    },
    wipeMoved: (id, at) => {
      guard(file, () => moved.run(at, id));
    },
    wipeProven: (id, at) => {
      guard(file, () => prove(id, at));
    },
    wipeFails: (id, at, failure) => {
      guard(file, () => fail.run(at, failure, id));
    },
    openWipes: () => z.array(wipeRow).parse(guard(file, () => open.all())),
  };
}
