import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventPosition, findBatchEnd } from "./event-batch.ts";
import { type EventRow, toEvent } from "./event-row.ts";
import { storedEventWhere } from "./uuids/event-ids.ts";

const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Implements `Events.scan` with a transaction for each batch, because a long one would block WAL checkpoints. */
export function scanEvents(
  database: Transactions,
  projectId: string,
  { from = Number.MIN_SAFE_INTEGER, ...filter }: EventFilter,
): AsyncGenerator<StoredEvent> {
  const start: EventPosition = { timestamp: from, id: 0 };
  return readInBatches((cursor: EventPosition = start) =>
    database.read((sql) => readBatch(sql, projectId, filter, cursor)),
  );
}

function readBatch(
  sql: Sql,
  projectId: string,
  filter: EventFilter,
  from: EventPosition,
): Batch<StoredEvent, EventPosition> {
  const [where, values] = storedEventWhere(sql, projectId, filter);
  const after = `${where} AND (timestamp, id) > (?, ?)`;
  const cursor = [from.timestamp, from.id];
  const limits = { events: MAX_BATCH_EVENTS, bytes: MAX_BATCH_BYTES };
  const { last, isLast } = findBatchEnd(sql, after, [...values, ...cursor], limits);
  if (!last) return { items: [], next: undefined };
  const rows = sql.all<EventRow>(
    `SELECT * FROM events WHERE ${after} AND (timestamp, id) <= (?, ?) ORDER BY timestamp, id`,
    ...[...values, ...cursor, last.timestamp, last.id],
  );
  return { items: rows.map(toEvent), next: isLast ? undefined : last };
}
