import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../../stored-ids.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";

export interface EventRow {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly received_at: number;
  readonly properties: string;
}

interface EventPosition {
  readonly timestamp: number;
  readonly id: number;
}

interface BatchEnd {
  readonly last: EventPosition | undefined;
  readonly isLast: boolean;
}

const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

export function eventWhere(projectId: string, filter: EventFilter): [where: string, values: SqlValue[]] {
  const { event, distinctIds, uuid, from, to, receivedUntil } = filter;
  const terms = ["project_id = ?"];
  const values: SqlValue[] = [projectNumber(projectId)];
  const add = (term: string, ...termValues: SqlValue[]) => {
    terms.push(term);
    values.push(...termValues);
  };
  if (uuid !== undefined) add("uuid = ?", uuidBlobForQuery(uuid));
  if (event !== undefined) add("event = ?", event);
  if (distinctIds !== undefined) add(`distinct_id IN (${distinctIds.map(() => "?").join(", ")})`, ...distinctIds);
  if (from !== undefined) add("timestamp >= ?", from);
  if (to !== undefined) add("timestamp < ?", to);
  if (receivedUntil !== undefined) add("received_at <= ?", receivedUntil);
  return [terms.join(" AND "), values];
}

export const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project_id),
  uuid: blobToUuid(row.uuid),
  event: row.event,
  distinctId: row.distinct_id,
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  properties: row.properties,
});

/** Finds the last event of a batch of the oldest matching events; the one that exceeds the bytes is included. */
export function findBatchEnd(
  sql: Sql,
  where: string,
  values: readonly SqlValue[],
  limits: { readonly events: number; readonly bytes: number },
): BatchEnd {
  const sizes = sql.all<EventPosition & { bytes: number }>(
    `SELECT id, timestamp, octet_length(properties) AS bytes FROM events WHERE ${where} ORDER BY timestamp, id LIMIT ?`,
    ...values,
    limits.events,
  );
  let bytes = 0;
  const fullAt = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= limits.bytes;
  });
  const last = sizes.at(fullAt); // the last row if `fullAt` is -1
  const isLast = fullAt === -1 && sizes.length < limits.events;
  return { last: last && { timestamp: last.timestamp, id: last.id }, isLast };
}

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
  const [where, values] = eventWhere(projectId, filter);
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
