import type { GroupTypes, PropertyFilters } from "../filter-context.ts";
import { type EventCondition, EventStatement } from "../matching-events.ts";
import type { QuestionContext } from "../question-context.ts";
import { instant, type Statement } from "../statement.ts";
import { MAX_BUCKETS } from "./buckets.ts";
import { addLocal, type DateRange, type DateRangeInput, resolveRange, startOfLocal, type Unit } from "./date-range.ts";
import { toLocal, toUtc } from "./time-zone.ts";

interface ChartQuery {
  readonly dateRange?: DateRangeInput | undefined;
  readonly interval?: Unit | undefined;
}

/** PostHog, from which projects move over, has no older events in charts of all time either. */
const MIN_TIME = Date.UTC(2015, 0);
const MAX_DELAY_MS = 30 * 24 * 3_600_000;
const MIN_SHARE = 1000;
/** Buckets more than the range needs: clock changes, and the interval before the first. */
const SPARE_BUCKETS = 3;

/** Finds where a chart of all time begins. A few events sent a month late do not count: anyone can send events. */
export function selectBeginning(
  series: readonly EventCondition[],
  properties: PropertyFilters | undefined,
  groupTypes: GroupTypes,
): Statement {
  const statement = new EventStatement(groupTypes);
  const isOfSeries = series.map((node) => statement.series(node)).join(" OR ");
  const filter = statement.filter(properties);
  const isLate = `epoch_ms(created_at) - epoch_ms(timestamp) > ${MAX_DELAY_MS}`;
  const sql = `SELECT epoch_ms(CASE WHEN count_if(${isLate}) * ${MIN_SHARE} >= count(*) THEN min(timestamp)
      ELSE min(timestamp) FILTER (WHERE NOT (${isLate})) END)
    FROM ${statement.from()} WHERE timestamp >= ${instant(MIN_TIME)} AND (${isOfSeries}) AND ${filter}`;
  return statement.asked(sql);
}

/** Returns the times of a chart; one of all time has at most as many intervals up to now as allowed. */
export function chartRange(query: ChartQuery, { calendar, earliest }: QuestionContext): DateRange {
  const range = resolveRange(query.dateRange ?? {}, calendar, earliest);
  if (query.dateRange?.date_from !== "all") return range;
  const { timeZone, weekStart } = calendar;
  const unit = query.interval ?? "day";
  const last = startOfLocal(unit, toLocal(timeZone, range.to - 1), weekStart);
  const first = toUtc(timeZone, addLocal(unit, last, SPARE_BUCKETS - MAX_BUCKETS));
  return { from: Math.max(range.from, first), to: range.to };
}
