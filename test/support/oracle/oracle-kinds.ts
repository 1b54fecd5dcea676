import type { components } from "../../../generated/openapi.ts";
import { addDays, dateAt, Intervals } from "./oracle-calendar.ts";
import { counted, datesOf, filtered, groupBy, isOf, isWithin, propertyText } from "./oracle-filters.ts";
import type { ExportedEvent, Population } from "./population.ts";

type Schemas = components["schemas"];
type Entity = Schemas["QueryRetentionEntity"];

/** Who was active in which interval. */
type Activity = Map<string, Set<number>>;

function activityOf(events: readonly ExportedEvent[], intervals: Intervals): Activity {
  const activity: Activity = new Map();
  for (const [id, own] of groupBy(events, ({ person }) => person.id)) {
    activity.set(id, new Set(own.map(({ timestamp }) => intervals.at(timestamp))));
  }
  return activity;
}

/** Returns the persons of each value of retention: those of an interval who did it some intervals later. */
export function retention(query: Schemas["RetentionQuery"], population: Population): string[][][] {
  const { period = "Day", totalIntervals = 8, retentionType, targetEntity, returningEntity } = query.retentionFilter;
  const unit = period.toLowerCase();
  const [, to] = datesOf(population, query);
  const last = new Intervals(population, unit, to, to);
  const begin = last.count - totalIntervals;
  const events = filtered(population, query).filter(({ timestamp }) => last.at(timestamp) < last.count);
  const isDone = (entity: Entity | undefined) => (event: ExportedEvent) =>
    isOf(event, population, {
      event: entity === undefined ? "$pageview" : ((entity.id as string | undefined) ?? null),
      properties: entity?.properties ?? [],
    });
  const isInWindows = query.retentionFilter.timeWindowMode === "24_hour_windows";
  if (isInWindows) {
    const [targets, returns] = [targetEntity, returningEntity].map((entity) => events.filter(isDone(entity)));
    const indexOf = ({ timestamp }: ExportedEvent) => last.at(timestamp) - begin;
    return retentionInWindows(query, { targets: targets ?? [], returns: returns ?? [], indexOf });
  }
  const targets = activityOf(events.filter(isDone(targetEntity)), last);
  const returns = activityOf(events.filter(isDone(returningEntity)), last);
  return Array.from({ length: totalIntervals }, (_, index) => {
    const cohort = [...targets].filter(([, active]) => {
      return retentionType === "retention_recurring"
        ? active.has(begin + index)
        : Math.min(...active) === begin + index;
    });
    return Array.from({ length: totalIntervals - index }, (_, later) =>
      cohort.map(([id]) => id).filter((id) => later === 0 || returns.get(id)?.has(begin + index + later)),
    );
  });
}

const WINDOWS_MS = { Hour: 36e5, Day: 864e5, Week: 7 * 864e5, Month: 30 * 864e5 };

/** Returns the same if the intervals of a person begin with the event that begins the group. */
function retentionInWindows(
  { retentionFilter }: Schemas["RetentionQuery"],
  {
    targets,
    returns,
    indexOf,
  }: {
    readonly targets: readonly ExportedEvent[];
    readonly returns: readonly ExportedEvent[];
    readonly indexOf: (event: ExportedEvent) => number;
  },
): string[][][] {
  const { period = "Day", totalIntervals = 8, retentionType } = retentionFilter;
  const sorted = targets.toSorted((a, b) => a.timestamp - b.timestamp);
  return Array.from({ length: totalIntervals }, (_, index) => {
    const bases = new Map<string, number>();
    for (const [id, own] of groupBy(sorted, ({ person }) => person.id)) {
      const base = retentionType === "retention_recurring" ? own.find((event) => indexOf(event) === index) : own[0];
      if (base !== undefined && indexOf(base) === index) bases.set(id, base.timestamp);
    }
    const isBack = (id: string, base: number, later: number) =>
      returns.some(({ person, timestamp }) => {
        return person.id === id && Math.floor((timestamp - base) / WINDOWS_MS[period]) === later;
      });
    return Array.from({ length: totalIntervals - index }, (_, later) =>
      [...bases].flatMap(([id, base]) => (later === 0 || isBack(id, base, later) ? [id] : [])),
    );
  });
}

export const STATUSES = ["new", "returning", "resurrecting", "dormant"] as const;

