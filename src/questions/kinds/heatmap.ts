import type { operations, Schemas } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { HEATMAP_EVENT } from "../../store/ports/events.ts";
import { type Comparison, readCondition } from "../comparison.ts";
import { comparisonSql } from "./comparison-sql.ts";
import { type DateRange, resolveRange } from "./date-range.ts";
import { EventStatement } from "./matching-events.ts";
import { sessionSql } from "./matching-sessions.ts";
import { type Plan, planRows, type QuestionContext, withAttr } from "./question-context.ts";
import { resolveConditions } from "./resolve-conditions.ts";
import type { WithTestFilters } from "./test-accounts.ts";
import { DAY_MS } from "./time-zone.ts";

export type HeatmapQuery = WithTestFilters<NonNullable<operations["heatmaps_list"]["parameters"]["query"]>>;

const MAX_PLACES = 10_000;
const MAX_DEPTH = 1_000_000;
const PAGES = '"MAP(VARCHAR, STRUCT(x INTEGER, y INTEGER, target_fixed BOOLEAN, type VARCHAR)[])"';

/** Plans a heatmap. Throws `invalid_input` for times, and for a pattern that is no regular expression. */
export function planHeatmap(query: HeatmapQuery, { calendar, groupTypes }: QuestionContext): Plan {
  const statement = new EventStatement(groupTypes);
  const dates = { date_from: query.date_from ?? null, date_to: query.date_to ?? null };
  const range = withAttr(
    (attr) => attr.replace("query__", ""),
    () => resolveRange(dates, calendar, 0, ""),
  );
  // A session that goes on at midnight has events on the other day.
  const around = { from: Math.max(0, range.from - DAY_MS), to: range.to + DAY_MS };
  const { test_account_filters } = resolveConditions(query, calendar.now);
  const within = `${statement.within(range)}${ofSessions(test_account_filters, around, statement)}`;
  const plan = query.type === "scrolldepth" ? selectDepths : selectPlaces;
  const { sql, shape } = plan(query, within, statement);
  return planRows(statement.asked(sql), (rows) => rows.map(shape) as never);
}

/** Positions of the mouse have no properties of their own: the other events of their session are compared. */
function ofSessions(
  filters: HeatmapQuery["test_account_filters"],
  range: DateRange,
  statement: EventStatement,
): string {
  if (filters === undefined || filters.length === 0) return "";
  const events = statement.nested();
  events.needs.hotProperties = true;
  const met = filters.map((filter, index) => sessionSql(filter, index, events)).join(" AND ");
  return ` AND json_text(properties, '/$session_id') IN (
    SELECT p_session_id FROM ${events.from()} WHERE p_session_id IS NOT NULL AND ${statement.within(range)}
    GROUP BY p_session_id HAVING ${met})`;
}

interface Selected {
  readonly sql: string;
  readonly shape: (row: readonly unknown[]) => Schemas["Heatmap"]["results"][number];
}

function selectPlaces(query: HeatmapQuery, within: string, statement: EventStatement): Selected {
  const count = query.aggregation === "unique_visitors" ? "count(DISTINCT distinct_id)" : "count(*)";
  const sql = `WITH pages AS (
      SELECT distinct_id, ${numberOf("$viewport_width")} AS width,
        unnest(map_entries(json_transform(json_extract(properties, '/$heatmap_data'), '${PAGES}'))) AS page
      FROM all_events WHERE event = '${HEATMAP_EVENT}' AND ${within}
    ), points AS (
      SELECT distinct_id, width, unnest(page.value) AS point FROM pages
      WHERE ${windowConditions(query, "page.key", statement)}
    )
    SELECT ${count}, CAST(round(point.y / 16) AS INTEGER) * 16, round(point.x / width, 2), point.target_fixed
    FROM points WHERE point.type = ${statement.parameters.add(query.type ?? "click")}
    GROUP BY ALL ORDER BY 1 DESC, 2, 3, 4 LIMIT ${MAX_PLACES}`;
  return {
    sql,
    shape: ([count, y, x, isFixed]) => ({
      count: Number(count),
      pointer_y: Number(y),
      pointer_relative_x: Number(x),
      pointer_target_fixed: isFixed === true,
    }),
  };
}

/** Libraries send with a page how far down the one before was seen. */
function selectDepths(query: HeatmapQuery, within: string, statement: EventStatement): Selected {
  const isUnique = query.aggregation === "unique_visitors";
  const host = "regexp_extract(json_text(properties, '/$current_url'), '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*')";
  const sql = `WITH views AS (
      SELECT distinct_id, ${numberOf("$viewport_width")} AS width,
        ${host} || json_text(properties, '/$prev_pageview_pathname') AS address,
        ${numberOf("$prev_pageview_max_scroll")} + ${numberOf("$viewport_height")} AS depth
      FROM all_events WHERE event IN ('$pageview', '$pageleave') AND ${within}
    ), seen AS (
      SELECT ${isUnique ? "max(depth) AS depth" : "depth"} FROM views
      WHERE depth BETWEEN 0 AND ${MAX_DEPTH} AND ${windowConditions(query, "address", statement)}
      ${isUnique ? "GROUP BY distinct_id" : ""}
    ), buckets AS (SELECT CAST(floor(depth / 100) AS INTEGER) * 100 AS bucket, count(*) AS count FROM seen GROUP BY 1)
    SELECT bucket, count, CAST(sum(count) OVER (ORDER BY bucket DESC) AS BIGINT) FROM buckets ORDER BY bucket`;
  return {
    sql,
    shape: ([bucket, count, further]) => ({
      scroll_depth_bucket: Number(bucket),
      bucket_count: Number(count),
      cumulative_count: Number(further),
    }),
  };
}

/** Pages may send anything: what is no number counts as absent. */
const numberOf = (name: string) => `TRY_CAST(json_text(properties, '/${name}') AS DOUBLE)`;

function windowConditions(query: HeatmapQuery, address: string, { parameters }: EventStatement): string {
  const { url_exact: exact, url_pattern: pattern, viewport_width_min: min, viewport_width_max: max } = query;
  const comparisons = [
    ...(exact === undefined ? [] : [readCondition("exact", exact, 0).comparison]),
    ...(pattern === undefined ? [] : [readPattern(pattern)]),
  ];
  return [
    `width BETWEEN ${Math.max(1, min ?? 1)} AND ${max ?? MAX_DEPTH}`,
    ...comparisons.map((comparison) => comparisonSql(address, comparison, parameters)),
  ].join(" AND ");
}

function readPattern(pattern: string): Comparison {
  try {
    return readCondition("regex", pattern, 0).comparison;
  } catch (error) {
    const detail = `url_pattern ${error instanceof Error ? error.message : String(error)}`;
    throw problem("invalid_input", { attr: "url_pattern", detail });
  }
}
