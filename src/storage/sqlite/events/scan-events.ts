import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import type { Sql } from "../sql.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";

interface ScanCursor {
  readonly timestamp: number;
  readonly id: number;
}

interface Portion {
  readonly events: readonly StoredEvent[];
  /** Where the next portion begins; null after the last. */
  readonly next: ScanCursor | null;
}

const PORTION_EVENTS = 1000;
const PORTION_BYTES = 8 * 1024 * 1024;

/** `Events.scan`. Each portion is of one moment, so that no reader keeps the database's log from being written back. */
export async function* scanEvents(
  database: Transactions,
  projectId: string,
  { from = Number.MIN_SAFE_INTEGER, ...filter }: EventFilter,
): AsyncGenerator<StoredEvent> {
  for (let cursor: ScanCursor | null = { timestamp: from, id: 0 }; cursor; ) {
    const start: ScanCursor = cursor;
    const portion: Portion = await database.read((sql) => readPortion(sql, projectId, filter, start));
    yield* portion.events;
    cursor = portion.next;
  }
}

function readPortion(sql: Sql, projectId: string, filter: EventFilter, from: ScanCursor): Portion {
  const [where, values] = eventWhere(projectId, filter);
  const after = `${where} AND (timestamp, id) > (?, ?)`;
  const cursor = [from.timestamp, from.id];
  const sizes = sql.all<ScanCursor & { bytes: number }>(
    `SELECT id, timestamp, octet_length(properties) AS bytes FROM events WHERE ${after} ORDER BY timestamp, id LIMIT ?`,
    ...[...values, ...cursor, PORTION_EVENTS],
  );
  let bytes = 0;
  const full = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= PORTION_BYTES;
  });
  const last = sizes.at(full);
  if (!last) return { events: [], next: null };
  const rows = sql.all<EventRow>(
    `SELECT * FROM events WHERE ${after} AND (timestamp, id) <= (?, ?) ORDER BY timestamp, id`,
    ...[...values, ...cursor, last.timestamp, last.id],
  );
  const isLast = full === -1 && sizes.length < PORTION_EVENTS;
  return { events: rows.map(toEvent), next: isLast ? null : { timestamp: last.timestamp, id: last.id } };
}
