import type { Schemas } from "../../../generated/openapi.ts";
import { type Buckets, bucketsOf } from "./buckets.ts";
import { resolveRange, startOf, startOfLocal, UNIT_MS } from "./date-range.ts";
import { type EventCondition, type EventStatement, statementOf } from "./matching-events.ts";
import { type Plan, planRows, type QuestionContext } from "./question-context.ts";
import { isoLocal, toLocal } from "./time-zone.ts";

export type RetentionQuery = Schemas["RetentionQuery"];
type Period = NonNullable<RetentionQuery["retentionFilter"]["period"]>;
type Entity = Schemas["QueryRetentionEntity"] & Pick<EventCondition, "action">;

const DEFAULT_INTERVALS = 8;
const UNITS = { Hour: "hour", Day: "day", Week: "week", Month: "month" } as const;

export function planRetention(query: RetentionQuery, context: QuestionContext): Plan {
  const statement = statementOf(query, context);
  const buckets = retentionBuckets(query, context);
  const sql = `WITH ${cohortsSql(query, statement, buckets)}
    SELECT bucket, 0 AS later, count(*) FROM cohorts GROUP BY bucket
    UNION ALL
    SELECT bucket, later, count(*) FROM returned GROUP BY bucket, later`;
  const period = query.retentionFilter.period ?? "Day";
  return planRows(statement.asked(sql), (rows) => rowsOf(rows, buckets, period, context.calendar.timeZone));
}

/** Returns whole intervals: the last has the end of the dates. */
export function retentionBuckets({ retentionFilter, dateRange }: RetentionQuery, { calendar }: QuestionContext) {
  const unit = UNITS[retentionFilter.period ?? "Day"];
  const count = retentionFilter.totalIntervals ?? DEFAULT_INTERVALS;
  const { to } = resolveRange({ date_from: "1970-01-02", date_to: dateRange?.date_to ?? null }, calendar);
  if (unit === "hour") {
    const { timeZone, weekStart } = calendar;
    const local = toLocal(timeZone, to - 1);
    const lastStart = to - 1 - (local - startOfLocal(unit, local, weekStart));
    return bucketsOf(unit, { from: lastStart - (count - 1) * UNIT_MS.hour, to: lastStart + UNIT_MS.hour }, calendar);
  }
  const range = { from: startOf(unit, to - 1, calendar, 1 - count), to: startOf(unit, to - 1, calendar, 1) };
  return bucketsOf(unit, range, calendar);
}

/** Returns `cohorts`: persons' intervals, from `base` in milliseconds; `returned`: how many later they came back. */
export function cohortsSql(query: RetentionQuery, statement: EventStatement, buckets: Buckets): string {
  const { range, index } = buckets;
  const { targetEntity, returningEntity, retentionType } = query.retentionFilter;
  const [target, returning] = [targetEntity, returningEntity].map((entity) => statement.series(conditionOf(entity)));
  const filter = `${statement.filter(query.properties)} AND ${statement.hasActor()}`;
  const isRecurring = retentionType === "retention_recurring";
  const within = statement.within({ from: isRecurring ? range.from : 0, to: range.to });
  const isEarlier = `epoch_ms(timestamp) < ${range.from}`;
  // Events before the range are in a bucket of their own.
  const rows = `SELECT ${statement.ownerColumns()},
      CASE WHEN ${isEarlier} THEN -1 ELSE ${index("timestamp")} END AS bucket,
      min(timestamp) FILTER (WHERE ${target}) AS base, bool_or(${returning}) AS is_return
    FROM ${statement.from()} WHERE ${within} AND (${target} OR ${returning}) AND ${filter} GROUP BY ALL`;
  const active = `active AS (
    SELECT person_id, bucket, min(base) AS base, bool_or(is_return) AS is_return
    FROM ${statement.withActors(rows)} GROUP BY person_id, bucket)`;
  const recurring = "cohorts AS (SELECT person_id, bucket, epoch_ms(base) AS base FROM active WHERE base IS NOT NULL)";
  const firstTime = `cohorts AS (
      SELECT person_id, min(bucket) AS bucket, epoch_ms(min(base)) AS base FROM active
      WHERE base IS NOT NULL GROUP BY person_id HAVING min(bucket) >= 0)`;
  const cohorts = isRecurring ? recurring : firstTime;
  const windowMs = windowOf(query);
  if (windowMs === null) {
    return `${active}, ${cohorts}, returned AS (
      SELECT cohorts.person_id, cohorts.bucket, active.bucket - cohorts.bucket AS later
      FROM cohorts JOIN active ON active.person_id = cohorts.person_id AND active.bucket > cohorts.bucket
      WHERE is_return)`;
  }
  const events = `SELECT ${statement.actorColumn()}, epoch_ms(timestamp) AS t FROM ${statement.from()}
    WHERE ${statement.within(range)} AND ${returning} AND ${filter}`;
  return `${active}, ${cohorts}, returned AS (
      SELECT DISTINCT cohorts.person_id, bucket, (t - base) // ${windowMs} AS later
      FROM cohorts JOIN (${events}) AS returns ON returns.person_id = cohorts.person_id
        AND t - base >= ${windowMs} AND (t - base) // ${windowMs} < ${buckets.starts.length} - bucket)`;
}

/** Returns the length of intervals that begin with an event of the person; null for those of calendars. */
export function windowOf({ retentionFilter }: RetentionQuery): number | null {
  return retentionFilter.timeWindowMode === "24_hour_windows" ? UNIT_MS[UNITS[retentionFilter.period ?? "Day"]] : null;
}

export function conditionOf(entity: Entity | undefined): EventCondition {
  if (entity === undefined) return { event: "$pageview" };
  const { id, action, properties = [] } = entity;
  return { properties, ...(action ? { action } : { event: id === undefined || id === null ? null : String(id) }) };
}

function rowsOf(rows: unknown[][], { starts }: Buckets, period: Period, timeZone: string) {
  const counts = new Map(rows.map(([bucket, later, count]) => [`${bucket} ${later}`, Number(count)]));
  return starts.map((start, bucket) => ({
    label: `${period} ${bucket}`,
    date: isoLocal(timeZone, start),
    values: starts.slice(bucket).map((_, later) => ({
      count: counts.get(`${bucket} ${later}`) ?? 0,
      label: `${period} ${later}`,
    })),
  }));
}
