import type { Schemas } from "../../../generated/openapi.ts";
import { SESSION_COLUMNS, sessionColumn } from "../engine/project-views.ts";
import { invalid, periodsOf, resolveRange } from "./date-range.ts";
import { EventStatement } from "./matching-events.ts";
import { propertySql } from "./property-filters.ts";
import { type Plan, planPage, planRows, type QuestionContext } from "./question-context.ts";

type TableQuery = Schemas["WebStatsTableQuery"];
type WebQuery = Schemas["WebOverviewQuery"] | TableQuery;

const DEFAULT_LIMIT = 100;
/** Properties of the page view, or of its session. */
const PROPERTIES: Readonly<Record<TableQuery["breakdownBy"], string>> = {
  Page: "$pathname",
  ScreenName: "$screen_name",
  Browser: "$browser",
  OS: "$os",
  DeviceType: "$device_type",
  Country: "$geoip_country_code",
  InitialPage: "$entry_pathname",
  ExitPage: "$end_pathname",
  InitialChannelType: "$channel_type",
  InitialReferringDomain: "$entry_referring_domain",
  InitialUTMSource: "$entry_utm_source",
  InitialUTMMedium: "$entry_utm_medium",
  InitialUTMCampaign: "$entry_utm_campaign",
  InitialUTMTerm: "$entry_utm_term",
  InitialUTMContent: "$entry_utm_content",
};
const ofSession = (field: string) => `"${sessionColumn(field)}"`;

/** Returns `views`: page views and screens in the `period` in which their session begins; 1 is the earlier one. */
function viewsSql(query: WebQuery, statement: EventStatement, { calendar }: QuestionContext, value = "NULL"): string {
  statement.needs.session = true;
  const range = resolveRange(query.dateRange ?? {}, calendar);
  const columns = [
    `${statement.actorColumn()}, p_session_id AS session_id, ${value} AS value`,
    `${ofSession("$entry_pathname")} AS entry, ${ofSession("$session_duration")} AS duration`,
    `${ofSession("$is_bounce")}::INTEGER AS is_bounce`,
  ].join(", ");
  const filter = `event IN ('$pageview', '$screen') AND ${statement.filter(query.properties)}`;
  const selected = periodsOf(range, query.compareFilter, calendar).map((period, index) => {
    const begins = `epoch_ms(${ofSession("$start_timestamp")}) >= ${period.from}`;
    return `SELECT ${index} AS period, ${columns} FROM ${statement.from()}
      WHERE ${statement.within(period)} AND ${begins} AND ${filter}`;
  });
  return `views AS (${selected.join(" UNION ALL ")})`;
}

export function planWebOverview(query: Schemas["WebOverviewQuery"], context: QuestionContext): Plan {
  const statement = new EventStatement(context.groupTypes);
  statement.needs.hotProperties = true;
  const sql = `WITH ${viewsSql(query, statement, context)},
    visits AS (SELECT DISTINCT period, session_id, duration, is_bounce FROM views)
    SELECT * FROM (SELECT period, count(DISTINCT person_id), count(*) FROM views GROUP BY period)
    JOIN (SELECT period, count(*), avg(duration), avg(is_bounce) * 100 FROM visits GROUP BY period) USING (period)`;
  const figuresOf = (rows: unknown[][], period: number) => {
    const [, ...figures] = rows.find(([index]) => Number(index) === period) ?? [period, 0, 0, 0, null, null];
    return figures as readonly (number | null)[];
  };
  return planRows(statement.asked(sql), (rows) => {
    const [current, previous] = [0, 1].map((period) => figuresOf(rows, period));
    const isCompared = query.compareFilter?.compare === true;
    return FIGURES.map(([key, kind], index) => {
      const value = current?.[index] ?? null;
      return { key, kind, value, ...comparedWith(value, isCompared ? (previous?.[index] ?? null) : null, key) };
    });
  });
}

const FIGURES = [
  ["visitors", "unit"],
  ["views", "unit"],
  ["sessions", "unit"],
  ["session duration", "duration_s"],
  ["bounce rate", "percentage"],
] as const;

function comparedWith(value: number | null, previous: number | null, key: string) {
  const isComparable = value !== null && previous !== null && previous !== 0;
  return {
    previous,
    changeFromPreviousPct: isComparable ? Math.round((100 * (value - previous)) / previous) : null,
    isIncreaseBad: key === "bounce rate" ? true : null,
  };
}

export function planWebStats(query: TableQuery, context: QuestionContext): Plan {
  const { breakdownBy, limit, offset, includeBounceRate, compareFilter } = query;
  const statement = new EventStatement(context.groupTypes);
  statement.needs.hotProperties = true;
  const property = PROPERTIES[breakdownBy];
  const isOfSession = SESSION_COLUMNS.includes(property);
  const value = isOfSession ? ofSession(property) : propertySql(property, "event", statement);
  const [maxRows, skipped] = [limit ?? DEFAULT_LIMIT, offset ?? 0];
  const both = (figure: string) => {
    const before = compareFilter?.compare ? `${figure} FILTER (WHERE period = 1)` : "NULL";
    return `[${figure} FILTER (WHERE period = 0), ${before}]`;
  };
  const isNullShown = /Referring|UTM/.test(breakdownBy);
  const bounceOf = breakdownBy === "Page" ? "entry" : "value";
  const name = (column: string) => `"context.columns.${column}"`;
  const rate = includeBounceRate ? `, bounce_rate AS ${name("bounce_rate")}` : "";
  const sql = `WITH ${viewsSql(query, statement, context, value)},
    counts AS (SELECT value, ${both("count(DISTINCT person_id)")} AS visitors, ${both("count(*)")} AS views
      FROM views ${isNullShown ? "" : "WHERE value IS NOT NULL"} GROUP BY value),
    bounces AS (SELECT value, ${both("avg(is_bounce)")} AS bounce_rate
      FROM (SELECT DISTINCT period, session_id, is_bounce, ${bounceOf} AS value FROM views) GROUP BY value)
    SELECT counts.value AS ${name("breakdown_value")}, visitors AS ${name("visitors")}, views AS ${name("views")}${rate}
    FROM counts LEFT JOIN bounces ON bounces.value IS NOT DISTINCT FROM counts.value
    ORDER BY ${orderOf(query)} visitors[1] DESC, views[1] DESC, counts.value LIMIT ${maxRows + 1} OFFSET ${skipped}`;
  return planPage({ ...statement.asked(sql), maxRows }, skipped);
}

const ORDERS: Readonly<Record<string, string>> = { Visitors: "visitors", Views: "views", BounceRate: "bounce_rate" };

function orderOf({ orderBy, includeBounceRate }: TableQuery): string {
  if (!orderBy) return "";
  const [field = "", direction = ""] = orderBy;
  const column = field === "BounceRate" && !includeBounceRate ? undefined : ORDERS[field];
  if (column !== undefined && /^(A|DE)SC$/.test(direction)) return `${column}[1] ${direction} NULLS LAST,`;
  throw invalid("orderBy", "orderBy has a column of the table, and ASC or DESC.");
}
