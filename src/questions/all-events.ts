import { cleanText } from "../store/event-lines.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type {
  EventFilter,
  EventPage,
  EventPageLimits,
  EventPosition,
  Events,
  StoredEvent,
} from "../store/ports/events.ts";
import type { EngineAnswer } from "./engine/engine-methods.ts";
import { MAX_AHEAD_MS } from "./history/history-keys.ts";
import { boundedInstant, Parameters, type Statement } from "./kinds/statement.ts";

export interface AllEventsPorts {
  readonly events: Events;
  /** Returns when the youngest event that has left the store was received; null if none has. */
  readonly leftUntil: () => Promise<Millis | null>;
  /** Reads history files together with the events that no file has. */
  readonly run: (project: ProjectId, statement: Statement) => Promise<Pick<EngineAnswer, "rows">>;
}

const KEY_DIGITS = 32;
/** The key of no event, for a page that begins at a time. */
const NO_KEY = "0";
const MAX_PAGE: EventPageLimits = { events: 2000, bytes: 8 * 1024 * 1024 };

type Page = { readonly events: readonly StoredEvent[]; readonly isLast: boolean };

/** The exclusive start of a page: an event, or without a uuid a time. */
type EventStart = { readonly timestamp: number; readonly uuid: string | null };

/** Columns of `selectEvents`; the last is the number of events of the page, and of one more if there is one. */
type EventValues = readonly [string, string, string, number, number, string, number];

/**
 * Returns events of which some may have left the store. Those younger than any that has left are read from the store,
 * all others from history files and what no file has yet. So each is found once, even if it leaves meanwhile.
 */
export function allEvents(ports: AllEventsPorts): Events {
  const { events, leftUntil } = ports;
  const read = async (project: ProjectId, filter: EventFilter, start: EventStart | null, limits: EventPageLimits) => {
    const { rows } = await ports.run(project, selectEvents(filter, start, limits));
    const found = JSON.parse(rows) as EventValues[];
    const page = found.map(([uuid, event, distinctId, timestamp, receivedAt, properties]): StoredEvent => {
      return { projectId: project, uuid, event, distinctId, timestamp, receivedAt, properties };
    });
    return { events: page, isLast: found.length === (found[0]?.[6] ?? 0) } satisfies Page;
  };

  /** `until` is when the youngest event that has left was received. */
  const older = async (
    project: ProjectId,
    filter: EventFilter,
    before: EventPosition,
    until: Millis,
    limits: EventPageLimits,
  ): Promise<EventPage> => {
    const { timestamp, key } = before;
    const isOfStore = key !== NO_KEY && key.length < KEY_DIGITS;
    if (isOfStore && timestamp > until) {
      // The store may still have events of that time: continue in its order.
      const page = await events.newest(project, { ...filter, from: timestamp, to: timestamp + 1 }, before, limits);
      if (page.events.length > 0) return { ...page, next: page.next ?? { timestamp, key: NO_KEY } };
    }
    const isRepeated = isOfStore && timestamp <= until;
    const start = isRepeated ? timestamp + 1 : timestamp;
    const uuid = key.length < KEY_DIGITS ? null : key;
    return toPage(await read(project, filter, { timestamp: start, uuid }, limits));
  };

  const newest: Events["newest"] = async (project, filter, before, limits) => {
    for (;;) {
      const until = await leftUntil();
      const border = until === null ? -Infinity : until + MAX_AHEAD_MS;
      if (before !== null && before.timestamp < border) return older(project, filter, before, until ?? 0, limits);
      const younger = until === null ? filter : { ...filter, from: Math.max(filter.from ?? border, border) };
      const page = await events.newest(project, younger, before, limits);
      if ((await leftUntil()) !== until) continue; // events have left that the page may lack
      if (until === null || page.next !== null || (filter.from ?? -Infinity) >= border) return page;
      const next: EventPosition = { timestamp: border, key: NO_KEY };
      return page.events.length > 0 ? { ...page, next } : older(project, filter, next, border, limits);
    }
  };

  return {
    ...events,
    newest,

    async latest(project, filter, limit) {
      if (filter.uuid !== undefined) {
        const stored = await events.latest(project, filter, limit);
        if (stored.length > 0 || (await leftUntil()) === null) return stored;
        return (await read(project, filter, null, { ...MAX_PAGE, events: limit })).events;
      }
      const found: StoredEvent[] = [];
      for (let before: EventPosition | null = null; found.length < limit; ) {
        const page: EventPage = await newest(project, filter, before, { ...MAX_PAGE, events: limit - found.length });
        found.push(...page.events.map(({ key: _, ...event }) => event));
        if (page.next === null) break;
        before = page.next;
      }
      return found;
    },
  };
}

function toPage({ events, isLast }: Page): EventPage {
  const withKeys = events.map((event) => ({ ...event, key: event.uuid.replaceAll("-", "") }));
  const last = withKeys.at(-1);
  return { events: withKeys, next: isLast || !last ? null : { timestamp: last.timestamp, key: last.key } };
}

function selectEvents(filter: EventFilter, start: EventStart | null, { events, bytes }: EventPageLimits): Statement {
  const parameters = new Parameters();
  const conditions = conditionsOf(filter, parameters);
  if (start) {
    const time = boundedInstant(start.timestamp);
    if (start.uuid === null) conditions.push(`timestamp < ${time}`);
    else conditions.push(beforeEvent(time, parameters.add(start.uuid)));
  }
  const sort = "ORDER BY timestamp DESC, created_at DESC, sequence DESC, uuid DESC";
  const sql = `WITH page AS (
      SELECT uuid, event, distinct_id, timestamp, created_at, properties, sequence FROM all_events
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
  const event = `(SELECT row(created_at, sequence, uuid) FROM all_events
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
