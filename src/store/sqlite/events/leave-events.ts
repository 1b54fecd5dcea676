import type { Millis } from "../../ports/common.ts";
import type { EventToken, LeavingEvent, LeavingEvents } from "../../ports/events.ts";
import { blobToUuid } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { EventRow } from "./event-row.ts";
import { keepNewestId } from "./newest-id.ts";
import { uuidIndex } from "./uuids/uuid-index.ts";

type LeavingRow = Pick<EventRow, "id" | "project_id" | "uuid" | "timestamp" | "received_at">;

const SELECT = `SELECT id, project_id, uuid, timestamp, received_at FROM events NOT INDEXED
  WHERE id > ? AND id <= ? AND project_id <> 0 ORDER BY id LIMIT ?`;

/** Implements `Events.leavable`: ids grow in the order of storing. */
export function leavableEvents(
  sql: Sql,
  { after, until }: { readonly after: EventToken | null; readonly until: EventToken },
  before: Millis,
  limit: number,
): LeavingEvents | null {
  const rows = sql.all<LeavingRow>(SELECT, Number(after ?? 0), Number(until), limit);
  const young = rows.findIndex(({ received_at }) => received_at >= before);
  if (young === 0) return null;
  const events = (young === -1 ? rows : rows.slice(0, young)).map(toLeaving);
  const isLast = young === -1 && rows.length < limit;
  return { events, until: isLast ? until : (events.at(-1)?.token ?? until) };
}

/** Implements `Events.leave`: events up to the highest of these ids are known without their rows. */
export function leaveEvents(sql: Sql, events: readonly LeavingEvent[]): number {
  const ids = events.map(({ token }) => Number(token));
  uuidIndex(sql).leave(sql, Math.max(...ids, 0));
  const remove = "DELETE FROM events WHERE id IN (SELECT value FROM json_each(?)) AND project_id <> 0";
  return keepNewestId(sql, () => sql.run(remove, JSON.stringify(ids)));
}

const toLeaving = (row: LeavingRow): LeavingEvent => ({
  projectId: String(row.project_id),
  uuid: blobToUuid(row.uuid),
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  token: String(row.id),
});
