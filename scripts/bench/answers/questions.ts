import type { EventQuestion } from "../../../src/questions/kinds/plan-question.ts";
import { FIRST_DAY } from "./sample-events.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const PAUSE_MS = 30 * 60_000;

/** A question beside SQL for the same rows. */
export interface Measured {
  readonly name: string;
  readonly question: EventQuestion;
  /** SQL of DuckDB: `EVENTS` is the files, with the person of each event. */
  readonly byHand: string;
  /** SQL of SQLite, for those of the rows' columns that `common` selects; its rows count only if it is not given. */
  readonly sqlite?: string;
  readonly common?: (row: readonly unknown[]) => readonly unknown[];
}

const at = (day: number) => FIRST_DAY + day * DAY_MS;
const iso = (day: number) => new Date(at(day)).toISOString();
const month = { date_from: iso(20), date_to: new Date(at(50) - 1).toISOString() };
const week = { date_from: iso(43), date_to: month.date_to };
const within = (from: number) => `timestamp >= '${iso(from)}' AND timestamp < '${iso(50)}'`;
const dayOf = (column: string) => `(epoch_ms(${column}) // ${DAY_MS} - ${at(20) / DAY_MS})`;
const views = [{ kind: "EventsNode", event: "$pageview" }] as const;
const steps = (["product viewed", "added to cart", "order paid"] as const).map((event) => {
  return { kind: "EventsNode" as const, event };
});
const daily = {
  kind: "TrendsQuery" as const,
  series: [{ ...views[0], math: "dau" as const }],
  dateRange: month,
};
const funnel = {
  kind: "FunnelsQuery" as const,
  series: steps,
  dateRange: month,
  funnelsFilter: { funnelWindowInterval: 7, funnelWindowIntervalUnit: "day" as const },
};
/** The persons of the page, with everything that an answer says of them. */
const actorsOf = (page: string) => `page AS (${page} ORDER BY n DESC, person_id LIMIT 100),
  owned AS (SELECT person_id, list_sort(list(distinct_id))[:100] AS ids FROM person_distinct_ids
    WHERE person_id IN (SELECT person_id FROM page) GROUP BY person_id)
  SELECT page.person_id, created_at, coalesce(is_identified, false), properties, coalesce(owned.ids, page.ids)[:100], n,
    page.ids[:100], [] FROM page LEFT JOIN owned USING (person_id) LEFT JOIN persons ON persons.id = page.person_id`;
const best = (range: string) => `m AS (SELECT person_id, epoch_ms(timestamp) AS t, event, distinct_id FROM EVENTS
    WHERE event IN ('product viewed', 'added to cart', 'order paid') AND ${range}),
  a AS (SELECT person_id, t AS t1 FROM m WHERE event = 'product viewed'),
  b AS (SELECT a.*, CASE WHEN n.t - t1 <= ${WEEK_MS} THEN n.t END AS t2
    FROM a ASOF LEFT JOIN (SELECT person_id, t FROM m WHERE event = 'added to cart') n
      ON n.person_id = a.person_id AND n.t > t1),
  c AS (SELECT b.*, CASE WHEN n.t - t1 <= ${WEEK_MS} THEN n.t END AS t3
    FROM b ASOF LEFT JOIN (SELECT person_id, t FROM m WHERE event = 'order paid') n
      ON n.person_id = b.person_id AND n.t > coalesce(t2, ${2n ** 62n})),
  best AS (SELECT person_id, max(r) AS reached, arg_max([t1, t2, t3], r * 10000000000000 - t1) AS times
    FROM (SELECT *, 1 + (t2 IS NOT NULL)::INT + (t3 IS NOT NULL)::INT AS r FROM c) GROUP BY person_id)`;
const sqliteEvents = `events LEFT JOIN distinct_ids USING (project_id, distinct_id) WHERE project_id = 1`;
const sqlitePerson = "coalesce(person_id, events.distinct_id)";
const sqliteWithin = (from: number) => `timestamp >= ${at(from)} AND timestamp < ${at(50)}`;