/** Returns the persons of each status by interval. */
export function lifecycle(query: Schemas["LifecycleQuery"], population: Population): string[][][] {
  const [from, to] = datesOf(population, query);
  const intervals = new Intervals(population, query.interval ?? "day", from, to);
  const [node] = query.series;
  const events = filtered(population, query).filter((event) => isOf(event, population, node ?? {}));
  const past = events.filter(({ timestamp }) => dateAt(population, timestamp) <= to);
  const activity = activityOf(past, intervals);
  const statusOf = (active: Set<number>, interval: number) => {
    if (!active.has(interval)) return active.has(interval - 1) ? "dormant" : "absent";
    if (Math.min(...active) === interval) return "new";
    return active.has(interval - 1) ? "returning" : "resurrecting";
  };
  return STATUSES.map((status) =>
    Array.from({ length: intervals.count }, (_, interval) =>
      [...activity].filter(([, active]) => statusOf(active, interval) === status).map(([id]) => id),
    ),
  );
}

/** Returns the persons who did it in one, two… intervals, for each series. */
export function stickiness(query: Schemas["StickinessQuery"], population: Population): string[][][] {
  const dates = datesOf(population, query);
  const intervals = new Intervals(population, query.interval ?? "day", ...dates);
  return query.series.map((node) => {
    const own = counted(population, node.math === "unique_group" ? (node.math_group_type_index ?? 0) : null);
    const events = filtered(own, query).filter((event) => isWithin(own, event, dates) && isOf(event, own, node));
    const activity = activityOf(events, intervals);
    return Array.from({ length: intervals.count }, (_, index) =>
      [...activity].filter(([, active]) => active.size === index + 1).map(([id]) => id),
    );
  });
}

export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly person: string;
  readonly duration: number;
}

/** Returns each step of each path. */
export function edges(query: Schemas["PathsQuery"], population: Population): Edge[] {
  const { includeEventTypes, excludeEvents, startPoint, stepLimit } = query.pathsFilter ?? {};
  const types = includeEventTypes?.length ? includeEventTypes : ["$pageview", "$screen", "custom_event"];
  const dates = datesOf(population, query);
  const items = filtered(population, query)
    .filter((event) => isWithin(population, event, dates))
    .filter(({ event }) => types.includes((event.startsWith("$") ? event : "custom_event") as "custom_event"))
    .map((event) => ({ person: event.person.id, time: event.timestamp, item: itemOf(event, population) }))
    .filter(({ item }) => item !== null && !excludeEvents?.includes(item)) as readonly PathItem[];
  const found: Edge[] = [];
  for (const own of groupBy(items, ({ person }) => person).values()) {
    for (const path of splitPaths(own)) {
      const begin = typeof startPoint === "string" ? path.findIndex(({ item }) => item === startPoint) : 0;
      const steps = begin < 0 ? [] : path.slice(begin, begin + (stepLimit ?? 5));
      for (const [index, { person, time, item }] of steps.entries()) {
        const next = steps[index + 1];
        if (next === undefined) continue;
        const names = { source: `${index + 1}_${item}`, target: `${index + 2}_${next.item}` };
        found.push({ ...names, person, duration: next.time - time });
      }
    }
  }
  return found;
}

interface PathItem {
  readonly person: string;
  readonly time: number;
  readonly item: string;
}

function splitPaths(items: readonly PathItem[]): PathItem[][] {
  const paths: PathItem[][] = [];
  let previous: PathItem | undefined;
  for (const item of items.toSorted((a, b) => a.time - b.time)) {
    if (previous === undefined || item.time - previous.time > 30 * 60_000) paths.push([item]);
    else if (item.item !== previous.item) paths.at(-1)?.push(item);
    previous = item;
  }
  return paths;
}

function itemOf(event: ExportedEvent, population: Population): string | null {
  const url = propertyText(event, population, "$current_url");
  if (event.event === "$pageview") return url !== null && url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url;
  return event.event === "$screen" ? propertyText(event, population, "$screen_name") : event.event;
}

/** Returns the events of a series of trends by interval: those that count in it. */
export function trends(query: Schemas["TrendsQuery"], population: Population, series: number): ExportedEvent[][] {
  const dates = datesOf(population, query);
  const node = query.series[series] ?? {};
  const intervals = new Intervals(population, query.interval ?? "day", ...dates);
  const events = filtered(population, query).filter((event) => isOf(event, population, node));
  return Array.from({ length: intervals.count }, (_, index) =>
    events.filter((event) => isWithin(population, event, dates) && intervals.at(event.timestamp) === index),
  );
}

/** Returns the persons who were active in the seven days up to the end of each day. */
export function weeklyActive(query: Schemas["TrendsQuery"], population: Population): number[] {
  const [from, to] = datesOf(population, query);
  const wider = { ...query, dateRange: { date_from: addDays(from, -7), date_to: to } };
  return trends(wider, population, 0)
    .map(
      (_, index, days) =>
        new Set(
          days
            .slice(Math.max(0, index - 6), index + 1)
            .flat()
            .map(({ person }) => person.id),
        ).size,
    )
    .slice(7);
}
