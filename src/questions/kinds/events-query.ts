import type { Schemas } from "../../../generated/openapi.ts";
import { timeOf } from "./date-range.ts";
import { type EventCondition, EventStatement } from "./matching-events.ts";
import type { Plan, QuestionContext } from "./question-context.ts";
import { instant } from "./statement.ts";

type EventsQuery = Schemas["EventsQuery"] & Pick<EventCondition, "action">;

const DEFAULT_LIMIT = 100;
const DEFAULT_AFTER = "-24h";
const FIGURE = /\b(count|uniq|sum|avg|min|max|any|median|quantile|stddev|list|string_agg|groupArray|arg_?min)\w*\s*\(/i;
/** Uses no literal of an object: DuckDB cannot read one again from the checked tree. */
const EVENT = `json_object('uuid', uuid, 'event', event, 'properties', properties, 'timestamp', epoch_ms(timestamp),
  'distinct_id', distinct_id, 'created_at', epoch_ms(created_at))`;
/** Events of one moment are ordered by their arrival. */
const NEWEST_FIRST = ["timestamp DESC", "created_at DESC", "sequence DESC"];
/** Objects that clients select by one word. */
const OBJECTS: Readonly<Record<string, string>> = {
  "*": EVENT,
  person: `CASE WHEN person_id IS NOT NULL THEN
    json_object('uuid', person_id, 'distinct_id', distinct_id, 'properties', person.properties) END`,
};

export function planEvents(query: EventsQuery, { calendar, groupTypes }: QuestionContext): Plan {
  const statement = new EventStatement(groupTypes, { isForeign: true });
  const { select, event, personId, where = [], limit, offset } = query;
  const conditions = [
    ...(query.after === "all"
      ? []
      : [`timestamp > ${instant(timeOf(query.after || DEFAULT_AFTER, calendar, "after"))}`]),
    ...(query.before ? [`timestamp < ${instant(timeOf(query.before, calendar, "before"))}`] : []),
    ...(typeof event === "string" ? [`event = ${statement.parameters.add(event)}`] : []),
    ...(query.action ? [statement.series({ action: query.action })] : []),
    ...(typeof personId === "string" ? [`person_id = CAST(${statement.parameters.add(personId)} AS UUID)`] : []),
    statement.filter(query.properties),
    statement.filter(query.fixedProperties),
    ...where.map(asPart),
  ];
  const [maxRows, skipped] = [limit ?? DEFAULT_LIMIT, offset ?? 0];
  const sql = [
    `SELECT ${select.map((item) => OBJECTS[item.trim()] ?? withoutNote(item)).join(", ")}`,
    `FROM events WHERE ${conditions.join(" AND ")}`,
    select.some((item) => FIGURE.test(item)) ? "GROUP BY ALL" : "",
    `ORDER BY ${(query.orderBy ?? defaultOrder(select)).map(withoutNote).join(", ")}`,
    `LIMIT ${maxRows + 1} OFFSET ${skipped}`,
  ].join("\n");
  const objects = select.flatMap((item, index) => (item.trim() in OBJECTS ? [index] : []));
  return {
    statements: [{ sql, values: statement.parameters.values, isForeign: true, maxRows, attr: "query__select" }],
    shape: ([answer]) => ({
      results: (answer?.rows ?? []).map((row) =>
        row.map((value, index) => (objects.includes(index) && value !== null ? parsed(value) : value)),
      ),
      columns: [...select],
      types: select.map((item, index) => [item, answer?.types[index] ?? ""]),
      hasMore: answer?.hasMore ?? false,
      hogql: answer?.sql ?? sql,
      limit: maxRows,
      offset: skipped,
    }),
  };
}

/** Adds a line break, because a comment at the end of an expression, which names it, ends with its line. */
const withoutNote = (sql: string) => `${sql}\n`;
const asPart = (sql: string) => `(${sql}\n)`;

function defaultOrder(select: readonly string[]): readonly string[] {
  const items = select.map((item) => item.trim());
  const count = items.find((item) => /^count\(\s*\*?\s*\)$/i.test(item));
  if (count !== undefined) return [`${count} DESC`];
  const isGrouped = select.some((item) => FIGURE.test(item));
  if (items.includes("*") || (items.includes("timestamp") && !isGrouped)) return NEWEST_FIRST;
  return items.includes("timestamp") ? ["timestamp DESC"] : ["1"];
}

/** Leaves properties as JSON text, and times as milliseconds. */
function parsed(json: unknown): unknown {
  const { properties, timestamp, created_at, ...fields } = JSON.parse(String(json));
  return {
    ...fields,
    properties: propertiesOf(properties),
    ...(timestamp !== undefined && { timestamp: isoTime(timestamp), created_at: isoTime(created_at) }),
  };
}

const isoTime = (ms: number) => new Date(ms).toISOString();

function propertiesOf(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "{}");
  } catch {
    return {};
  }
}
