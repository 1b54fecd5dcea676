import type { EventFilter, EventPage, EventPageLimits, EventPosition } from "../../ports/events.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";

interface Place {
  readonly timestamp: number;
  readonly id: number;
}

/** Reading so many takes about 5 ms: an index has what filters compare. */
const WINDOW_EVENTS = 10_000;
const ORDER = "ORDER BY timestamp DESC, id DESC";

export function readNewest(
  sql: Sql,
  projectId: string,
  filter: EventFilter,
  before: EventPosition | null,
  limits: EventPageLimits,
): EventPage {
  const start = before === null ? LAST : { timestamp: before.timestamp, id: idOf(before.key) };
  const end = findEnd(sql, projectId, filter, start);
  const [terms, values] = eventWhere(projectId, filter);
  const where = `${terms} AND (timestamp, id) < (?, ?)`;
  const bounds = [...values, start.timestamp, start.id];
  const [inWindow, all]: [string, SqlValue[]] = end
    ? [`${where} AND (timestamp, id) >= (?, ?)`, [...bounds, end.timestamp, end.id]]
    : [where, bounds];
  const places = sql.all<Place & { bytes: number }>(
    `SELECT timestamp, id, octet_length(properties) AS bytes FROM events WHERE ${inWindow} ${ORDER} LIMIT ?`,
    ...[...all, limits.events + 1],
  );
  const count = countWithin(places, limits);
  const rows = sql.all<EventRow>(`SELECT * FROM events WHERE ${inWindow} ${ORDER} LIMIT ?`, ...[...all, count]);
  const next = count < places.length ? places[count - 1] : end;
  const events = rows.map((row) => ({ ...toEvent(row), ...toPosition(row) }));
  return { events, next: next ? toPosition(next) : null };
}

function countWithin(sizes: readonly { readonly bytes: number }[], limits: EventPageLimits): number {
  let bytes = 0;
  const fullAt = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= limits.bytes;
  });
  return Math.min(limits.events, fullAt === -1 ? sizes.length : fullAt + 1);
}

const LAST: Place = { timestamp: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Returns the last event to look at; undefined if these are all, or if each one in the bounds of time matches. */
function findEnd(sql: Sql, projectId: string, filter: EventFilter, start: Place): Place | undefined {
  const { from, to, ...conditions } = filter;
  if (Object.values(conditions).every((condition) => condition === undefined)) return undefined;
  const [where, values] = eventWhere(projectId, { from, to });
  return sql.get<Place>(
    `SELECT timestamp, id FROM events WHERE ${where} AND (timestamp, id) < (?, ?) ${ORDER} LIMIT 1 OFFSET ?`,
    ...[...values, start.timestamp, start.id, WINDOW_EVENTS - 1],
  );
}

const toPosition = ({ timestamp, id }: Place): EventPosition => ({ timestamp, key: id.toString(16) });

function idOf(key: string): number {
  return Math.min(Number.parseInt(key, 16), Number.MAX_SAFE_INTEGER);
}
