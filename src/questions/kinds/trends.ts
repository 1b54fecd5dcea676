import {
  binsOf,
  breakdownSql,
  checkBins,
  hasSeveralValues,
  isDivided,
  isInCohort,
  NONE,
  OTHER,
  rangeOf,
  rangesSql,
} from "./breakdown.ts";
import { type Buckets, bucketsOf, chartRange } from "./buckets.ts";
import { addUnits, type Calendar, type DateRange, invalid, periodsOf, resolveRange } from "./date-range.ts";
import { formulasOf, withFormulas } from "./formula.ts";
import { EventStatement, type EventsNode } from "./matching-events.ts";
import { groupKeySql, propertySql } from "./property-filters.ts";
import type { Plan, QuestionContext, StatementRows } from "./question-context.ts";
import { instant, type Statement } from "./statement.ts";
import { isCumulative, isTotal, shapeTrends, type TrendsQuery } from "./trends-results.ts";

const DEFAULT_BREAKDOWNS = 25;
const ACTIVE_DAYS: Readonly<Record<string, number>> = { weekly_active: 7, monthly_active: 30 };
const PERCENTILES: Readonly<Record<string, number>> = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };
/** Cumulative charts count each value only in its first interval. */
const DIFFERENT = "count(DISTINCT value)";
/** Sums of fractions that hardly depend on the order of rows. */
const SUMS: Readonly<Record<string, string>> = { sum: "fsum", avg: "favg" };

export function planTrends(query: TrendsQuery, context: QuestionContext): Plan {
  const { calendar } = context;
  const formulas = formulasOf(query);
  checkBins(query, formulas.length === 0);
  const periods = periodsOf(trendsRange(query, context), query.compareFilter, calendar);
  const meanings = periods.flatMap((range, period) => {
    const buckets = isTotal(query) ? null : bucketsOf(query.interval ?? "day", range, calendar);
    return query.series.map((series, order) => ({
      series,
      order,
      buckets,
      range,
      period,
      isCompared: periods.length > 1,
    }));
  });
  const statements = meanings.map(({ series, ...meaning }) =>
    seriesStatement(query, series, { ...context, ...meaning }),
  );
  const shape = (answers: readonly StatementRows[]) => shapeTrends(query, meanings, answers);
  return { statements, shape: (answers) => ({ results: withFormulas(query, formulas, shape(answers)) }) };
}

export function trendsRange(query: TrendsQuery, context: QuestionContext): DateRange {
  return isTotal(query) ? resolveRange(query.dateRange ?? {}, context.calendar) : chartRange(query, context);
}

type SeriesContext = QuestionContext & { readonly range: DateRange; readonly buckets: Buckets | null };

function seriesStatement(query: TrendsQuery, series: EventsNode, context: SeriesContext): Statement {
  const statement = new EventStatement(context.groupTypes);
  const { range, buckets } = context;
  const days = ACTIVE_DAYS[series.math ?? ""];
  const bins = binsOf(query);
  const divisor = bins === undefined ? trendValueSql(query, statement) : numberSql(query, statement);
  const [breakdown, by] = isDivided(query)
    ? [`, ${divisor} AS ${bins === undefined ? "breakdown" : "number"}`, ", breakdown"]
    : ["", ""];
  const where = [
    statement.within(
      days === undefined ? range : { ...range, from: addUnits("day", range.from, -days, context.calendar) },
    ),
    statement.series(series),
    statement.filter(query.properties),
  ].join(" AND ");
  const value = valueSql(series, statement);
  const rows = `SELECT timestamp, ${value}${breakdown} FROM ${statement.from()} WHERE ${where}`;
  const selected = bins === undefined ? `selected AS (${rows})` : rangesSql(rows, bins);
  const bucket = `${buckets?.index("timestamp") ?? "0"} AS bucket`;
  const windows = () => windowsSql(days ?? 0, buckets, range, context.calendar);
  const bucketed = bucketedSql(series, statement, bucket, by, windows);
  const aggregate = aggregateSql(series);
  const result = `CAST(${aggregate} AS DOUBLE) AS result`;
  const isFirst = isCumulative(query) && aggregate === DIFFERENT;
  const counted = (columns: string, from: string) =>
    isFirst ? `(SELECT ${columns}value, min(bucket) AS bucket FROM ${from} GROUP BY ${columns}value)` : from;
  const { values } = statement.parameters;
  if (by === "") {
    const sql = `WITH ${selected}, bucketed AS (${bucketed})
      SELECT 1 AS rank, '' AS breakdown, bucket, ${result} FROM ${counted("", "bucketed")}
      GROUP BY bucket ORDER BY bucket`;
    return { sql, values };
  }
  const limit = statement.parameters.add(
    query.breakdownFilter?.breakdown_limit ?? Math.max(DEFAULT_BREAKDOWNS, (bins ?? 0) + 1),
  );
  const sql = `WITH ${selected}, bucketed AS (${bucketed}),
    ranked AS (
      SELECT breakdown, row_number() OVER (ORDER BY sum(n) DESC, breakdown) AS rank FROM bucketed GROUP BY breakdown
    ),
    shown AS (
      SELECT bucketed.* REPLACE (CASE WHEN rank <= ${limit} THEN bucketed.breakdown ELSE '${OTHER}' END AS breakdown),
        least(rank, ${limit} + 1) AS rank
      FROM bucketed JOIN ranked ON ranked.breakdown = bucketed.breakdown
    )
    SELECT rank, breakdown, bucket, ${result} FROM ${counted("rank, breakdown, ", "shown")}
    GROUP BY rank, breakdown, bucket ORDER BY rank, bucket`;
  return { sql, values };
}

