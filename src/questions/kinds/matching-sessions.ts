import type { Schemas } from "../../../generated/openapi.ts";
import { chosenOfFunnel } from "./actor-source.ts";
import { type Calendar, type DateRange, invalid } from "./date-range.ts";
import type { PropertyFilter } from "./filter-context.ts";
import { windowOf } from "./funnel-paths.ts";
import { EventStatement } from "./matching-events.ts";
import { type Plan, planRows, type QuestionContext, withAttr } from "./question-context.ts";
import { resolveConditions } from "./resolve-conditions.ts";
import { conditionOf } from "./retention.ts";

export type RecordingsQuery = Schemas["RecordingsQuery"];
/** With the conditions of the project, which each session meets. */
export type AskedRecordings = RecordingsQuery & { readonly test_account_filters?: readonly PropertyFilter[] };
type Filter = Schemas["QueryRecordingFilter"];

export interface Sessions {
  readonly ids: readonly string[];
  /** Times of the sessions' events. */
  readonly range: DateRange;
}

/** Maps negated operators to those that no event of the session may meet. */
const OPPOSITES = {
  is_not: "exact",
  not_icontains: "icontains",
  not_regex: "regex",
  is_not_set: "is_set",
  not_in: "in",
} as const;
const isOpposite = (operator: string): operator is keyof typeof OPPOSITES => Object.hasOwn(OPPOSITES, operator);

export function dependsOnEvents(query: AskedRecordings): boolean {
  const { events, without_events, properties, test_account_filters, funnel } = query;
  return (
    [events, without_events, properties, test_account_filters].some((list) => (list?.length ?? 0) > 0) ||
    funnel !== undefined
  );
}

/** Throws `invalid_input` for what is not supported, even if there are no sessions. */
export function checkRecordingsQuery(query: RecordingsQuery, calendar: Calendar): void {
  const context = { calendar, groupTypes: [], earliest: calendar.now };
  planMatchingSessions(query, { ids: [], range: { from: 0, to: calendar.now } }, context);
}

/** Plans rows of one column: the sessions that match. */
export function planMatchingSessions(asked: AskedRecordings, { ids, range }: Sessions, context: QuestionContext): Plan {
  const query = resolveConditions(asked, context.calendar.now);
  const statement = new EventStatement(context.groupTypes, {
    groupIndex: query.funnel?.source.aggregation_group_type_index,
  });
  statement.needs.hotProperties = true;
  const { events = [], without_events = [], properties = [], operand = "AND", funnel } = query;
  const { test_account_filters: ofProject = [] } = query;
  const named = events.map((entity) => statement.series(conditionOf(entity)));
  const happened = [
    ...named.map((sql) => anyEvent(sql)),
    ...properties.map((filter, index) => sessionSql(filter, index, statement)),
  ];
  const absent = without_events.map((entity) => `NOT ${anyEvent(statement.series(conditionOf(entity)))}`);
  const ofAccounts = ofProject.map((filter, index) => sessionSql(filter, index, statement));
  const conditions = [...(happened.length > 0 ? [happened.join(` ${operand} `)] : []), ...absent, ...ofAccounts];
  const wanted = `wanted AS (SELECT unnest(${statement.parameters.add(ids)}) AS session_id)`;
  const left = funnel ? [leftSql(funnel, statement, range, context)] : [];
  const isWanted = "p_session_id IN (SELECT session_id FROM wanted)";
  const sql = `WITH ${[wanted, ...left].join(", ")}
    SELECT wanted.session_id FROM wanted
    LEFT JOIN (SELECT * FROM ${statement.from()} WHERE ${statement.within(range)} AND ${isWanted}) AS events
      ON events.p_session_id = wanted.session_id
    ${left.length > 0 ? "WHERE wanted.session_id IN (SELECT session_id FROM left_sessions)" : ""}
    GROUP BY wanted.session_id HAVING ${conditions.map((part) => `(${part})`).join(" AND ") || "true"}`;
  return planRows(statement.asked(sql));
}

/** A session without an event has a row of nulls. */
const anyEvent = (condition: string) => `coalesce(bool_or(${condition} AND uuid IS NOT NULL), false)`;

/** Returns an aggregate that says whether the events of a session meet a condition, of a negated one all of them. */
export function sessionSql(
  { type = "event", ...filter }: Filter | PropertyFilter,
  index: number,
  statement: EventStatement,
) {
  if (type === "recording" && filter.key !== "visited_page") {
    throw invalid(`properties__${index}__key`, "Of the recording, only visited_page is a property.");
  }
  const { operator = "exact" } = filter;
  const own = type === "recording" ? { key: "$current_url", type: "event" as const } : { key: filter.key, type };
  const met = (of: PropertyFilter["operator"]) =>
    anyEvent(statement.filter([{ ...filter, ...own, operator: of ?? "exact" }]));
  return isOpposite(operator) ? `NOT ${met(OPPOSITES[operator])}` : met(operator);
}

/** Returns `left_sessions`: the sessions of persons who reached a step but not the next one in the window. */
function leftSql(
  funnel: NonNullable<RecordingsQuery["funnel"]>,
  statement: EventStatement,
  range: DateRange,
  context: QuestionContext,
): string {
  const { expressions } = withAttr(inFunnel, () => chosenOfFunnel(funnel, statement, context));
  const actor = statement.actor();
  return `${expressions}, left_sessions AS (
      SELECT DISTINCT p_session_id AS session_id FROM ${statement.from()}
      JOIN chosen ON chosen.person_id = ${actor}
        AND epoch_ms(timestamp) BETWEEN first AND first + ${windowOf(funnel.source)}
      WHERE ${statement.within(range)} AND p_session_id IN (SELECT session_id FROM wanted))`;
}

const inFunnel = (attr: string) =>
  attr.startsWith("query__source__")
    ? attr.replace(/^query__source__/, "query__funnel__")
    : attr.replace(/^query__/, "query__funnel__source__");
