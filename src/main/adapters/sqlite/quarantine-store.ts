import { z } from "zod";
import type { QuarantineReason } from "../../../core/slot/quarantine.ts";
import type { Store } from "../../engine/ports.ts";
import { type Connections, guard } from "./database.ts";
import { quarantineRow } from "./rows.ts";

type QuarantinePart = Pick<Store, "openQuarantine" | "closeQuarantine" | "openQuarantines">;

/**
 * Why slots are not offered, and how each reason came to its end (R7). Written durably: a power cut must not make
 * capacity of a workplace that was unclear.
 */
export function quarantineStore(file: string, { durable, quick }: Connections): QuarantinePart {
  const open = durable.prepare(
    "INSERT OR REPLACE INTO quarantine (id, slot, code, known, since, about) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const close = durable.prepare(
    "UPDATE quarantine SET ended_at = ?, way = ?, who = ?, why = ? WHERE id = ? AND ended_at IS NULL",
  );
  const all = quick.prepare(
    "SELECT id, slot, code, known, since, about FROM quarantine WHERE ended_at IS NULL ORDER BY since",
  );
  return {
    openQuarantine: (slot, { id, code, known, since, actionIds, process }) => {
      guard(file, () => open.run(id, slot, code, known, since, JSON.stringify({ actionIds, process })));
    },
    closeQuarantine: (id, { at, way, who, why }) => {
      guard(file, () => close.run(at, way, who, why, id));
    },
    openQuarantines: () => {
      const rows = z.array(quarantineRow).parse(guard(file, () => all.all()));
      const bySlot = new Map<number, QuarantineReason[]>();
      for (const { slot, about, ...rest } of rows) {
        bySlot.set(slot, [...(bySlot.get(slot) ?? []), { ...rest, ...about }]);
      }
      return bySlot;
    },
  };
}
