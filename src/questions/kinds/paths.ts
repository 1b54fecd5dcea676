import type { Schemas } from "../../../generated/openapi.ts";
import { ARRIVAL } from "../engine/project-views.ts";
import { type DateRange, resolveRange } from "./date-range.ts";
import { type EventStatement, statementOf } from "./matching-events.ts";
import { propertySql } from "./property-filters.ts";
import { type Plan, planRows, type QuestionContext } from "./question-context.ts";

export type PathsQuery = Schemas["PathsQuery"];

const DEFAULT_STEPS = 5;
const DEFAULT_EDGES = 50;
const MAX_PAUSE_MS = 30 * 60_000;

export function planPaths(query: PathsQuery, context: QuestionContext): Plan {
  const statement = statementOf(query, context);
  const range = resolveRange(query.dateRange ?? {}, context.calendar);
  const { edgeLimit, minEdgeWeight, maxEdgeWeight } = query.pathsFilter ?? {};
  const sql = `WITH ${edgesSql(query, statement, range)}
    SELECT ${SOURCE} AS source, ${TARGET} AS target, count(*) AS value, avg(next_time - time)
    FROM edges GROUP BY step, item, next_item
    HAVING value >= ${statement.parameters.add(minEdgeWeight ?? 1)}
      AND value <= ${statement.parameters.add(maxEdgeWeight ?? Number.MAX_SAFE_INTEGER)}
    ORDER BY value DESC, source, target LIMIT ${statement.parameters.add(edgeLimit ?? DEFAULT_EDGES)}`;
  return planRows(statement.asked(sql), (rows) =>
    rows.map(([source, target, value, average_conversion_time]) => {
      return { source, target, value, average_conversion_time } as Schemas["PathsResult"];
    }),
  );
}

/** The ends of an edge: the number of the step, then the item. */
export const SOURCE = "(step || '_' || item)";
export const TARGET = "((step + 1) || '_' || next_item)";

/** Returns `edges`: each step of each path to the next one. */
export function edgesSql(query: PathsQuery, statement: EventStatement, range: DateRange): string {
  const { startPoint, stepLimit, excludeEvents } = query.pathsFilter ?? {};
  const item = itemSql(statement);
  const person = statement.actorColumn();
  const where = statement.where(range, query.properties, includedSql(query));
  const excluded = excludeEvents?.length ? `NOT ${isOneOf(excludeEvents, statement)}` : "true";
  const limit = statement.parameters.add(stepLimit ?? DEFAULT_STEPS);
  const isStart = typeof startPoint === "string" ? isOneOf([startPoint], statement) : null;
  const begun = `SELECT *, min(CASE WHEN ${isStart} THEN key END) OVER (PARTITION BY person_id, path) AS start
    FROM steps QUALIFY key >= start`;
  return `items AS (
      SELECT ${person}, epoch_ms(timestamp) AS time, ${ARRIVAL} AS key, ${item} AS item
      FROM ${statement.from()} WHERE ${where}),
    neighbors AS (
      SELECT *, coalesce(time - lag(time) OVER persons > ${MAX_PAUSE_MS}, true) AS is_first,
        lag(item) OVER persons AS previous
      FROM items WHERE item IS NOT NULL AND ${excluded}
      WINDOW persons AS (PARTITION BY person_id ORDER BY key)),
    steps AS (
      SELECT person_id, time, key, item,
        max(CASE WHEN is_first THEN key END) OVER (PARTITION BY person_id ORDER BY key) AS path
      FROM neighbors WHERE is_first OR item <> previous),
    begun AS (${isStart === null ? "FROM steps" : begun}),
    numbered AS (
      SELECT person_id, time, item, row_number() OVER paths AS step, lead(item) OVER paths AS next_item,
        lead(time) OVER paths AS next_time
      FROM begun WINDOW paths AS (PARTITION BY person_id, path ORDER BY key)),
    edges AS (
      SELECT person_id, time, next_time, step, item, next_item FROM numbered
      WHERE next_item IS NOT NULL AND step < ${limit})`;
}

/** Matches items. A text that begins with a slash also means the page of this path on any host. */
function isOneOf(texts: readonly string[], { parameters }: EventStatement): string {
  const wanted = parameters.add(texts.map(itemOf));
  const isItem = `list_contains(${wanted}, item)`;
  if (!texts.some((text) => text.startsWith("/"))) return isItem;
  const path = "coalesce(nullif(regexp_replace(item, '^https?://[^/?#]+', ''), ''), '/')";
  return `(${isItem} OR list_contains(${wanted}, ${path}))`;
}

/** Removes the slash at the end of addresses, as items have none. */
const itemOf = (text: string) => (/^(https?:\/\/|\/.)/.test(text) ? text.replace(/\/$/, "") : text);

/** Returns SQL for the page, the screen, or the name of the event. */
export function itemSql(statement: EventStatement): string {
  const url = propertySql("$current_url", "event", statement);
  const screen = propertySql("$screen_name", "event", statement);
  const page = `CASE WHEN suffix(${url}, '/') AND ${url} <> '/' THEN left(${url}, -1) ELSE ${url} END`;
  return `CASE event WHEN '$pageview' THEN ${page} WHEN '$screen' THEN ${screen}
    ELSE event END`;
}

const INCLUDED = {
  $pageview: "event = '$pageview'",
  $screen: "event = '$screen'",
  custom_event: "NOT starts_with(event, '$')",
};

function includedSql({ pathsFilter }: PathsQuery): string {
  const types = pathsFilter?.includeEventTypes ?? [];
  const included = types.length === 0 ? (Object.keys(INCLUDED) as (keyof typeof INCLUDED)[]) : types;
  return `(${included.map((type) => INCLUDED[type]).join(" OR ")})`;
}
