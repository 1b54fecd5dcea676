export const sql = (query: string) => ({ kind: "HogQLQuery", query });
export const view = { kind: "EventsNode", event: "$pageview", name: "$pageview" };
const lastMonth = { date_from: "-30d" };
const retentionFilter = {
  targetEntity: { id: "$pageview", type: "events" },
  returningEntity: { id: "$pageview", type: "events" },
  period: "Week",
  totalIntervals: 8,
};

/** Questions as PostHog's pages about its API, SQL and tutorials ask them. */
export const ANSWERED: Readonly<Record<string, object>> = {
  "addresses with a text": sql(
    "select properties.$current_url from events where properties.$current_url like '%/blog%' limit 100",
  ),
  "emails of persons": sql("select properties.email from persons where properties.email is not null"),
  "events of a week": sql("SELECT count() FROM events WHERE timestamp >= now() - INTERVAL 7 DAY"),
  "countries, of expressions":
    sql(`WITH us_events AS (SELECT * FROM events WHERE properties.$geoip_country_code = 'US'),
    ca_events AS (SELECT * FROM events WHERE properties.$geoip_country_code = 'CA')
    SELECT * FROM us_events UNION ALL SELECT * FROM ca_events`),
  "a page by time": sql(`SELECT timestamp, event, distinct_id FROM events WHERE timestamp > '2024-01-01 12:34:56.789'
    ORDER BY timestamp LIMIT 1000;`),
  "views by day": sql(`SELECT toDate(timestamp) AS date, count() AS pageview_count FROM events
    WHERE event = '$pageview' GROUP BY date ORDER BY date DESC LIMIT 20`),
  "top paths": sql(`SELECT properties.$pathname AS pathname, count() AS pageview_count FROM events
    WHERE event = '$pageview' AND properties.$pathname IS NOT NULL AND properties.$pathname != '/'
    GROUP BY pathname ORDER BY pageview_count DESC LIMIT 10`),
  "browsers by day": sql(`SELECT toDate(timestamp) AS date, properties.$browser AS browser, count() AS pageview_count
    FROM events WHERE event = '$pageview' AND properties.$browser IS NOT NULL
    GROUP BY date, browser ORDER BY date DESC, pageview_count DESC LIMIT 20`),
  "events of today with a property": sql(`select count() from events where event = 'home_button_clicked'
    AND toDate(timestamp) = today() AND properties.team = 'blue'`),
  "first pages, with the filters of a dashboard":
    sql(`SELECT properties.$current_url AS current_url, count() AS url_count
    FROM events WHERE event = '$pageview' AND (distinct_id, timestamp) IN (
      SELECT distinct_id, min(timestamp) FROM events WHERE event = '$pageview' GROUP BY distinct_id)
    AND {filters} GROUP BY current_url ORDER BY url_count DESC`),
  "all events": sql("select * from events"),
  "events by name": sql(`SELECT event, count() as count FROM events WHERE timestamp > now() - INTERVAL 7 DAY
    GROUP BY event ORDER BY count DESC LIMIT 50`),
  "unique users": sql(`SELECT count(DISTINCT distinct_id) as unique_users FROM events
    WHERE event = '$pageview' AND timestamp > now() - INTERVAL 30 DAY`),
  "properties of persons": sql(`SELECT distinct_id, person.properties.email, person.properties.$initial_browser,
    count() as event_count FROM events WHERE timestamp > now() - INTERVAL 7 DAY
    GROUP BY distinct_id, person.properties.email, person.properties.$initial_browser
    ORDER BY event_count DESC LIMIT 50`),
  "a trend": { kind: "TrendsQuery", series: [{ event: "$pageview" }], dateRange: lastMonth, interval: "day" },
  "a trend of several, compared": {
    kind: "TrendsQuery",
    series: [
      { ...view, math: "dau" },
      {
        ...view,
        custom_name: "Views",
        properties: [{ key: "$browser", value: ["Chrome"], operator: "exact", type: "event" }],
      },
    ],
    dateRange: { ...lastMonth, date_to: null, explicitDate: false },
    interval: "week",
    trendsFilter: { display: "ActionsLineGraph", showValuesOnSeries: false },
    compareFilter: { compare: true },
    filterTestAccounts: false,
  },
  "a trend by browser": {
    kind: "TrendsQuery",
    series: [view],
    breakdownFilter: { breakdown: "$browser", breakdown_type: "event", breakdown_limit: 5 },
    properties: {
      type: "AND",
      values: [
        { type: "AND", values: [{ key: "$current_url", value: "example.com", operator: "icontains", type: "event" }] },
      ],
    },
  },
  "a trend by a list of breakdowns": {
    kind: "TrendsQuery",
    series: [{ event: "$pageview" }],
    dateRange: { date_from: "-7d" },
    breakdownFilter: { breakdowns: [{ property: "$browser", type: "event" }] },
  },
  "a conversion rate": { kind: "TrendsQuery", series: [view, view], trendsFilter: { formula: "A/B" } },
  "a funnel": {
    kind: "FunnelsQuery",
    series: [{ event: "$pageview" }, { event: "sign_up" }, { event: "purchase" }],
    dateRange: lastMonth,
    funnelsFilter: { funnelWindowInterval: 14, funnelWindowIntervalUnit: "day" },
  },
  "a funnel by browser": {
    kind: "FunnelsQuery",
    series: [view, { kind: "EventsNode", event: "$autocapture" }],
    breakdownFilter: { breakdowns: [{ property: "$browser", type: "event" }] },
    funnelsFilter: { funnelVizType: "steps", funnelOrderType: "ordered", layout: "horizontal", exclusions: [] },
    interval: "day",
  },
  "a funnel of groups": {
    kind: "FunnelsQuery",
    series: [view, { kind: "EventsNode", event: "paid_bill", custom_name: "Paid" }],
    aggregation_group_type_index: 0,
  },
  retention: { kind: "RetentionQuery", retentionFilter, dateRange: { date_from: "-8w" } },
  "retention of a week": { kind: "RetentionQuery", retentionFilter: { period: "Week" } },
  paths: {
    kind: "PathsQuery",
    dateRange: { date_from: "-7d" },
    pathsFilter: { includeEventTypes: ["$pageview"], stepLimit: 5 },
  },
  lifecycle: { kind: "LifecycleQuery", series: [view], dateRange: lastMonth, lifecycleFilter: { showLegend: true } },
  stickiness: { kind: "StickinessQuery", series: [view], dateRange: lastMonth, interval: "day" },
  "time on a page": sql(`SELECT avg(time_on_page) AS avg_time_on_page FROM (
    SELECT dateDiff('minute', first_timestamp, next_timestamp) AS time_on_page FROM (
      SELECT distinct_id, event AS first_event, timestamp AS first_timestamp,
        first_value(event) OVER w AS next_event, first_value(timestamp) OVER w AS next_timestamp
      FROM events WHERE timestamp > toDateTime('2023-01-01 00:00:00') AND (event = '$pageview' OR event = '$pageleave')
      WINDOW w AS (PARTITION BY distinct_id ORDER BY timestamp ASC ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING)
      ORDER BY distinct_id, timestamp) AS subquery
    WHERE first_event = '$pageview' AND (next_event = '$pageleave' OR next_event = '$pageview')
      AND time_on_page <= 30)`),
  "sessions, as PostHog prints SQL":
    sql(`SELECT session_id, $start_timestamp, $session_duration, $pageview_count, $is_bounce,
      $entry_current_url FROM sessions
    WHERE and(less($start_timestamp, toDateTime('2027-06-14 10:27:20.549787')),
      greater($start_timestamp, toDateTime('2025-06-13 10:27:15.550699'))) ORDER BY $start_timestamp DESC LIMIT 50000`),
  "events by name, as PostHog prints SQL": sql(`SELECT event, count() AS count FROM events
    WHERE and(greaterOrEquals(timestamp, minus(now(), toIntervalDay(30))), notIn(event, ['$pageleave', '$autocapture']))
    GROUP BY event ORDER BY count DESC, event ASC LIMIT 50000`),
  "a list of events": {
    kind: "EventsQuery",
    select: ["*", "event", "person", "timestamp"],
    orderBy: ["timestamp DESC"],
    after: "-24h",
    event: "$pageview",
    limit: 100,
  },
  "recordings with an event": {
    kind: "RecordingsQuery",
    date_from: "-7d",
    events: [{ id: "$pageview", name: "$pageview", type: "events", order: 0 }],
    having_predicates: [{ type: "recording", key: "active_seconds", operator: "gt", value: 5 }],
    order: "start_time",
  },
};

