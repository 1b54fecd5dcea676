import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";

interface ScanCursor {
  readonly timestamp: number;
  readonly id: number;
}

interface Batch {
  readonly events: readonly StoredEvent[];
  /** Where the next batch begins; null after the last. */
  readonly next: ScanCursor | null;
}

const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Implements `Events.scan`. Each batch is a transaction of its own, because a long one would block WAL checkpoints. */
export async function* scanEvents(
  database: Transactions,
  projectId: string,
  { from = Number.MIN_SAFE_INTEGER, ...filter }: EventFilter,
): AsyncGenerator<StoredEvent> {
  for (let cursor: ScanCursor | null = { timestamp: from, id: 0 }; cursor; ) {
    const start: ScanCursor = cursor;
    const batch: Batch = await database.read((sql) => readBatch(sql, projectId, filter, start));
    yield* batch.events;
    cursor = batch.next;
  }
}

function readBatch(sql: Sql, projectId: string, filter: EventFilter, from: ScanCursor): Batch {
  const [where, values] = eventWhere(projectId, filter);
  const after = `${where} AND (timestamp, id) > (?, ?)`;
  const cursor = [from.timestamp, from.id];
  const sizes = sql.all<ScanCursor & { bytes: number }>(
    `SELECT id, timestamp, octet_length(properties) AS bytes FROM events WHERE ${after} ORDER BY timestamp, id LIMIT ?`,
    ...[...values, ...cursor, MAX_BATCH_EVENTS],
  );
  let bytes = 0;
  const fullAt = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= MAX_BATCH_BYTES;
  });
  const last = sizes.at(fullAt); // the last row if `fullAt` is -1
  if (!last) return { events: [], next: null };
  const rows = sql.all<EventRow>(
    `SELECT * FROM events WHERE ${after} AND (timestamp, id) <= (?, ?) ORDER BY timestamp, id`,
    ...[...values, ...cursor, last.timestamp, last.id],
  );
  const isLast = fullAt === -1 && sizes.length < MAX_BATCH_EVENTS;
  return { events: rows.map(toEvent), next: isLast ? null : { timestamp: last.timestamp, id: last.id } };
}
