import type Database from "better-sqlite3";
import { z } from "zod";
import type { ReceiptView } from "../../../core/view/snapshot.ts";
import type { Store } from "../../engine/ports.ts";
import { guard } from "./database.ts";
import { receiptShape } from "./rows.ts";

type ReceiptPart = Pick<Store, "saveReceipt" | "receipts" | "openReceipts">;

/** Receipts, one for each change of control that ended something: kept as they stand, and again when complete. */
export function receiptStore(file: string, quick: Database.Database): ReceiptPart {
  const save = quick.prepare("INSERT OR REPLACE INTO receipt (slot, epoch, body) VALUES (?, ?, ?)");
  const newest = quick.prepare(
    "SELECT body FROM receipt r WHERE epoch = (SELECT max(epoch) FROM receipt WHERE slot = r.slot)",
  );
  const open = quick.prepare("SELECT body FROM receipt WHERE json_extract(body, '$.completedAt') IS NULL");
  const all = (statement: Database.Statement): ReceiptView[] =>
    z
      .array(z.object({ body: z.string() }))
      .parse(guard(file, () => statement.all()))
      .map(({ body }) => receiptShape.parse(JSON.parse(body)));
  return {
    saveReceipt: (receipt) => {
      guard(file, () => save.run(receipt.slot, receipt.epoch, JSON.stringify(receipt)));
    },
    receipts: () => new Map(all(newest).map((receipt) => [receipt.slot, receipt])),
    openReceipts: () => all(open),
  };
}