/** Questions in frames, as PostHog saves them, with the fields that say how they are shown. */
export const FRAMED = [
  ...["a trend", "a funnel", "retention", "paths", "lifecycle", "stickiness"].map((name) => ({
    kind: "InsightVizNode",
    source: { kind: name, ...ANSWERED[name] },
    ...{
      full: true,
      showHeader: false,
      embedded: true,
      vizSpecificOptions: { ActionsPie: { disableHoverOffset: true } },
    },
  })),
  {
    kind: "DataVisualizationNode",
    source: { ...sql("SELECT {n} AS n"), values: { n: 7 } },
    ...{ display: "ActionsLineGraph", chartSettings: { yAxis: [{ column: "n" }] }, tableSettings: { columns: [] } },
  },
  {
    kind: "DataTableNode",
    source: { kind: "EventsQuery", select: ["event", "count()"], where: ["event = '$pageview'"], after: "all" },
    ...{ full: true, columns: ["event"], hiddenColumns: ["count()"], showActions: true, showTestAccountFilters: true },
  },
  { kind: "DataTableNode", source: sql("SELECT 1 AS one"), version: 1 },
];

/** Members that tools send as null, by kind: those that a question has are left alone. */
const COMMON = ["dateRange", "properties", "filterTestAccounts", "version", "tags"];
export const EMPTY: Readonly<Record<string, readonly string[]>> = {
  TrendsQuery: [...COMMON, "interval", "breakdownFilter", "compareFilter", "trendsFilter"],
  FunnelsQuery: [...COMMON, "interval", "breakdownFilter", "funnelsFilter", "aggregation_group_type_index"],
  RetentionQuery: [...COMMON, "aggregation_group_type_index"],
  PathsQuery: [...COMMON, "pathsFilter", "aggregation_group_type_index"],
  LifecycleQuery: [...COMMON, "interval", "lifecycleFilter"],
  StickinessQuery: [...COMMON, "interval", "compareFilter", "stickinessFilter"],
  EventsQuery: ["where", "event", "properties", "fixedProperties", "before", "orderBy", "limit", "offset", "tags"],
  RecordingsQuery: [
    "events",
    "properties",
    "without_events",
    "operand",
    "funnel",
    "distinct_ids",
    "session_ids",
    "order",
  ],
  WebOverviewQuery: [...COMMON, "compareFilter", "conversionGoal"],
  HogQLQuery: ["values", "name", "version", "tags"],
};
export const NODE = ["math", "math_property", "properties", "fixedProperties", "name", "custom_name"];
export const STEP = NODE.filter((name) => name !== "math_property");
export const CONDITION = ["type", "operator", "group_type_index", "label"];
export const withNulls = (names: readonly string[], object: object) => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
  ...object,
});

