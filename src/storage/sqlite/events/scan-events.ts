import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";

interface ScanCursor {
  readonly timestamp: number;
  readonly id: number;
}

const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Implements `Events.scan`. Each batch is a transaction of its own, because a long one would block WAL checkpoints. */
export function scanEvents(
  database: Transactions,
  projectId: string,
  { from = Number.MIN_SAFE_INTEGER, ...filter }: EventFilter,
): AsyncGenerator<StoredEvent> {
  const start: ScanCursor = { timestamp: from, id: 0 };
  return readInBatches((cursor: ScanCursor = start) =>
    database.read((sql) => readBatch(sql, projectId, filter, cursor)),
  );
}

function readBatch(sql: Sql, projectId: string, filter: EventFilter, from: ScanCursor): Batch<StoredEvent, ScanCursor> {
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
  if (!last) return { items: [], next: undefined };
  const rows = sql.all<EventRow>(
    `SELECT * FROM events WHERE ${after} AND (timestamp, id) <= (?, ?) ORDER BY timestamp, id`,
    ...[...values, ...cursor, last.timestamp, last.id],
  );
  const isLast = fullAt === -1 && sizes.length < MAX_BATCH_EVENTS;
  return { items: rows.map(toEvent), next: isLast ? undefined : { timestamp: last.timestamp, id: last.id } };
}
