import { operatorChoices } from "../../../components/operators.ts";
import type { Filter, Schemas, Series } from "./question.ts";

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}
type Choices<Value> = readonly Choice<NonNullable<Value>>[];

export const MATHS: Choices<Series["math"]> = [
  { value: "total", label: "Events" },
  { value: "dau", label: "Unique persons" },
  { value: "weekly_active", label: "Persons active in 7 days" },
  { value: "monthly_active", label: "Persons active in 30 days" },
  { value: "unique_session", label: "Unique sessions" },
  { value: "unique_group", label: "Unique groups" },
  { value: "sum", label: "Sum of" },
  { value: "avg", label: "Average of" },
  { value: "median", label: "Median of" },
  { value: "p75", label: "75th percentile of" },
  { value: "p90", label: "90th percentile of" },
  { value: "p95", label: "95th percentile of" },
  { value: "p99", label: "99th percentile of" },
  { value: "min", label: "Minimum of" },
  { value: "max", label: "Maximum of" },
];

export const OPERATORS: Choices<Filter["operator"]> = [
  ...operatorChoices("exact", "is_not", "icontains", "not_icontains", "regex", "not_regex"),
  ...operatorChoices("gt", "gte", "lt", "lte", "is_set", "is_not_set", "is_date_after", "is_date_before"),
];

export const OWNERS: Choices<"event" | "person"> = [
  { value: "event", label: "Event" },
  { value: "person", label: "Person" },
];

export const INTERVALS: Choices<Schemas["QueryInterval"]> = [
  { value: "hour", label: "Hour" },
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "quarter", label: "Quarter" },
  { value: "year", label: "Year" },
];

export const PERIODS: Choices<Schemas["RetentionQuery"]["retentionFilter"]["period"]> = [
  { value: "Hour", label: "Hours" },
  { value: "Day", label: "Days" },
  { value: "Week", label: "Weeks" },
  { value: "Month", label: "Months" },
];

export const WINDOW_UNITS: Choices<Schemas["QueryFunnelsFilter"]["funnelWindowIntervalUnit"]> = [
  { value: "minute", label: "minutes" },
  { value: "hour", label: "hours" },
  { value: "day", label: "days" },
  { value: "week", label: "weeks" },
  { value: "month", label: "months" },
];

export const ORDERS: Choices<Schemas["QueryFunnelsFilter"]["funnelOrderType"]> = [
  { value: "ordered", label: "In this order" },
  { value: "strict", label: "Directly after each other" },
  { value: "unordered", label: "In any order" },
];

export const DISPLAYS: Choices<"ActionsLineGraph" | "ActionsLineGraphCumulative" | "ActionsTable"> = [
  { value: "ActionsLineGraph", label: "Over time" },
  { value: "ActionsLineGraphCumulative", label: "Added up over time" },
  { value: "ActionsTable", label: "One number" },
];

export const CUSTOM = "custom";
/** Values of `date_from` that the choices stand for. */
export const DATES: Choices<string> = [
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
