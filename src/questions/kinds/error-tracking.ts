import type { Schemas } from "../../../generated/openapi.ts";
import { ARRIVAL } from "../engine/project-views.ts";
import type { IssueState } from "../error-issues.ts";
import { comparisonSql } from "./comparison-sql.ts";
import { type DateRange, resolveRange } from "./date-range.ts";
import { EventStatement } from "./matching-events.ts";
import { type Plan, planPage, type QuestionContext } from "./question-context.ts";
import { DAY_MS } from "./time-zone.ts";

/** With what the members of the project decided. */
export type ErrorTrackingQuery = Schemas["ErrorTrackingQuery"] & { readonly states?: readonly IssueState[] };
type Issue = Schemas["ErrorTrackingIssue"];

const DEFAULT_LIMIT = 50;
const MAX_PARTS = 100;

/** The first exception of the list is the one that was caught; others caused it. */
const FIRST = '$."$exception_list"[0]';
const FRAMES = `${FIRST}.stacktrace.frames`;
/** Reading all frames takes three times as long: mostly one of the innermost is of the app. */
const INNERMOST = [1, 2, 3].map((place) => `${FRAMES}[#-${place}]`);
/** Properties are parsed once for all of these. */
const PATHS = {
  type: `${FIRST}.type`,
  value: `${FIRST}.value`,
  ...{ oldType: "/$exception_type", message: "/$exception_message", fingerprint: "/$exception_fingerprint" },
  ...{ appVersion: "/$app_version", dollarRelease: "/$release", release: "/release" },
  ...{ session: "/$session_id", library: "/$lib" },
  ...Object.fromEntries(
    INNERMOST.flatMap((frame, place) =>
      ["in_app", "filename", "function"].map((field) => [`${field}${place}`, `${frame}.${field}`]),
    ),
  ),
};
const NAMES = Object.keys(PATHS);
const x = (name: string) => `x[${NAMES.indexOf(name) + 1}]`;
const structOf = (place: number) =>
  `{'filename': ${x(`filename${place}`)}, 'function': ${x(`function${place}`)}, 'in_app': NULL::BOOLEAN}`;
const CASES = INNERMOST.map((_, place) => `WHEN ${x(`in_app${place}`)} = 'true' THEN ${structOf(place)}`);
const FRAME = `CASE ${CASES.join(" ")}
  ELSE coalesce(list_filter(TRY(json_transform(json_extract(parsable_json(properties), '${FRAMES}'),
    '[{"filename":"VARCHAR","function":"VARCHAR","in_app":"BOOLEAN"}]')), lambda f: f.in_app)[-1], ${structOf(0)}) END`;
const STATES = JSON.stringify([{ id: "UUID", status: "VARCHAR", resolvedAt: "BIGINT" }]);
/** What differs from case to case: quotations, words with digits, hexadecimal numbers without any. */
const VARIABLE = `"[^"]*"|\\B''[^'']*''|\`[^\`]*\`|[\\w-]*\\d[\\w-]*|\\b[a-f]{8,}\\b`;
const plain = (text: string) => `regexp_replace(coalesce(${text}, ''), '${VARIABLE}', '#', 'g')`;
const ID = `CAST(md5(coalesce('=' || nullif(${x("fingerprint")}, ''),
  concat_ws(chr(0), name, ${plain("description")}, ${plain("frame.filename")}, frame.function))) AS UUID)`;

/** Returns `exceptions`: the events of the range, each with the id of its issue. */
function exceptionsSql(
  { properties, filterGroup, issueId }: ErrorTrackingQuery,
  statement: EventStatement,
  range: DateRange,
): string {
  const conditions = [statement.within(range), statement.filter(properties), statement.filter(filterGroup)];
  const paths = Object.values(PATHS).map((path) => `'${path}'`);
  // Otherwise the condition is checked, with all that it is made of, before other columns are computed once more.
  const [kept, wanted] = issueId
    ? ["MATERIALIZED", `WHERE id = CAST(${statement.parameters.add(issueId)} AS UUID)`]
    : ["", ""];
  return `exceptions AS ${kept} (
      SELECT uuid, timestamp, arrival, person_id, name, description, ${ID} AS id, left(${x("library")}, 100) AS library,
        left(frame.function, 200) AS function, left(frame.filename, 500) AS source, ${x("session")} AS session_id,
        left(coalesce(${x("appVersion")}, ${x("dollarRelease")}, ${x("release")}), 100) AS release
      FROM (
        SELECT *, left(coalesce(${x("type")}, ${x("oldType")}, 'Error'), 200) AS name,
          left(coalesce(${x("value")}, ${x("message")}), 500) AS description, ${FRAME} AS frame
        FROM (
          SELECT uuid, timestamp, ${ARRIVAL} AS arrival, ${statement.actorColumn()}, properties,
            json_text(properties, [${paths.join(", ")}]) AS x
          FROM ${statement.from()} WHERE event = '$exception' AND ${conditions.join(" AND ")}))),
    wanted AS (FROM exceptions ${wanted})`;
}

