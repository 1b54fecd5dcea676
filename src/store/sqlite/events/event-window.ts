import type { EventFilter, EventWindow } from "../../ports/events.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { type EventRow, toEvent } from "./event-row.ts";
import { storedEventWhere } from "./uuids/event-ids.ts";

interface Position {
  readonly timestamp: number;
  readonly id: number;
}

/** Reading so many takes about 5 ms: an index has what most filters compare. */
const WINDOW_EVENTS = 10_000;
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
const SELECT_END = `SELECT timestamp, id FROM events WHERE project_id = ? AND (timestamp, id) > (?, ?)
  ORDER BY timestamp, id LIMIT 1 OFFSET ${WINDOW_EVENTS - 1}`;

export function readWindow(sql: Sql, projectId: string, filter: EventFilter, from: string | null): EventWindow {
  const start: Position = from === null ? { timestamp: Number.MIN_SAFE_INTEGER, id: 0 } : JSON.parse(from);
  const end = sql.get<Position>(SELECT_END, projectNumber(projectId), start.timestamp, start.id);
  const last = end ?? { timestamp: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const [where, values] = storedEventWhere(sql, projectId, filter);
  const inWindow = `${where} AND (timestamp, id) > (?, ?) AND (timestamp, id) <= (?, ?) ORDER BY timestamp, id`;
  const positions = sql.all<Position & { bytes: number }>(
    `SELECT timestamp, id, octet_length(properties) AS bytes FROM events WHERE ${inWindow}`,
    ...[...values, start.timestamp, start.id, last.timestamp, last.id],
  );
  let bytes = 0;
  const full = positions.find((position) => {
    bytes += position.bytes;
    return bytes >= MAX_WINDOW_BYTES;
  });
  const until = full ?? last;
  const rows = sql.all<EventRow>(
    `SELECT * FROM events WHERE ${inWindow}`,
    ...[...values, start.timestamp, start.id, until.timestamp, until.id],
  );
  const next = full ?? end;
  return { events: rows.map(toEvent), next: next ? JSON.stringify({ timestamp: next.timestamp, id: next.id }) : null };
}
