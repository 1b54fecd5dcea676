import type { components } from "../../../generated/openapi.ts";
import { OTHER, valueOfSql } from "./breakdown.ts";
import type { EventStatement } from "./matching-events.ts";
import type { QuestionContext } from "./question-context.ts";
import { bucketsOf } from "./time/buckets.ts";
import { resolveRange } from "./time/date-range.ts";
import { bucketOf, type Chosen, invalid, timesOf } from "./time/selected-bucket.ts";
import { activeRange, trendValueSql } from "./trends.ts";
import type { TrendsQuery } from "./trends-results.ts";

interface Selection extends Pick<components["schemas"]["InsightActorsQuery"], "day" | "series" | "breakdown"> {
  readonly source: TrendsQuery;
}

/** Who is behind a number of trends: a day of a series and of a value of the breakdown, or all of them. */
export function chosenOfTrends(
  { source, day, series, breakdown }: Selection,
  statement: EventStatement,
  { calendar, earliest }: QuestionContext,
): Chosen {
  const range = resolveRange(source.dateRange ?? {}, calendar, earliest);
  const node = source.series[series ?? 0];
  if (node === undefined) throw invalid("series", "There is no such series.");
  const value = typeof breakdown === "string" || Array.isArray(breakdown) ? valueOfSql(source, breakdown) : null;
  if (value === OTHER) throw invalid("breakdown", "The persons of the other values are not listed.");
  const buckets = bucketsOf(source.interval ?? "day", range, calendar);
  const selected = typeof day === "string" ? timesOf(buckets, bucketOf(day, buckets)) : range;
  const shown = { from: Math.max(range.from, selected.from), to: selected.to };
  const times = activeRange(node, shown, calendar);
  const condition = [
    statement.series(node),
    ...(value === null ? [] : [`${trendValueSql(source, statement)} = ${statement.parameters.add(value)}`]),
  ].join(" AND ");
  return { expressions: "", condition, range: times };
}
