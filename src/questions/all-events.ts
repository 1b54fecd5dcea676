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
import { type EventStart, type EventValues, selectEvents } from "./kinds/selected-events.ts";
import type { Statement } from "./kinds/statement.ts";

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

interface Page {
  readonly events: readonly StoredEvent[];
  readonly isLast: boolean;
}

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
