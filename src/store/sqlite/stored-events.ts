import { setTimeout as sleep } from "node:timers/promises";
import { cleanText } from "../event-lines.ts";
import type { ProjectId } from "../ports/common.ts";
import type { EventToken, SequencedEvent, SettledEvents, StoredRange } from "../ports/events.ts";
import { projectNumber } from "../stored-ids.ts";
import { type EventRow, newestId, toEvent } from "./event-row.ts";
import { indexOfFull, type Sql, type SqlValue } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

/** A batch of this size takes about a millisecond; the driver's time for a row grows with their number. */
const BATCH_EVENTS = 100;
const BATCH_LINES = 500;
const BATCH_BYTES = 512 * 1024;
/** Limits the ids that a batch passes, because other projects may have them all. */
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

export async function* storedEvents(database: Transactions, range: StoredRange): AsyncGenerator<SequencedEvent> {
  for await (const events of inBatches(database, range, readEvents)) yield* events;
}

export function storedLines(database: Transactions, range: StoredRange): AsyncGenerator<string> {
  return inBatches(database, range, readLines);
}

type Read<T> = { readonly items: T; readonly next: number };

type ReadBatch<T> = (sql: Sql, from: number, last: number, projectId: string | undefined) => Read<T>;

/** Pauses after each batch for as long as it took: requests are answered meanwhile. */
async function* inBatches<T>(
  database: Transactions,
  { after, until, projectId }: StoredRange,
  readBatch: ReadBatch<T>,
): AsyncGenerator<T> {
  const last = until === undefined ? await database.readOnce(newestId) : idOf(until);
  for (let from = idOf(after); from < last; ) {
    const begin = performance.now();
    const batch = await database.readOnce((sql) => readBatch(sql, from, last, projectId));
    const took = performance.now() - begin;
    yield batch.items;
    from = batch.next;
    if (from < last) await sleep(took);
  }
}

function readEvents(sql: Sql, from: number, last: number, projectId: string | undefined): Read<SequencedEvent[]> {
  const to = Math.min(last, from + BATCH_IDS);
  const terms = ["id > ? AND id <= ?", projectId === undefined ? "project_id <> 0" : "project_id = ?"];
  const values: SqlValue[] = [from, to, ...(projectId === undefined ? [] : [projectNumber(projectId)])];
  // An index by project would be scanned from its beginning.
  const where = `events NOT INDEXED WHERE ${terms.join(" AND ")} ORDER BY id`;
  const select = `SELECT id, octet_length(properties) AS bytes FROM ${where} LIMIT ${BATCH_EVENTS}`;
  const sizes = sql.all<{ id: number; bytes: number }>(select, ...values);
  const fullAt = indexOfFull(sizes, BATCH_BYTES);
  const isFull = fullAt !== -1 || sizes.length === BATCH_EVENTS;
  const next = (isFull ? sizes.at(fullAt)?.id : undefined) ?? to;
  const rows = sql.all<EventRow>(`SELECT * FROM ${where}`, from, next, ...values.slice(2));
  return { items: rows.map((row) => ({ ...toEvent(row), sequence: row.id })), next };
}

const SIZE = `SELECT max(id) AS next, sum(bytes) AS bytes FROM (
  SELECT id, octet_length(properties) AS bytes FROM events NOT INDEXED WHERE id > ? AND id <= ?
  ORDER BY id LIMIT ?)`;
/** SQLite makes all lines at once: reading a row with the driver takes longer than all else. */
const LINES = `SELECT group_concat(json_object('projectId', CAST(project_id AS TEXT), 'uuid', hex(uuid), 'event', event,
    'distinctId', distinct_id, 'timestamp', timestamp, 'receivedAt', received_at, 'properties', properties,
    'sequence', id), char(10))
    || char(10) AS lines
  FROM events NOT INDEXED WHERE id > ? AND id <= ? AND project_id <> 0`;

function readLines(sql: Sql, from: number, last: number): Read<string> {
  let size: { next: number | null; bytes: number | null };
  for (let limit = BATCH_LINES; ; limit = Math.max(1, Math.floor((limit * BATCH_BYTES) / (size.bytes ?? 1)))) {
    size = sql.one(SIZE, from, last, limit);
    if (limit === 1 || (size.bytes ?? 0) <= BATCH_BYTES) break;
  }
  const next = size.next ?? last;
  const { lines } = sql.one<{ lines: string | null }>(LINES, from, next);
  return { items: cleanText(lines ?? ""), next };
}

const idOf = (token: EventToken | null): number => (token === null ? 0 : Number(token));
