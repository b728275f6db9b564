import { z } from "zod";
import { DockError } from "../../../shared/errors.ts";
import type { Store } from "../../engine/ports.ts";
import { actionStore } from "./action-store.ts";
import { type Connections, guard, openDatabase } from "./database.ts";
import { loginStore } from "./login-store.ts";
import { quarantineStore } from "./quarantine-store.ts";
import { receiptStore } from "./receipt-store.ts";
import { eventRow, holderShape, launchRow, slotRow } from "./rows.ts";
import { wipeStore } from "./wipe-store.ts";

/** The memory of the control room. Every method has happened when it returns. */
export function openStore(file: string): Store & { close(): void } {
  const connections = openDatabase(file);
  const { durable, quick } = connections;
  const unreadable = new Map<number, string>();
  return {
    unreadable: () => unreadable,
    ...controlStore(file, connections),
    ...actionStore(file, quick, unreadable),
    ...launchStore(file, connections),
    ...receiptStore(file, quick, unreadable),
    ...quarantineStore(file, connections),
    ...loginStore(file, quick),
    ...wipeStore(file, connections),
    ...eventStore(file, quick),
    close: () => {
      quick.close();
      durable.close();
    },
  };
}

type ControlPart = Pick<Store, "slots" | "recordControl" | "bindTarget" | "touchSlot" | "highestEpochs">;

function controlStore(file: string, { durable, quick }: Connections): ControlPart {
  const all = quick.prepare("SELECT slot, target, epoch, since, holder, last_used_at FROM slot ORDER BY slot");
  // An epoch only grows: the guard stands in the statement, whatever the program believes (R1).
  const record = durable.prepare(`
    INSERT INTO slot (slot, epoch, since, holder) VALUES (@slot, @epoch, @since, @holder)
    ON CONFLICT (slot) DO UPDATE SET epoch = @epoch, since = @since, holder = @holder
    WHERE epoch < @epoch OR (epoch = @epoch AND since = @since)`);
  const bind = durable.prepare(`
    INSERT INTO slot (slot, target, epoch, since, holder) VALUES (?, ?, 0, 0, '{"kind":"nobody"}')
    ON CONFLICT (slot) DO UPDATE SET target = excluded.target`);
  const highest = quick.prepare(`
    SELECT slot, max(epoch) AS epoch FROM (
      SELECT slot, epoch FROM slot UNION ALL SELECT slot, epoch FROM action UNION ALL SELECT slot, epoch FROM receipt
    ) GROUP BY slot`);
  const touch = quick.prepare("UPDATE slot SET last_used_at = ? WHERE slot = ?");
  return {
    slots: () =>
      z
        .array(slotRow)
        .parse(guard(file, () => all.all()))
        .map((row) => ({
          control: {
            slot: row.slot,
            epoch: row.epoch,
            since: row.since,
            holder: holderShape.parse(JSON.parse(row.holder)),
          },
          target: row.target,
          lastUsedAt: row.last_used_at,
        })),
    recordControl: (control) => {
      const { changes } = guard(file, () => record.run({ ...control, holder: JSON.stringify(control.holder) }));
      if (changes !== 1) {
        throw new DockError("EPOCH_STALE", `Slot ${control.slot} has an epoch above ${control.epoch} on disk.`);
      }
    },
    bindTarget: (slot, target) => {
      guard(file, () => bind.run(slot, target));
    },
    highestEpochs: () => {
      const rows = z.array(z.object({ slot: z.int(), epoch: z.int() })).parse(guard(file, () => highest.all()));
      return new Map(rows.map(({ slot, epoch }) => [slot, epoch]));
    },
    touchSlot: (slot, at) => {
      guard(file, () => touch.run(at, slot));
    },
  };
}

type LaunchPart = Pick<Store, "launchBegins" | "launchRuns" | "launchEnds" | "openLaunches" | "beginRun">;

function launchStore(file: string, { quick }: Connections): LaunchPart {
  const begin = quick.prepare("INSERT INTO launch (launch, slot, began_at, for_person) VALUES (?, ?, ?, ?)");
  const run = quick.prepare("UPDATE launch SET pid = ?, start_time = ? WHERE launch = ?");
  const end = quick.prepare("UPDATE launch SET ended_at = ?, how = ? WHERE launch = ? AND ended_at IS NULL");
  const open = quick.prepare("SELECT launch, slot, pid, start_time, for_person FROM launch WHERE ended_at IS NULL");
  const lastRun = quick.prepare("SELECT boot FROM run ORDER BY id DESC LIMIT 1");
  const beginRun = quick.prepare("INSERT INTO run (boot, began_at) VALUES (?, ?)");
  return {
    launchBegins: (launch, slot, at, forPerson = false) => {
      guard(file, () => begin.run(launch, slot, at, forPerson ? 1 : 0));
    },
    launchRuns: (launch, pid, startTime) => {
      guard(file, () => run.run(pid, startTime, launch));
    },
    launchEnds: (launch, at, how) => {
      guard(file, () => end.run(at, how, launch));
    },
    openLaunches: () =>
      z
        .array(launchRow)
        .parse(guard(file, () => open.all()))
        .map((row) => ({
          launch: row.launch,
          slot: row.slot,
          pid: row.pid,
          startTime: row.start_time,
          forPerson: row.for_person !== 0,
        })),
    beginRun: (boot, at) => {
      const last = z
        .object({ boot: z.string() })
        .optional()
        .parse(guard(file, () => lastRun.get()));
      guard(file, () => beginRun.run(boot, at));
      return boot !== "" && last?.boot === boot;
    },
  };
}

type EventPart = Pick<Store, "appendEvent" | "recentEvents">;

function eventStore(file: string, quick: Connections["quick"]): EventPart {
  const append = quick.prepare("INSERT INTO event (at, slot, kind, text) VALUES (?, ?, ?, ?)");
  const recent = quick.prepare("SELECT id, at, slot, kind, text FROM event ORDER BY id DESC LIMIT ?");
  return {
    appendEvent: (slot, kind, text, at) => {
      const { lastInsertRowid } = guard(file, () => append.run(at, slot, kind, text));
      return { id: Number(lastInsertRowid), at, slot, kind, text };
    },
    recentEvents: (limit) => z.array(eventRow).parse(guard(file, () => recent.all(limit))),
  };
}
