import { QueryFunnelsFilter, QueryInterval, RetentionQuery } from "../../../../generated/console.ts";
import type { Schemas } from "../../api/operations.ts";
import { named, type Option, operatorChoices, optionsOf } from "../../components/options.ts";
import type { Filter, Series } from "./question.ts";

type Each<Value> = Exclude<Value, null | undefined> & string;

export const MATHS = optionsOf<Each<Series["math"]>>({
  total: "Events",
  dau: "Unique persons",
  weekly_active: "Persons active in 7 days",
  monthly_active: "Persons active in 30 days",
  unique_session: "Unique sessions",
  unique_group: "Unique groups",
  sum: "Sum of",
  avg: "Average of",
  median: "Median of",
  p75: "75th percentile of",
  p90: "90th percentile of",
  p95: "95th percentile of",
  p99: "99th percentile of",
  min: "Minimum of",
  max: "Maximum of",
});

export const OPERATORS: readonly Option<Each<Filter["operator"]>>[] = [
  ...operatorChoices("exact", "is_not", "icontains", "not_icontains", "regex", "not_regex"),
  ...operatorChoices("gt", "gte", "lt", "lte", "is_set", "is_not_set", "is_date_after", "is_date_before"),
];

export const MEMBERSHIPS = optionsOf<"in" | "not_in">({ in: "has the person", not_in: "does not have the person" });

export const OWNERS = optionsOf<"event" | "person">({ event: "Event", person: "Person" });

const severalOf = <Value extends string>(values: readonly Value[]) => named(values, (value) => `${value}s`);

export const INTERVALS = named(QueryInterval, (value) => value.charAt(0).toUpperCase() + value.slice(1));
export const PERIODS = severalOf(RetentionQuery.retentionFilter.period.values);
export const WINDOW_UNITS = severalOf(QueryFunnelsFilter.funnelWindowIntervalUnit.values);

export const ORDERS = optionsOf<Each<Schemas["QueryFunnelsFilter"]["funnelOrderType"]>>({
  ordered: "In this order",
  strict: "Directly after each other",
  unordered: "In any order",
});

export const DISPLAYS = optionsOf<"ActionsLineGraph" | "ActionsLineGraphCumulative" | "ActionsTable">({
  ActionsLineGraph: "Over time",
  ActionsLineGraphCumulative: "Added up over time",
  ActionsTable: "One number",
});

export const CUSTOM = "custom";
/** Values of `date_from` that the choices stand for. */
export const DATES: readonly Option[] = [
  { value: "-24h", label: "Last 24 hours" },
  { value: "dStart", label: "Today" },
  { value: "-7d", label: "Last 7 days" },
  { value: "-14d", label: "Last 14 days" },
  { value: "-30d", label: "Last 30 days" },
  { value: "-90d", label: "Last 90 days" },
  { value: "mStart", label: "This month" },
  { value: "-12m", label: "Last 12 months" },
  { value: "all", label: "All time" },
  { value: CUSTOM, label: "Between dates" },
];

/** For tiles that have dates of their own. */
export const SAVED_OR_DATES = [{ value: "", label: "As saved" }, ...DATES.filter(({ value }) => value !== CUSTOM)];
