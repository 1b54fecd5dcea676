import { breakdownSql, NONE, OTHER } from "./breakdown.ts";
import { EventStatement, type EventsNode } from "./matching-events.ts";
import { groupKeySql, propertySql } from "./property-filters.ts";
import type { Plan, QuestionContext } from "./question-context.ts";
import { instant, type Statement } from "./statement.ts";
import { bucketsOf } from "./time/buckets.ts";
import { periodsOf } from "./time/compared-periods.ts";
import { addLocal, type Calendar, type DateRange, resolveRange } from "./time/date-range.ts";
import { toLocal, toUtc } from "./time/time-zone.ts";
import { isTotal, type SeriesMeaning, shapeTrends, type TrendsQuery } from "./trends-results.ts";

const DEFAULT_BREAKDOWNS = 25;
/** Days of the window in which persons are active. */
const ACTIVE_DAYS: Readonly<Record<string, number>> = { weekly_active: 7, monthly_active: 30 };
const PERCENTILES: Readonly<Record<string, number>> = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };
/** Figures of fractions that hardly depend on the order of rows. */
const SUMS: Readonly<Record<string, string>> = { sum: "fsum", avg: "favg" };

/** How often something happened, or how many did it, over time. */
export function planTrends(query: TrendsQuery, context: QuestionContext): Plan {
  const { calendar } = context;
  const range = resolveRange(query.dateRange ?? {}, calendar, context.earliest);
  const periods = periodsOf(range, query.compareFilter, calendar);
  const meanings: SeriesMeaning[] = [];
  const statements: Statement[] = [];
  for (const [period, periodRange] of periods.entries()) {
    const buckets = bucketsOf(query.interval ?? "day", periodRange, calendar);
    for (const [order, series] of query.series.entries()) {
      meanings.push({ series, order, buckets, period, isCompared: periods.length > 1 });
      statements.push(seriesStatement(query, series, { ...context, range: periodRange, buckets }));
    }
  }
  return { statements, shape: (answers) => ({ results: shapeTrends(query, meanings, answers) }) };
}

type SeriesContext = QuestionContext & { readonly range: DateRange; readonly buckets: ReturnType<typeof bucketsOf> };

function seriesStatement(query: TrendsQuery, series: EventsNode, context: SeriesContext): Statement {
  const statement = new EventStatement(context.groupTypes);
  const { range, buckets } = context;
  const days = ACTIVE_DAYS[series.math ?? ""];
  const value = valueSql(series, statement);
  const breakdown = trendValueSql(query, statement);
  const where = [
    statement.within(days === undefined ? range : { ...range, from: daysBefore(range.from, days, context.calendar) }),
    statement.series(series),
    statement.filter(query.properties),
  ].join(" AND ");
  const columns = `timestamp, ${value} AS value, ${breakdown} AS breakdown`;
  const selected = `SELECT ${columns} FROM ${statement.from()} WHERE ${where}`;
  const index = isTotal(query) ? "0" : buckets.index("timestamp");
  const isCount = (series.math ?? "total") === "total";
  const single = isCount
    ? `SELECT ${index} AS bucket, count(*) AS value, breakdown FROM selected GROUP BY bucket, breakdown`
    : `SELECT ${index} AS bucket, value, breakdown FROM selected`;
  const grouped =
    days === undefined ? single : activeSql(days, isTotal(query) ? null : buckets, range, context.calendar);
  const weight = isCount ? "sum(value)" : "count(*)";
  const limit = statement.parameters.add(query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWNS);
  const sql = `WITH selected AS (${selected}), bucketed AS (${grouped}),
    ranked AS (
      SELECT breakdown, row_number() OVER (ORDER BY ${weight} DESC, breakdown) AS rank FROM bucketed GROUP BY breakdown
    ),
    shown AS (
      SELECT bucket, value, CASE WHEN rank <= ${limit} THEN bucketed.breakdown ELSE '${OTHER}' END AS breakdown,
        least(rank, ${limit} + 1) AS rank
      FROM bucketed JOIN ranked ON ranked.breakdown = bucketed.breakdown
    )
    SELECT rank, breakdown, bucket, CAST(${aggregateSql(series)} AS DOUBLE) AS result FROM shown
    GROUP BY rank, breakdown, bucket ORDER BY rank, bucket`;
  return { sql, values: statement.parameters.values };
}

/** Returns when persons were active who count in a time: in it, or in the days before its end. */
export function activeRange({ math = "total" }: EventsNode, { from, to }: DateRange, calendar: Calendar): DateRange {
  const days = ACTIVE_DAYS[math];
  return days === undefined ? { from, to } : { from: daysBefore(to, days, calendar), to };
}

function daysBefore(time: number, days: number, { timeZone }: Calendar): number {
  return toUtc(timeZone, addLocal("day", toLocal(timeZone, time), -days));
}

/** For each bucket, the persons that were active in the days before its end. */
function activeSql(
  days: number,
  buckets: SeriesContext["buckets"] | null,
  { from, to }: DateRange,
  calendar: Calendar,
): string {
  const ends = buckets ? [...buckets.starts.slice(1), to] : [to];
  const rows = ends.map(
    (end, index) => `(${index}, ${instant(daysBefore(Math.max(end, from + 1), days, calendar))}, ${instant(end)})`,
  );
  return `SELECT DISTINCT windows.bucket, value, breakdown
    FROM (VALUES ${rows.join(", ")}) AS windows (bucket, starts, ends)
    JOIN selected ON timestamp >= starts AND timestamp < ends`;
}

function valueSql({ math = "total", math_property, math_group_type_index }: EventsNode, statement: EventStatement) {
  if (math === "dau" || math in ACTIVE_DAYS) return statement.actor();
  if (math === "unique_session") return propertySql("$session_id", "event", statement);
  if (math === "unique_group") return groupKeySql(math_group_type_index ?? 0, statement);
  if (math === "total") return "1";
  return `TRY_CAST(${propertySql(math_property ?? "", "event", statement)} AS DOUBLE)`;
}

function aggregateSql({ math = "total" }: EventsNode): string {
  if (math === "total") return "sum(value)";
  if (math === "dau" || math === "unique_session" || math === "unique_group" || math in ACTIVE_DAYS) {
    return "count(DISTINCT value)";
  }
  const percentile = PERCENTILES[math];
  return percentile === undefined ? `${SUMS[math] ?? math}(value)` : `quantile_cont(value, ${percentile})`;
}

/** Returns SQL for the value of the breakdown of an event; the empty text without one. */
export function trendValueSql(query: TrendsQuery, statement: EventStatement): string {
  const text = breakdownSql(query, statement);
  return text === null ? "''" : `coalesce(${text}, '${NONE}')`;
}
