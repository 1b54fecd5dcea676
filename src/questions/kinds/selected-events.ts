import { cleanText } from "../../store/event-lines.ts";
import type { EventFilter, EventPageLimits } from "../../store/ports/events.ts";
import { boundedInstant, Parameters, type Statement } from "./statement.ts";

/** The exclusive start of a page: an event, or without a uuid a time. */
export interface EventStart {
  readonly timestamp: number;
  readonly uuid: string | null;
}

/** Columns of `selectEvents`; the last is the number of events of the page, and of one more if there is one. */
export type EventValues = readonly [string, string, string, number, number, string, number];

export function selectEvents(
  filter: EventFilter,
  start: EventStart | null,
  { events, bytes }: EventPageLimits,
): Statement {
  const parameters = new Parameters();
  const conditions = conditionsOf(filter, parameters);
  if (start) {
    const time = boundedInstant(start.timestamp);
    if (start.uuid === null) conditions.push(`timestamp < ${time}`);
    else conditions.push(beforeEvent(time, parameters.add(start.uuid)));
  }
  const sort = "ORDER BY timestamp DESC, created_at DESC, sequence DESC, uuid DESC";
  const sql = `WITH page AS (
      SELECT uuid, event, distinct_id, timestamp, created_at, properties, sequence FROM live_events
      WHERE ${conditions.join(" AND ")} ${sort} LIMIT ${events + 1}
    ), sized AS (
      SELECT *, count(*) OVER () AS total, row_number() OVER (${sort}) AS place,
        coalesce(sum(strlen(properties)) OVER (${sort} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM page
    )
    SELECT uuid::VARCHAR, event, distinct_id, epoch_ms(timestamp), epoch_ms(created_at), properties, total
    FROM sized WHERE before < ${bytes} AND place <= ${events} ${sort}`;
  return { sql, values: parameters.values, maxRows: events };
}

/** If the event is gone, the page leaves out others of its time. */
function beforeEvent(time: string, uuid: string): string {
  const event = `(SELECT row(created_at, sequence, uuid) FROM live_events
    WHERE timestamp = ${time} AND uuid = ${uuid}::UUID)`;
  return `(timestamp < ${time} OR timestamp = ${time} AND row(created_at, sequence, uuid) < ${event})`;
}

/** Cleans texts as files do, which have no NUL and no half surrogate pairs. */
function conditionsOf({ event, distinctIds, uuid, from, to, receivedUntil }: EventFilter, parameters: Parameters) {
  const conditions = ["true"];
  if (uuid !== undefined) conditions.push(`uuid = TRY_CAST(${parameters.add(uuid)} AS UUID)`);
  if (event !== undefined) conditions.push(`event = ${parameters.add(cleanText(event))}`);
  if (distinctIds !== undefined) {
    conditions.push(`distinct_id IN (SELECT unnest(${parameters.add(distinctIds.map(cleanText))}::VARCHAR[]))`);
  }
  if (from !== undefined) conditions.push(`timestamp >= ${boundedInstant(from)}`);
  if (to !== undefined) conditions.push(`timestamp < ${boundedInstant(to)}`);
  if (receivedUntil !== undefined) conditions.push(`created_at <= ${boundedInstant(receivedUntil)}`);
  return conditions;
}