export const QUESTIONS: readonly Measured[] = [
  {
    name: "trends: persons by day",
    question: daily,
    byHand: `SELECT 1, '', ${dayOf("timestamp")} AS day, count(DISTINCT person_id)::DOUBLE FROM EVENTS
      WHERE event = '$pageview' AND ${within(20)} GROUP BY day`,
    sqlite: `SELECT 1, '', timestamp / ${DAY_MS} - ${at(20) / DAY_MS} AS day, count(DISTINCT ${sqlitePerson})
      FROM ${sqliteEvents} AND event = '$pageview' AND ${sqliteWithin(20)} GROUP BY day`,
  },
  {
    name: "trends: views by day and browser",
    question: { ...daily, series: [...views], breakdownFilter: { breakdown: "$browser" } },
    byHand: `WITH counted AS (SELECT p_browser AS value, ${dayOf("timestamp")} AS day, count(*) AS n FROM EVENTS
        WHERE event = '$pageview' AND ${within(20)} GROUP BY ALL),
      ranked AS (SELECT value, row_number() OVER (ORDER BY sum(n) DESC, value) AS rank FROM counted GROUP BY value)
      SELECT rank, value, day, n::DOUBLE FROM counted JOIN ranked USING (value)`,
  },
  {
    name: "top pages, in SQL",
    question: {
      kind: "HogQLQuery",
      query: `SELECT properties.$pathname AS page, count() AS views, uniq(person_id) AS persons FROM events
        WHERE event = '$pageview' AND timestamp >= '${iso(20)}' GROUP BY page ORDER BY views DESC, page LIMIT 20`,
    },
    byHand: `SELECT p_pathname AS page, count(*) AS views, count(DISTINCT person_id) FROM EVENTS
      WHERE event = '$pageview' AND timestamp >= '${iso(20)}' GROUP BY page ORDER BY views DESC, page LIMIT 20`,
    sqlite: `SELECT properties ->> '$."$pathname"' AS page, count(*) AS views, count(DISTINCT ${sqlitePerson})
      FROM ${sqliteEvents} AND event = '$pageview' AND ${sqliteWithin(20)}
      GROUP BY page ORDER BY views DESC, page LIMIT 20`,
  },
  {
    name: "funnel of three steps",
    question: funnel,
    byHand: `WITH ${best(within(20))} SELECT 1, '', count(*), NULL, NULL,
      count_if(reached >= 2), avg(times[2] - times[1]) / 1000.0, median(times[2] - times[1]) / 1000.0,
      count_if(reached >= 3), avg(times[3] - times[2]) / 1000.0, median(times[3] - times[2]) / 1000.0 FROM best`,
    // Each row has the next cart and, in the lower bits, how long after that the order is paid.
    sqlite: `WITH m AS (SELECT ${sqlitePerson} AS person, timestamp - ${at(0)} AS t, event FROM ${sqliteEvents}
        AND event IN ('product viewed', 'added to cart', 'order paid') AND ${sqliteWithin(20)}),
      paid AS (SELECT *, coalesce(min(CASE WHEN event = 'order paid' THEN t END) OVER later - t, ${WEEK_MS} + 1) AS pay
        FROM m WINDOW later AS (PARTITION BY person ORDER BY t DESC)),
      carts AS (SELECT *, min(CASE WHEN event = 'added to cart' THEN (t << 30) + min(pay, ${WEEK_MS} + 1) END)
        OVER later AS cart FROM paid WINDOW later AS (PARTITION BY person ORDER BY t DESC)),
      paths AS (SELECT person, t AS t1, cart >> 30 AS t2, (cart >> 30) + (cart & ${2 ** 30 - 1}) AS t3 FROM carts
        WHERE event = 'product viewed'),
      best AS (SELECT person, max((t2 - t1 <= ${WEEK_MS}) * ${2 ** 50} + (t3 - t1 <= ${WEEK_MS}) * ${2 ** 50} - t1),
        CASE WHEN t2 - t1 <= ${WEEK_MS} THEN t2 - t1 END AS second,
        CASE WHEN t3 - t1 <= ${WEEK_MS} THEN t3 - t2 END AS third FROM paths GROUP BY person),
      seconds AS (SELECT second AS ms, row_number() OVER (ORDER BY second) * 2 - count(*) OVER () AS place FROM best
        WHERE second IS NOT NULL),
      thirds AS (SELECT third AS ms, row_number() OVER (ORDER BY third) * 2 - count(*) OVER () AS place FROM best
        WHERE third IS NOT NULL)
      SELECT 1, '', (SELECT count(*) FROM best), NULL, NULL,
        count(*), avg(ms) / 1000, (SELECT avg(ms) / 1000 FROM seconds WHERE place BETWEEN 0 AND 2),
        (SELECT count(*) FROM thirds), (SELECT avg(ms) / 1000 FROM thirds),
        (SELECT avg(ms) / 1000 FROM thirds WHERE place BETWEEN 0 AND 2) FROM seconds`,
  },
  {
    name: "retention by weeks, of all days",
    question: {
      kind: "RetentionQuery",
      dateRange: { date_to: month.date_to },
      retentionFilter: { period: "Week", totalIntervals: 7, targetEntity: { id: "$pageview", type: "events" } },
    },
    byHand: `WITH active AS (SELECT DISTINCT person_id, (epoch_ms(timestamp) - ${at(0)}) // ${WEEK_MS} - 1 AS week
        FROM EVENTS WHERE event = '$pageview' AND timestamp < '${iso(50)}'),
      firsts AS (SELECT person_id, min(week) AS first FROM active GROUP BY person_id)
      SELECT first, week - first AS later, count(*) FROM active JOIN firsts USING (person_id)
      WHERE first >= 0 GROUP BY ALL`,
    sqlite: `WITH active AS (SELECT DISTINCT ${sqlitePerson} AS person, (timestamp - ${at(0)}) / ${WEEK_MS} - 1 AS week
        FROM ${sqliteEvents} AND event = '$pageview' AND timestamp < ${at(50)}),
      firsts AS (SELECT person, min(week) AS first FROM active GROUP BY person)
      SELECT first, week - first AS later, count(*) FROM active JOIN firsts USING (person)
      WHERE first >= 0 GROUP BY first, later`,
  },
  {
    name: "lifecycle by days",
    question: { kind: "LifecycleQuery", series: [...views], dateRange: month },
    byHand: `WITH active AS (SELECT DISTINCT person_id, greatest(${dayOf("timestamp")} + 1, -1) AS day
        FROM EVENTS WHERE event = '$pageview' AND timestamp < '${iso(50)}'),
      near AS (SELECT day, lag(day) OVER w AS previous, lead(day) OVER w AS following FROM active
        WINDOW w AS (PARTITION BY person_id ORDER BY day))
      SELECT CASE WHEN previous IS NULL THEN 'new' WHEN previous = day - 1 THEN 'returning' ELSE 'resurrecting' END
        AS status, day, count(*) FROM near WHERE day > 0 GROUP BY ALL
      UNION ALL SELECT 'dormant', day + 1, count(*) FROM near
      WHERE day BETWEEN 0 AND 29 AND (following IS NULL OR following > day + 1) GROUP BY day`,
  },
  {
    name: "stickiness by days",
    question: { kind: "StickinessQuery", series: [...views], dateRange: month },
    byHand: `SELECT days, count(*) FROM (SELECT count(DISTINCT ${dayOf("timestamp")}) AS days FROM EVENTS
      WHERE event = '$pageview' AND ${within(20)} GROUP BY person_id) GROUP BY days`,
  },
  {
    name: "list of 100 events",
    question: {
      kind: "EventsQuery",
      select: ["uuid", "event", "timestamp", "person_id", "properties"],
      after: week.date_from,
      before: iso(50),
      limit: 100,
    },
    byHand: `SELECT uuid, event, timestamp, person_id, properties FROM EVENTS WHERE timestamp > '${iso(43)}'
      AND timestamp < '${iso(50)}' ORDER BY timestamp DESC LIMIT 100`,
  },
  {
    name: "persons behind a number of trends",
    question: {
      kind: "ActorsQuery",
      source: { kind: "InsightActorsQuery", source: daily, day: iso(45).slice(0, 10), series: 0 },
    },
    byHand: `WITH ${actorsOf(`SELECT person_id, count(*) AS n, list_sort(list(DISTINCT distinct_id)) AS ids FROM EVENTS
      WHERE event = '$pageview' AND timestamp >= '${iso(45)}' AND timestamp < '${iso(46)}' GROUP BY person_id`)}`,
  },
  {
    name: "persons behind a step of a funnel",
    question: {
      kind: "ActorsQuery",
      source: { kind: "FunnelsActorsQuery", source: { ...funnel, dateRange: week }, funnelStep: 2 },
    },
    byHand: `WITH ${best(within(43))},
      ${actorsOf(`SELECT m.person_id, count(*) AS n, list_sort(list(DISTINCT distinct_id)) AS ids
        FROM m JOIN best ON best.person_id = m.person_id AND t BETWEEN times[1] AND times[reached]
        WHERE reached >= 2 GROUP BY m.person_id`)}`,
  },
  {
    name: "paths of pages",
    question: { kind: "PathsQuery", dateRange: week, pathsFilter: { includeEventTypes: ["$pageview"] } },
    byHand: `WITH near AS (SELECT person_id, t, item, coalesce(t - lag(t) OVER w > ${PAUSE_MS}, true) AS starts,
          lag(item) OVER w AS previous
        FROM (SELECT person_id, epoch_ms(timestamp) AS t, CASE WHEN suffix(p_current_url, '/') AND p_current_url <> '/'
          THEN left(p_current_url, -1) ELSE p_current_url END AS item
          FROM EVENTS WHERE event = '$pageview' AND ${within(43)}) WHERE item IS NOT NULL
        WINDOW w AS (PARTITION BY person_id ORDER BY t, item)),
      visits AS (SELECT *, count_if(starts) OVER (PARTITION BY person_id ORDER BY t, item ROWS UNBOUNDED PRECEDING)
        AS visit FROM near),
      numbered AS (SELECT t, item, row_number() OVER w AS step, lead(item) OVER w AS next, lead(t) OVER w AS next_t
        FROM visits WHERE starts OR item <> previous
        WINDOW w AS (PARTITION BY person_id, visit ORDER BY t, item))
      SELECT step || '_' || item AS source, (step + 1) || '_' || next AS target, count(*) AS n, avg(next_t - t)
      FROM numbered WHERE next IS NOT NULL AND step < 5 GROUP BY step, item, next
      ORDER BY n DESC, source, target LIMIT 50`,
  },
];
