import type { EventFilter } from "../../../ports/events.ts";
import type { Sql, SqlValue } from "../../sqlite-connection.ts";
import { eventWhere } from "../event-row.ts";
import { uuidIndex } from "./uuid-index.ts";

/** Returns a WHERE expression as `eventWhere`, for what is stored now: an event with a uuid is found by its id. */
export function storedEventWhere(sql: Sql, projectId: string, filter: EventFilter): [string, SqlValue[]] {
  const [where, values] = eventWhere(projectId, filter);
  if (filter.uuid === undefined) return [where, values];
  return [`${where} AND id = ?`, [...values, uuidIndex(sql).find(sql, projectId, filter.uuid) ?? null]];
}