/** Returns rows to aggregate: bucket, value, and weight `n`. */
function bucketedSql(
  { math = "total" }: EventsNode,
  statement: EventStatement,
  bucket: string,
  by: string,
  windows: () => string,
): string {
  if (math === "total") return `SELECT ${bucket}, count(*) AS n${by} FROM selected GROUP BY bucket${by}`;
  if (math === "dau") {
    const owners = statement.ownerNames();
    const ids = `SELECT ${bucket}, ${owners}, count(*) AS n${by} FROM selected GROUP BY bucket, ${owners}${by}`;
    return `SELECT bucket, person_id AS value, n${by} FROM ${statement.withActors(ids)}`;
  }
  if (!(math in ACTIVE_DAYS)) return `SELECT ${bucket}, value, 1 AS n${by} FROM selected`;
  const ids = `SELECT DISTINCT windows.bucket, ${statement.ownerNames()}${by} FROM ${windows()}
    JOIN selected ON timestamp >= starts AND timestamp < ends`;
  return `SELECT DISTINCT bucket, person_id AS value, 1 AS n${by} FROM ${statement.withActors(ids)}`;
}

/** Returns when persons who count in a time were active: in it, or in the days before its end. */
export function activeRange({ math = "total" }: EventsNode, { from, to }: DateRange, calendar: Calendar): DateRange {
  const days = ACTIVE_DAYS[math];
  return days === undefined ? { from, to } : { from: addUnits("day", to, -days, calendar), to };
}

/** Returns a table of the days before the end of each bucket in which activity counts. */
function windowsSql(days: number, buckets: Buckets | null, { from, to }: DateRange, calendar: Calendar): string {
  const ends = buckets ? [...buckets.starts.slice(1), to] : [to];
  const rows = ends.map(
    (end, index) =>
      `(${index}, ${instant(addUnits("day", Math.max(end, from + 1), -days, calendar))}, ${instant(end)})`,
  );
  return `(VALUES ${rows.join(", ")}) AS windows (bucket, starts, ends)`;
}

/** Selects `value`, or the owner if persons count. */
function valueSql({ math = "total", math_property, math_group_type_index }: EventsNode, statement: EventStatement) {
  if (math === "dau" || math in ACTIVE_DAYS) return statement.ownerColumns();
  if (math === "unique_session") return `${propertySql("$session_id", "event", statement)} AS value`;
  if (math === "unique_group") return `${groupKeySql(math_group_type_index ?? 0, statement)} AS value`;
  if (math === "total") return "1 AS value";
  return `property_number(${propertySql(math_property ?? "", "event", statement)}) AS value`;
}

function aggregateSql({ math = "total" }: EventsNode): string {
  if (math === "total") return "sum(n)";
  if (math === "dau" || math === "unique_session" || math === "unique_group" || math in ACTIVE_DAYS) {
    return DIFFERENT;
  }
  const percentile = PERCENTILES[math];
  return percentile === undefined ? `${SUMS[math] ?? math}(value)` : `quantile_cont(value, ${percentile})`;
}

const numberSql = (query: TrendsQuery, statement: EventStatement) =>
  `property_number(${breakdownSql(query, statement) ?? "NULL"})`;

/** Returns the condition of events with a value of the breakdown. Throws `invalid_input` for a range that is none. */
export function hasTrendValue(query: TrendsQuery, statement: EventStatement, value: string): string {
  if (hasSeveralValues(query)) return isInCohort(query, statement, value);
  if (binsOf(query) === undefined) return `${trendValueSql(query, statement)} = ${statement.parameters.add(value)}`;
  const number = numberSql(query, statement);
  if (value === NONE) return `${number} IS NULL`;
  const range = rangeOf(value);
  if (range === null) throw invalid("source__breakdown", "Send the breakdown_value of a result.");
  const [low, high] = range.map((limit) => statement.parameters.add(limit));
  return `${number} >= ${low} AND ${number} < ${high}`;
}

/** Returns the empty text without a breakdown. */
function trendValueSql(query: TrendsQuery, statement: EventStatement): string {
  const text = breakdownSql(query, statement);
  return text === null ? "''" : `coalesce(${text}, '${NONE}')`;
}
