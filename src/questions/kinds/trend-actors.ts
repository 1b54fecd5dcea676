import type { components } from "../../../generated/openapi.ts";
import { OTHER, valueOfSql } from "./breakdown.ts";
import type { EventStatement } from "./matching-events.ts";
import type { QuestionContext } from "./question-context.ts";
import { bucketsOf } from "./time/buckets.ts";
import { bucketOf, type Chosen, invalid, timesOf } from "./time/selected-bucket.ts";
import { activeRange, trendsRange, trendValueSql } from "./trends.ts";
import { isCumulative, type TrendsQuery } from "./trends-results.ts";

interface Selection extends Pick<components["schemas"]["InsightActorsQuery"], "day" | "series" | "breakdown"> {
  readonly source: TrendsQuery;
}

/** Finds who is behind a number: a day of a series and of a breakdown value, or all of them. */
export function chosenOfTrends(
  { source, day, series, breakdown }: Selection,
  statement: EventStatement,
  context: QuestionContext,
): Chosen {
  const { calendar } = context;
  const range = trendsRange(source, context);
  const node = source.series[series ?? 0];
  if (node === undefined) throw invalid("series", "There is no such series.");
  const value = typeof breakdown === "string" || Array.isArray(breakdown) ? valueOfSql(source, breakdown) : null;
  if (value === OTHER) throw invalid("breakdown", "The persons of the other values are not listed.");
  const dayOf = (text: string) => {
    const buckets = bucketsOf(source.interval ?? "day", range, calendar);
    return timesOf(buckets, bucketOf(text, buckets));
  };
  const selected = typeof day === "string" ? dayOf(day) : range;
  const from = isCumulative(source) ? range.from : Math.max(range.from, selected.from);
  const shown = { from, to: selected.to };
  const times = activeRange(node, shown, calendar);
  const condition = [
    statement.series(node),
    ...(value === null ? [] : [`${trendValueSql(source, statement)} = ${statement.parameters.add(value)}`]),
  ].join(" AND ");
  return { expressions: "", condition, range: times };
}