/** Expressions of PostHog's page about them. */
export const EXPRESSIONS = [
  "properties['$feature/cool-flag']",
  "person.properties['email']",
  "multiIf(properties.$os == 'Android', 'mobile', properties.$os == 'iOS', 'mobile', 'desktop')",
  "if(properties.$browser = 'Chrome', 1, 0)",
  "match(properties.$current_url, 'ref=')",
  "splitByChar('/', properties.$current_url)",
  "replaceOne(properties.$current_url, 'https://us.posthog.com', '/')",
  "replaceRegexpOne(properties.$current_url, '[?].*', '')",
  "concat(properties.$os, ' - ', properties.$os_version)",
  "dateDiff('minute', timestamp, now()) < 30",
  "dateDiff('week', person.properties.signed_up_at, now()) <= 2",
  "dateDiff('day', now(), person.properties.trial_started + interval 30 day) <= 3",
  "fromUnixTimestamp(1674259200) < timestamp",
  "toDateTime('2022-09-16 09:26:00') < timestamp and timestamp < toDateTime('2022-10-01 14:34:00')",
  "toStartOfWeek(timestamp) == toStartOfWeek(now())",
  "toDayOfWeek(timestamp) != 6 and toMinute(timestamp) < 30",
  "toDate(timestamp) = yesterday()",
  "properties.$set.$geoip_city_name",
  "arrayJoin(JSONExtractArrayRaw(properties.$active_feature_flags))",
  "arrayElement(splitByChar(';', elements_chain), -1)",
  "extract(properties.$current_url, 'ref=([^&]*)')",
  "in(event, ['$pageview'])",
  "arrayJoin(JSONExtractArrayRaw(properties.$active_feature_flags ?? '[]'))",
  "formatDateTime(now(), '%a %b %T')",
  "JSONExtractRaw(properties.$set)",
  "session.$session_duration",
  "person.created_at < now()",
  "sumIf(1, properties.$browser = 'Chrome') / sumIf(1, properties.$browser = 'Safari')",
] as const;

