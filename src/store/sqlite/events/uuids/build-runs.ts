import type { Sql } from "../../sqlite-connection.ts";
import { newestId } from "../newest-id.ts";
import { Entries, MAX_ENTRIES } from "./entries.ts";
import { Fingerprints } from "./fingerprint.ts";
import { appendEntries, END, insertRun, type Run } from "./runs.ts";

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
}

const BATCH_ROWS = 5000;
const SELECT = `SELECT id, project_id, uuid FROM events INDEXED BY events_by_uuid
  WHERE (project_id, uuid) > (?, ?) ORDER BY project_id, uuid LIMIT ${BATCH_ROWS}`;
/** Sorts after all uuids of project 0, which has no events. */
const FIRST: [project: number, uuid: Uint8Array] = [0, new Uint8Array(17).fill(255)];

/** Builds runs, of up to two million entries each, from an index of events by project and uuid. */
export function buildRuns(sql: Sql): void {
  const key = sql.one<{ key_low: number; key_high: number }>("SELECT key_low, key_high FROM uuid_index");
  const prints = new Fingerprints(key.key_low, key.key_high);
  const runs: Run[] = [];
  let entries = new Entries();
  let after = FIRST;
  for (;;) {
    const rows = sql.all<Row>(SELECT, ...after);
    for (const { id, project_id, uuid } of rows) {
      const bytes = new Uint8Array(uuid);
      const { high, low } = prints.of(project_id, bytes);
      entries.push(high, low, id);
      after = [project_id, bytes];
    }
    const isLast = rows.length < BATCH_ROWS;
    if (entries.size > 0 && (isLast || entries.size > MAX_ENTRIES - BATCH_ROWS)) {
      const level = Math.max(0, Math.floor(Math.log2(entries.size / 4096) / 3));
      const run = insertRun(sql, runs, { level, first_id: 1, entries: entries.size });
      appendEntries(sql, run, entries.sorted(), END);
      runs.push(run);
      entries = new Entries();
    }
    if (isLast) break;
  }
  sql.run("UPDATE uuid_index SET sealed = ?", newestId(sql));
}
