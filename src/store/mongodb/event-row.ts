import { type Filter, ObjectId } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { EventFilter, StoredEvent } from "../ports/events.ts";
import { requireProjectNumber } from "../stored-ids.ts";
import {
  eventKey,
  eventKeyForQuery,
  fromStoredText,
  projectNumberForQuery,
  toStoredText,
  uuidOfEvent,
} from "./document-keys.ts";
import type { EventRow } from "./row-types.ts";

export function toEventRows(events: readonly StoredEvent[]): EventRow[] {
  const rows = new Map<string, EventRow>();
  for (const event of events) {
    const _id = eventKey(event.projectId, event.uuid);
    const name = _id.toString("hex");
    if (!rows.has(name)) rows.set(name, toEventRow(_id, event));
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function toEventRow(_id: EventRow["_id"], event: StoredEvent): EventRow {
  return {
    _id,
    project: requireProjectNumber(event.projectId),
    order: new ObjectId(),
    event: escapeText(event.event),
    distinctId: escapeText(event.distinctId),
    timestamp: event.timestamp,
    receivedAt: event.receivedAt,
    properties: toStoredText(event.properties),
  };
}

/** Returns the filter as a query; null if nothing can match. */
export function toMongoFilter(projectId: string, filter: EventFilter): Filter<EventRow> | null {
  const { event, distinctIds, uuid, from, to, receivedUntil } = filter;
  const _id = uuid === undefined ? undefined : eventKeyForQuery(projectId, uuid);
  if (_id === null) return null;
  const timestamp = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
  return {
    project: projectNumberForQuery(projectId),
    ...(_id === undefined ? {} : { _id }),
    ...(event === undefined ? {} : { event: escapeText(event) }),
    // Equivalent to `$in`, for which some servers scan the whole index once per distinct id.
    ...(distinctIds === undefined ? {} : { distinctId: { $not: { $nin: distinctIds.map(escapeText) } } }),
    ...(from === undefined && to === undefined ? {} : { timestamp }),
    ...(receivedUntil === undefined ? {} : { receivedAt: { $lte: receivedUntil } }),
  };
}

export const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project),
  uuid: uuidOfEvent(row._id),
  event: unescapeText(row.event),
  distinctId: unescapeText(row.distinctId),
  timestamp: row.timestamp,
  receivedAt: row.receivedAt,
  properties: fromStoredText(row.properties),
});