/** Returns the condition of the events of an issue, and their time. */
export function eventsOfIssue(query: ErrorTrackingQuery, statement: EventStatement, context: QuestionContext) {
  const range = resolveRange(query.dateRange ?? {}, context.calendar, context.earliest);
  const { groupTypes } = context;
  const nested = new EventStatement(groupTypes, { parameters: statement.parameters });
  const condition = `uuid IN (WITH ${exceptionsSql(query, nested, range)} SELECT uuid FROM wanted)`;
  return { expressions: "", condition, range };
}

export function planErrorTracking(query: ErrorTrackingQuery, context: QuestionContext): Plan {
  const range = resolveRange(query.dateRange ?? {}, context.calendar, context.earliest);
  const { from, to } = range;
  const statement = new EventStatement(context.groupTypes);
  const add = (value: string) => statement.parameters.add(value);
  const parts = query.volumeResolution ?? Math.min(MAX_PARTS, Math.max(1, Math.round((to - from) / DAY_MS)));
  const part = `least(${parts - 1}, (epoch_ms(timestamp) - ${from}) * ${parts} // ${to - from})`;
  const { states = [], searchQuery, status = "all", orderBy = "last_seen", orderDirection = "DESC" } = query;
  const text = "concat_ws(' ', last.name, last.description, last.function, last.source)";
  const search = { kind: "contains", parts: [searchQuery?.toLowerCase() ?? ""] } as const;
  const conditions = [
    ...(searchQuery ? [comparisonSql(text, search, statement.parameters)] : []),
    ...(status && status !== "all" ? [`status = ${add(status)}`] : []),
  ];
  const [maxRows, skipped] = [query.limit ?? DEFAULT_LIMIT, query.offset ?? 0];
  const lastEvent = `LEFT JOIN (SELECT uuid, properties, distinct_id FROM live_events
      WHERE event = '$exception' AND ${statement.within(range)} AND uuid IN (SELECT last.uuid FROM page)) AS event
    ON event.uuid = last.uuid`;
  const isWhole = query.withLastEvent === true;
  const sql = `WITH ${exceptionsSql(query, statement, range)},
    found AS (
      SELECT id, epoch_ms(min(timestamp)) AS first_seen, epoch_ms(max(timestamp)) AS last_seen,
        count(*) AS occurrences, count(DISTINCT person_id) AS users, count(DISTINCT session_id) AS sessions,
        ${parts > 0 ? `histogram(${part})` : "NULL"} AS parts,
        arg_min(release, arrival) AS first_release, arg_max(release, arrival) AS last_release,
        arg_max({'uuid': uuid, 'name': name, 'description': description, 'library': library, 'function': function,
          'source': source}, arrival) AS last
      FROM wanted GROUP BY id),
    states AS (SELECT unnest(json_transform(${add(JSON.stringify(states))}, '${STATES}'), recursive := true)),
    decided AS (SELECT found.*, "resolvedAt" AS resolved_at,
        CASE WHEN last_seen > resolved_at THEN 'active' ELSE coalesce(status, 'active') END AS status
      FROM found LEFT JOIN states USING (id)),
    page AS (SELECT *, row_number() OVER (ORDER BY ${orderBy} ${orderDirection}, id) AS place FROM decided
      WHERE ${conditions.join(" AND ") || "true"} ORDER BY place LIMIT ${maxRows + 1} OFFSET ${skipped})
    SELECT page.id, status, resolved_at, first_seen, last_seen, occurrences, users, sessions, parts, first_release,
      last_release, last, ${isWhole ? "event.distinct_id, event.properties" : "NULL, NULL"}
    FROM page ${isWhole ? lastEvent : ""} ORDER BY place`;
  const plan = planPage({ ...statement.asked(sql), maxRows }, skipped);
  return {
    ...plan,
    shape: (answers, recorded) => {
      const { results, hasMore = false, limit = maxRows } = plan.shape(answers, recorded);
      const begins = Array.from({ length: parts }, (_, index) => iso(from + (index * (to - from)) / parts));
      const issues = (results as Row[]).map((row) => toIssue(row, begins, isWhole));
      return { results: issues, hasMore, limit, offset: skipped };
    },
  };
}

type Row = [
  ...[id: string, status: Issue["status"], resolvedAt: number | null, firstSeen: number, lastSeen: number],
  ...[occurrences: number, users: number, sessions: number, parts: { key: number; value: number }[] | null],
  ...[firstRelease: string | null, lastRelease: string | null],
  last: Pick<Issue, "name" | "description" | "function" | "source" | "library"> & { uuid: string },
  ...[distinctId: string, properties: string],
];

const iso = (ms: number) => new Date(Number(ms)).toISOString();

function toIssue(row: Row, begins: readonly string[], isWhole: boolean): Issue {
  const [id, status, resolvedAt, first, last, occurrences, users, sessions, parts, ...rest] = row;
  const [first_release, last_release, { uuid, ...shown }, distinct_id, properties] = rest;
  const counts = new Map(parts?.map(({ key, value }) => [Number(key), Number(value)]));
  const volume_buckets = begins.map((label, index) => ({ label, value: counts.get(index) ?? 0 }));
  return {
    ...{ id, ...shown, status, resolved_at: resolvedAt === null ? null : iso(resolvedAt) },
    ...{ first_seen: iso(first), last_seen: iso(last), first_release, last_release },
    aggregations: { occurrences, users, sessions, volume_buckets },
    ...(isWhole && { last_event: { uuid, distinct_id, timestamp: iso(last), properties } }),
  };
}