/** What of such questions is not supported, with the field that says so. */
export const REFUSED: Readonly<Record<string, readonly [object, string]>> = {
  actions: [{ kind: "TrendsQuery", series: [{ kind: "ActionsNode", id: 1 }] }, "query__series__0__id"],
  "math in SQL": [
    { kind: "TrendsQuery", series: [{ ...view, math: "hogql", math_hogql: "1" }] },
    "query__series__0__math_hogql",
  ],
  "cohorts that the project does not have": [
    { kind: "TrendsQuery", series: [view], properties: [{ type: "cohort", key: "id", value: 999_999 }] },
    "query__properties__0__value",
  ],
  "elements of pages": [
    {
      kind: "FunnelsQuery",
      series: [{ ...view, properties: [{ type: "element", key: "selector", value: ["a"], operator: "exact" }] }, view],
    },
    "query__series__0__properties__0__type",
  ],
  "a list in the frame of a chart": [
    { kind: "InsightVizNode", source: { kind: "EventsQuery", select: ["*"] } },
    "query__source__kind",
  ],
  "dates of a framed question": [
    {
      kind: "InsightVizNode",
      source: { kind: "TrendsQuery", series: [view], dateRange: { date_from: "2026-03-10", date_to: "2026-03-09" } },
    },
    "query__source__dateRange__date_to",
  ],
  "conditions of a framed question": [
    {
      kind: "InsightVizNode",
      source: { kind: "TrendsQuery", series: [view], properties: [{ key: "a", operator: "regex", value: "(" }] },
    },
    "query__source__properties__0__value",
  ],
  "SQL of a framed question": [
    { kind: "DataVisualizationNode", source: sql("SELECT * FROM nothing") },
    "query__source__query",
  ],
  "a frame with an unknown field": [
    { kind: "DataTableNode", source: sql("SELECT 1"), filters: { breakdown: "$browser" } },
    "query__filters",
  ],
  "a field of persons": [sql("SELECT person.last_seen_at FROM events"), "query__query"],
  "a clause of ClickHouse": [sql("SELECT name FROM events ARRAY JOIN [1, 2] AS name"), "query__query"],
  "a table there is not": [sql("SELECT * FROM mat_event_count"), "query__query"],
};
