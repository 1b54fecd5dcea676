import type { OfKind, Question, Series } from "./question.ts";

const month = { date_from: "-30d" };
const node = (event: string | null, more: Partial<Series> = {}): Series => ({ kind: "EventsNode", event, ...more });
const vital = (name: string) =>
  node("$web_vitals", {
    math: "p75",
    math_property: `$web_vitals_${name}_value`,
    custom_name: `${name} p75${name === "CLS" ? "" : " (ms)"}`,
  });

const byProperty = (breakdown: string, series: Series[]): OfKind<"TrendsQuery"> => ({
  kind: "TrendsQuery",
  series,
  dateRange: month,
  breakdownFilter: { breakdown, breakdown_type: "event" },
  trendsFilter: { display: "ActionsTable" },
});

const seen = (event: string, name: string) => node(event, { custom_name: name });
const persons = (event: string | null, name = "Persons", math: Series["math"] = "dau") =>
  node(event, { math, custom_name: name });
const pages = [seen("$pageview", "Views"), persons("$pageview")];
const errors = [seen("$exception", "Errors"), persons("$exception")];
const active = [
  persons(null, "Daily"),
  persons(null, "Weekly", "weekly_active"),
  persons(null, "Monthly", "monthly_active"),
];
const vitals = ["LCP", "INP", "FCP", "CLS"].map(vital);

const ready = (name: string, about: string, question: Question) => ({ name, about, question });

const byDay: Question = { kind: "TrendsQuery", series: active, interval: "day", dateRange: month };
const byWeek: Question = {
  kind: "LifecycleQuery",
  series: [{ kind: "EventsNode", event: null }],
  interval: "week",
  dateRange: { date_from: "-90d" },
};
const query = `SELECT
  coalesce(JSONExtractString(properties, '$exception_list', 1, 'type'), properties.$exception_type) AS error,
  coalesce(JSONExtractString(properties, '$exception_list', 1, 'value'), properties.$exception_message) AS message,
  count() AS errors, uniq(person_id) AS persons, max(timestamp) AS latest
FROM events
WHERE event = '$exception' AND timestamp > now() - INTERVAL 30 DAY
GROUP BY error, message ORDER BY errors DESC LIMIT 100`;

export const READY_MADE = [
  ready("Active users", "Persons a day, a week and a month", byDay),
  ready("New and returning", "Who is new, stays, comes back or stays away", byWeek),
  ready("Top pages", "Views and persons by page", byProperty("$pathname", pages)),
  ready("Referrers", "Which sites persons come from", byProperty("$referring_domain", pages.toReversed())),
  ready("Web vitals", "How fast pages are for three of four visits", byProperty("$pathname", vitals)),
  ready("Errors by page", "Where errors happen, and to how many", byProperty("$pathname", errors)),
  ready("Errors by message", "Which errors happen most", { kind: "HogQLQuery", query }),
];
