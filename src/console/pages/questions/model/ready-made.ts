import type { OfKind, Question, Series } from "./question.ts";

interface ReadyMade {
  readonly name: string;
  readonly about: string;
  readonly question: Question;
}

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

export const READY_MADE: readonly ReadyMade[] = [
  {
    name: "Active users",
    about: "Persons a day, a week and a month",
    question: {
      kind: "TrendsQuery",
      series: [
        node(null, { math: "dau", custom_name: "Daily" }),
        node(null, { math: "weekly_active", custom_name: "Weekly" }),
        node(null, { math: "monthly_active", custom_name: "Monthly" }),
      ],
      interval: "day",
      dateRange: month,
    },
  },
  {
    name: "New and returning",
    about: "Who is new, stays, comes back or stays away",
    question: {
      kind: "LifecycleQuery",
      series: [{ kind: "EventsNode", event: null }],
      interval: "week",
      dateRange: { date_from: "-90d" },
    },
  },
  {
    name: "Top pages",
    about: "Views and persons by page",
    question: byProperty("$pathname", [
      node("$pageview", { custom_name: "Views" }),
      node("$pageview", { math: "dau", custom_name: "Persons" }),
    ]),
  },
  {
    name: "Referrers",
    about: "Which sites persons come from",
    question: byProperty("$referring_domain", [
      node("$pageview", { math: "dau", custom_name: "Persons" }),
      node("$pageview", { custom_name: "Views" }),
    ]),
  },
  {
    name: "Web vitals",
    about: "How fast pages are for three of four visits",
    question: byProperty("$pathname", [vital("LCP"), vital("INP"), vital("FCP"), vital("CLS")]),
  },
  {
    name: "Errors by page",
    about: "Where errors happen, and to how many",
    question: byProperty("$pathname", [
      node("$exception", { custom_name: "Errors" }),
      node("$exception", { math: "dau", custom_name: "Persons" }),
    ]),
  },
  {
    name: "Errors by message",
    about: "Which errors happen most",
    question: {
      kind: "HogQLQuery",
      query: `SELECT
  coalesce(JSONExtractString(properties, '$exception_list', 1, 'type'), properties.$exception_type) AS error,
  coalesce(JSONExtractString(properties, '$exception_list', 1, 'value'), properties.$exception_message) AS message,
  count() AS errors, uniq(person_id) AS persons, max(timestamp) AS latest
FROM events
WHERE event = '$exception' AND timestamp > now() - INTERVAL 30 DAY
GROUP BY error, message ORDER BY errors DESC LIMIT 100`,
    },
  },
];
