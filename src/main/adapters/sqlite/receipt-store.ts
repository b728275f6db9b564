import type Database from "better-sqlite3";
import { z } from "zod";
import type { ReceiptView } from "../../../core/view/snapshot.ts";
import type { Store } from "../../engine/ports.ts";
import { guard } from "./database.ts";
import { readable } from "./readable.ts";
import { inJson, receiptShape } from "./rows.ts";

const storedReceipt = z.object({ slot: z.int(), body: inJson(receiptShape) });

type ReceiptPart = Pick<Store, "saveReceipt" | "receipts" | "openReceipts">;

/** Receipts, one for each change of control that ended something: kept as they stand, and again when complete. */
export function receiptStore(file: string, quick: Database.Database, unreadable: Map<number, string>): ReceiptPart {
  const save = quick.prepare("INSERT OR REPLACE INTO receipt (slot, epoch, body) VALUES (?, ?, ?)");
  const newest = quick.prepare(
    "SELECT slot, body FROM receipt r WHERE epoch = (SELECT max(epoch) FROM receipt WHERE slot = r.slot)",
  );
  const open = quick.prepare("SELECT slot, body FROM receipt WHERE json_extract(body, '$.completedAt') IS NULL");
  const all = (statement: Database.Statement): ReceiptView[] =>
    readable(
      guard(file, () => statement.all()),
      storedReceipt,
      (slot) => unreadable.set(slot, "a receipt"),
    ).map(({ body }) => body);
  return {
    saveReceipt: (receipt) => {
      guard(file, () => save.run(receipt.slot, receipt.epoch, JSON.stringify(receipt)));
    },
    receipts: () => new Map(all(newest).map((receipt) => [receipt.slot, receipt])),
    openReceipts: () => all(open),
  };
}
