import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import type { Transactions } from "../database.ts";
import type { Sql } from "../sql.ts";
import { condition, type EventRow, toEvent } from "./rows.ts";

interface Place {
  readonly timestamp: number;
  readonly id: number;
}

interface Portion {
  readonly events: readonly StoredEvent[];
  /** Where the next portion begins; null after the last. */
  readonly next: Place | null;
}

const PORTION_EVENTS = 1000;
const PORTION_BYTES = 8 * 1024 * 1024;

/** `Events.scan`. Each portion is of one moment, so that no reader keeps the database's log from being written back. */
export async function* scanEvents(
  database: Transactions,
  projectId: string,
  { from = Number.MIN_SAFE_INTEGER, ...filter }: EventFilter,
): AsyncGenerator<StoredEvent> {
  for (let place: Place | null = { timestamp: from, id: 0 }; place; ) {
    const start: Place = place;
    const portion: Portion = await database.read((sql) => readPortion(sql, projectId, filter, start));
    yield* portion.events;
    place = portion.next;
  }
}

function readPortion(sql: Sql, projectId: string, filter: EventFilter, from: Place): Portion {
  const [where, values] = condition(projectId, filter);
  const after = `${where} AND (timestamp, id) > (?, ?)`;
  const place = [from.timestamp, from.id];
  const sizes = sql.all<Place & { bytes: number }>(
    `SELECT id, timestamp, octet_length(properties) AS bytes FROM events WHERE ${after} ORDER BY timestamp, id LIMIT ?`,
    ...[...values, ...place, PORTION_EVENTS],
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
    ...[...values, ...place, last.timestamp, last.id],
  );
  const isLast = full === -1 && sizes.length < PORTION_EVENTS;
  return { events: rows.map(toEvent), next: isLast ? null : { timestamp: last.timestamp, id: last.id } };
}
