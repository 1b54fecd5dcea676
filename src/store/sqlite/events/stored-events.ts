import { setTimeout as sleep } from "node:timers/promises";
import type { ProjectId } from "../../ports/common.ts";
import type { EventToken, SettledEvents, StoredEvent, StoredRange } from "../../ports/events.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, toEvent } from "./event-row.ts";
import { newestId } from "./follow-events.ts";

/** With these a batch takes some milliseconds. */
const BATCH_EVENTS = 500;
const BATCH_BYTES = 512 * 1024;
/** How many ids a batch passes at most, because other projects may have them all. */
const BATCH_IDS = 20_000;

/** Implements `Events.settled`: SQLite has one writer at a time, so ids grow in the order of storing. */
export function settledEvents(
  sql: Sql,
  after: EventToken | null,
  limit: number,
  projectId?: ProjectId,
): SettledEvents | null {
  const first = sql.get<{ id: number }>("SELECT id FROM events WHERE id > ? ORDER BY id LIMIT 1", idOf(after))?.id;
  if (first === undefined) return null;
  const until = Math.min(first + limit - 1, newestId(sql));
  if (projectId !== undefined) return { until: String(until), projects: [projectId] };
  const select = "SELECT DISTINCT project_id AS project FROM events NOT INDEXED WHERE id BETWEEN ? AND ?";
  const projects = sql.all<{ project: number }>(select, first, until).map(({ project }) => project);
  return { until: String(until), projects: projects.filter((project) => project !== 0).map(String) };
}

/** Implements `Events.stored`. Pauses after each batch for as long as it took: requests are answered meanwhile. */
export async function* storedEvents(
  database: Transactions,
  { after, until, projectId }: StoredRange,
): AsyncGenerator<StoredEvent> {
  const last = until === undefined ? await database.readOnce(newestId) : idOf(until);
  for (let from = idOf(after); from < last; ) {
    const begin = performance.now();
    const batch = await database.readOnce((sql) => readBatch(sql, from, last, projectId));
    const took = performance.now() - begin;
    yield* batch.events;
    from = batch.next;
    if (from < last) await sleep(took);
  }
}

function readBatch(sql: Sql, from: number, last: number, projectId: string | undefined) {
  const to = Math.min(last, from + BATCH_IDS);
  const terms = ["id > ? AND id <= ?", projectId === undefined ? "project_id <> 0" : "project_id = ?"];
  const values: SqlValue[] = [from, to, ...(projectId === undefined ? [] : [projectNumber(projectId)])];
  // An index by project would be scanned from its beginning.
  const where = `events NOT INDEXED WHERE ${terms.join(" AND ")} ORDER BY id`;
  const select = `SELECT id, octet_length(properties) AS bytes FROM ${where} LIMIT ${BATCH_EVENTS}`;
  const sizes = sql.all<{ id: number; bytes: number }>(select, ...values);
  let bytes = 0;
  const full = sizes.find((size, index) => {
    bytes += size.bytes;
    return bytes >= BATCH_BYTES || index === BATCH_EVENTS - 1;
  });
  const next = full?.id ?? to;
  const rows = sql.all<EventRow>(`SELECT * FROM ${where}`, from, next, ...values.slice(2));
  return { events: rows.map(toEvent), next };
}

const idOf = (token: EventToken | null): number => (token === null ? 0 : Number(token));
