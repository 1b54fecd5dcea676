import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import Libsql from "libsql";
import { CrashGuard } from "../../src/ingest/drain/crash-guard.ts";
import { Drain, type DrainPorts } from "../../src/ingest/drain/drain.ts";
import type { DrainReport } from "../../src/ingest/drain/drain-report.ts";
import { createDrainCaches, storeEvents } from "../../src/ingest/drain/store-events.ts";
import { JournalDatabase } from "../../src/ingest/journal/journal-database.ts";
import { type JournalEntry, packGroup } from "../../src/ingest/journal/journal-entry.ts";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { newStoreDirectory } from "./engines/test-store.ts";

const READ_BYTES = 1024 * 1024;
const SNAPSHOT_BYTES = 1024 * 1024;

/** Monday, 6 May 2024, 12:00 UTC: when requests are received. */
export const NOON = Date.UTC(2024, 4, 6, 12);

/** For tests: a real journal and a real store in a temporary directory, and drains between them. */
export async function openDrainEnvironment(test: TestContext) {
  const directory = await newStoreDirectory("drain");
  const store = await openSqlite(directory, { busyTimeoutMs: 200 });
  const journal = new JournalDatabase(directory);
  const drains: Drain[] = [];
  const reports: DrainReport[] = [];
  const warnings: string[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  test.after(async () => {
    await Promise.all(drains.map((drain) => drain.stop()));
    journal.close();
    await store.close();
    await rm(directory, { recursive: true });
  });
  const environment = {
    directory,
    store,
    journal,
    reports,
    warnings,
    /** Appends one group with these requests. Returns its id. */
    append: (...entries: JournalEntry[]) => journal.append(packGroup(entries)),
    /** Starts a drain with empty caches, as a new process does. */
    start(changes: Partial<DrainPorts> = {}): Drain {
      const caches = createDrainCaches(journal.identity());
      const drain = new Drain({
        read: (after) => journal.read(after, READ_BYTES),
        store: (events) =>
          storeEvents(events, { store, ...caches, snapshotLimits: { bytes: SNAPSHOT_BYTES, values: 10_000 } }),
        setAside: async (deadLetters) => journal.deadLetters.setAside(deadLetters),
        release: async (upTo) => journal.release(upTo),
        guard: new CrashGuard({ read: () => null, write: () => {}, clear: () => {} }, false),
        onDrained: (report) => {
          reports.push(report);
          notify();
        },
        onUnavailable: () => {},
        warn: (message, error, fields) => {
          warnings.push(
            `${message}: ${error instanceof Error ? error.message : error} ${JSON.stringify(fields ?? {})}`,
          );
          notify();
        },
        now: () => NOON,
        idleIntervalMs: 30,
        ...changes,
      });
      drains.push(drain);
      drain.start();
      return drain;
    },
    /** Resolves when the condition holds, which is checked after each report and warning. */
    until(holds: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (!holds()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      });
    },
    /** Drains all groups that are in the journal now. */
    async drain(changes: Partial<DrainPorts> = {}): Promise<void> {
      const last = journal.groupRanges().at(-1)?.last ?? 0;
      const seen = reports.length;
      const drain = environment.start(changes);
      await environment.until(() => reports.slice(seen).some(({ upTo }) => upTo >= last));
      await drain.stop();
    },
    /** Returns the sums of all reports. */
    totals() {
      const total = { stored: 0, dropped: 0, deadLettered: 0, refusedMerges: 0 };
      for (const report of reports) {
        for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += report[name];
      }
      return total;
    },
    /** Runs statements on the store's file. */
    executeSql(statements: string): void {
      const file = new Libsql(join(directory, "sightline.db"), { timeout: 60_000 });
      file.exec(statements);
      file.close();
    },
    deadLetters: () => rowsOf(join(directory, "journal.db"), "dead_letters"),
    /** Returns all rows of the store, by table. */
    contents(): Record<string, unknown[]> {
      const path = join(directory, "sightline.db");
      const tables = rowsOf(path, "sqlite_schema")
        .filter(({ type, name }) => type === "table" && !String(name).startsWith("sqlite_"))
        .map(({ name }) => String(name));
      return Object.fromEntries(tables.map((table) => [table, rowsOf(path, table)]));
    },
  };
  return environment;
}

function rowsOf(path: string, table: string): Record<string, unknown>[] {
  const file = new Libsql(path, { readonly: true, timeout: 60_000 });
  const rows = file.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[];
  file.close();
  return rows;
}

/** For tests: a batch request with these events. */
export function batchRequest(events: readonly object[], changes: Partial<JournalEntry> = {}): JournalEntry {
  const body = Buffer.from(JSON.stringify({ api_key: "phc_test", batch: events }));
  return { projectId: "1", receivedAt: NOON, seed: randomUUID(), operation: "batch", body, ...changes };
}

/** For tests: an event as a client sends it. */
export function rawEvent(name: string, distinctId: string, more: object = {}): object {
  return { event: name, distinct_id: distinctId, timestamp: new Date(NOON).toISOString(), ...more };
}

/** For tests: a `$snapshot` event as a client sends it. */
export function rawSnapshot(sessionId: unknown, data: unknown): object {
  return rawEvent("$snapshot", "ann", { properties: { $session_id: sessionId, $snapshot_data: data } });
}
