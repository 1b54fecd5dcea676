import { groupBy } from "../../../../lib/group-by.ts";
import type { OfKind, Results, Series } from "../question.ts";
import { breakdownLabel, intervalLabel, isOther, seriesLabel, valueLabel } from "./labels.ts";
import { type Actors, type Cell, fills, number, type Shown, tableOf, text } from "./shown.ts";

type Entry = Results["TrendsQuery"];
type Query = OfKind<"TrendsQuery">;

/** Numbers whose sum over the intervals means something. */
const SUMMABLE = new Set<Series["math"]>([undefined, "total", "sum"]);

export function showTrends(query: Query, entries: readonly Entry[]): Shown {
  return entries.some(({ aggregated_value }) => aggregated_value !== undefined)
    ? showTotals(query, entries)
    : showOverTime(query, entries);
}

function showOverTime(query: Query, entries: readonly Entry[]): Shown {
  const days = entries[0]?.days ?? [];
  const isCumulative = query.trendsFilter?.display === "ActionsLineGraphCumulative";
  const label = (entry: Entry) => labelOf(query, entry);
  const table = tableOf(intervalLabel(query.interval), days, entries, label, (entry, index) =>
    isCumulative ? undefined : actorsOf(query, entry, days[index]),
  );
  const lines = entries.map((entry) => ({ label: label(entry), data: entry.data, isPrevious: isPrevious(entry) }));
  const isFormula = entries.some(({ action }) => !action);
  const isSummed = !isCumulative && !isFormula && query.series.every(({ math }) => SUMMABLE.has(math));
  const sums = entries.map((entry) => ({
    value: entry.data.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    actors: actorsOf(query, entry),
    means: label(entry),
  }));
  const averages = isCumulative || isFormula || days.length < 2 ? [] : [["Average", ...entries.map(averageOf)]];
  return {
    ...table,
    rows: days.length === 0 ? table.rows : [...table.rows, ...(isSummed ? [["Together", ...sums]] : []), ...averages],
    chart: { kind: "lines", days, lines },
  };
}

const isPrevious = ({ compare_label }: Entry) => compare_label === "previous";

function averageOf({ data }: Entry): Cell {
  const known = data.filter((value) => value !== null);
  return { value: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length };
}

/** A row for each value of the breakdown, and a column for each series. */
function showTotals(query: Query, entries: readonly Entry[]): Shown {
  const columns = [...groupBy(entries, columnOf).values()];
  const values = new Map(entries.map((entry) => [keyOf(entry), entry.breakdown_value]));
  const cellsOf = columns.map((list) => {
    const fill = fills(list.map(({ aggregated_value }) => aggregated_value ?? 0));
    return new Map(list.map((entry) => [keyOf(entry), cellOf(query, entry, values.size > 1 ? fill : undefined)]));
  });
  return {
    columns: [
      text(breakdownLabel(query.breakdownFilter)),
      ...columns.map(([first]) => number(first === undefined ? "" : seriesOf(query, first))),
    ],
    rows: [...values].map(([key, value]) => [
      value === undefined ? "All" : valueLabel(value),
      ...cellsOf.map((cells) => cells.get(key) ?? null),
    ]),
    chart: null,
    isEmpty: entries.every(({ aggregated_value }) => !aggregated_value),
  };
}

const columnOf = ({ action, order, compare_label }: Entry) => `${action?.order ?? order} ${compare_label}`;
const keyOf = ({ breakdown_value }: Entry) => JSON.stringify(breakdown_value ?? null);

function cellOf(query: Query, entry: Entry, fill: ((value: number) => number) | undefined): Cell {
  const { aggregated_value: value = null, breakdown_value } = entry;
  const means = seriesOf(query, entry) + (breakdown_value === undefined ? "" : `, ${valueLabel(breakdown_value)}`);
  return { value, fill: value === null ? undefined : fill?.(value), actors: actorsOf(query, entry), means };
}

function seriesOf({ series }: Query, entry: Entry): string {
  const { action, label = "" } = entry;
  const name = !action ? label : seriesLabel(series[action.order] ?? {});
  return `${name}${isPrevious(entry) ? " (before)" : ""}`;
}

function labelOf(query: Query, entry: Entry): string {
  if (entry.breakdown_value === undefined) return seriesOf(query, entry);
  const value = valueLabel(entry.breakdown_value);
  if (query.series.length > 1) return `${seriesOf(query, entry)}, ${value}`;
  return `${value}${isPrevious(entry) ? " (before)" : ""}`;
}

function actorsOf(query: Query, entry: Entry, day?: string): Actors | undefined {
  const { breakdown_value, action } = entry;
  if (!action || isPrevious(entry) || (breakdown_value !== undefined && isOther(breakdown_value))) return undefined;
  return {
    kind: "InsightActorsQuery",
    source: query,
    series: action.order,
    ...(day !== undefined && { day }),
    ...(breakdown_value !== undefined && { breakdown: breakdown_value as string | string[] }),
  };
}
