import type { Schemas } from "../../../generated/openapi.ts";
import { chosenBy, countedGroups } from "./actor-source.ts";
import { EventStatement } from "./matching-events.ts";
import { type Plan, type QuestionContext, type StatementRows, withAttr } from "./question-context.ts";

type ActorsQuery = Schemas["ActorsQuery"];
type Column = NonNullable<ActorsQuery["select"]>[number];
type SessionEvent = Readonly<Record<"uuid" | "timestamp" | "session_id" | "window_id", string>>;

const DEFAULT_LIMIT = 100;
const MAX_DISTINCT_IDS = 100;
const MAX_EVENTS = 200;

export function planActors(query: ActorsQuery, context: QuestionContext): Plan {
  const { select = ["actor"], limit, offset } = query;
  const groupIndex = countedGroups(query.source);
  const statement = new EventStatement(context.groupTypes, { groupIndex });
  const [maxRows, skipped] = [limit ?? DEFAULT_LIMIT, offset ?? 0];
  const page = `LIMIT ${maxRows + 1} OFFSET ${skipped}`;
  const sql = withAttr(inSource, () => actorsSql(query, groupIndex, statement, context, page));
  return {
    statements: [{ sql, values: statement.parameters.values, maxRows }],
    ...(select.includes("matched_recordings") && { sessionIds: ([answer]) => sessionsOf(answer) }),
    shape: ([answer], recorded) => ({
      results: (answer?.rows ?? []).map((row) => select.map((column) => shown(column, row, groupIndex, recorded))),
      columns: [...select],
      hasMore: answer?.hasMore ?? false,
      limit: maxRows,
      offset: skipped,
    }),
  };
}

function actorsSql(
  { source, select }: ActorsQuery,
  groupIndex: number | null,
  statement: EventStatement,
  context: QuestionContext,
  page: string,
): string {
  const actor = statement.actor();
  const columns = ["distinct_id"];
  const isRecorded = select?.includes("matched_recordings") ?? false;
  if (isRecorded) {
    statement.needs.hotProperties = true;
    columns.push("timestamp", "uuid", "p_session_id", "p_window_id");
  }
  const { expressions, condition, range, matchedActor } = chosenBy(source, statement, context, columns);
  const isEveryone = expressions === "";
  const filters = [statement.within(range), statement.filter(source.source.properties), statement.hasActor()];
  const did = matchedActor
    ? { from: "matched", actor: matchedActor, time: "t", where: condition }
    : {
        from: statement.from(),
        actor,
        time: "epoch_ms(timestamp)",
        where: [`(${condition})`, ...filters].join(" AND "),
      };
  const isWithin = `${did.time} BETWEEN chosen.first AND chosen.last`;
  const members = `SEMI JOIN chosen ON chosen.person_id = ${did.actor} AND ${isWithin}`;
  // Counting each distinct id's events first is faster than collecting the ids of each person.
  return `WITH ${isEveryone ? "" : `${expressions},`}
      by_id AS (
        SELECT ${did.actor} AS actor_id, distinct_id, count(*) AS event_count,
          ${isRecorded ? SESSION_EVENTS : "[]"} AS events
        FROM ${did.from} ${isEveryone ? "" : members} WHERE ${did.where}
        GROUP BY actor_id, distinct_id),
      by_actor AS (
        SELECT actor_id AS person_id, sum(event_count)::BIGINT AS event_count, list(distinct_id) AS ids,
          flatten(list(events)) AS events
        FROM by_id GROUP BY actor_id),
      counted AS (${isEveryone ? "FROM by_actor" : COUNT_MEMBERS}),
      page AS (SELECT * FROM counted ORDER BY event_count DESC, person_id ${page}),
      ${groupIndex === null ? PERSONS : groupsSql(groupIndex)}
      SELECT page.person_id, actors.created_at, actors.is_identified, actors.properties,
        list_sort(coalesce(actors.ids, page.ids))[:${MAX_DISTINCT_IDS}], event_count,
        list_sort(page.ids)[:${MAX_DISTINCT_IDS}], list_sort(events)[:${MAX_EVENTS}]
      FROM page LEFT JOIN actors ON actors.id = page.person_id
      ORDER BY event_count DESC, page.person_id`;
}

const inSource = (attr: string) =>
  attr.startsWith("query__source__") ? attr : attr.replace(/^query__/, "query__source__source__");

/** Members who left, or did nothing, have no row in `by_actor`. */
const COUNT_MEMBERS = `SELECT members.person_id, coalesce(event_count, 0) AS event_count, coalesce(ids, []) AS ids,
    coalesce(events, []) AS events
  FROM (SELECT DISTINCT person_id FROM chosen) AS members
  LEFT JOIN by_actor ON by_actor.person_id = members.person_id`;

/** Begins with the time, by which lists sort. */
const SESSION_EVENTS = `coalesce(list({'timestamp': timestamp, 'uuid': uuid, 'session_id': p_session_id,
  'window_id': p_window_id}) FILTER (WHERE p_session_id IS NOT NULL), [])`;

const PERSONS = `owned AS (
      SELECT person_id, list(distinct_id) AS ids FROM person_distinct_ids
      WHERE person_id IN (SELECT person_id FROM page) GROUP BY person_id),
    actors AS (
      SELECT page.person_id AS id, persons.created_at, coalesce(persons.is_identified, false) AS is_identified,
        persons.properties, owned.ids
      FROM page LEFT JOIN persons ON persons.id = page.person_id LEFT JOIN owned ON owned.person_id = page.person_id)`;

const groupsSql = (groupIndex: number) => `actors AS (
      SELECT key AS id, created_at, NULL AS is_identified, properties, CAST(NULL AS VARCHAR[]) AS ids
      FROM groups WHERE index = ${groupIndex})`;

function sessionsOf(answer: StatementRows | undefined): string[] {
  return [...new Set((answer?.rows ?? []).flatMap((row) => eventsOf(row).map(({ session_id }) => session_id)))];
}

const eventsOf = ([, , , , , , , events]: readonly unknown[]) => (events ?? []) as readonly SessionEvent[];

function shown(
  column: Column,
  row: readonly unknown[],
  group_type_index: number | null,
  recorded: ReadonlySet<string>,
): unknown {
  const [id, created_at, is_identified, properties, distinct_ids, event_count, event_distinct_ids] = row;
  if (column === "actor") {
    const owned = group_type_index === null ? { distinct_ids, is_identified } : { type: "group", group_type_index };
    return { id, properties: JSON.parse(String(properties ?? "{}")), created_at, ...owned };
  }
  if (column === "matched_recordings") return recordingsOf(eventsOf(row), recorded);
  return { id, created_at, event_count, event_distinct_ids }[column];
}

function recordingsOf(events: readonly SessionEvent[], recorded: ReadonlySet<string>) {
  const bySession = new Map<string, Omit<SessionEvent, "session_id">[]>();
  for (const { session_id, ...event } of events) {
    if (!recorded.has(session_id)) continue;
    const known = bySession.get(session_id) ?? [];
    bySession.set(session_id, [...known, event]);
  }
  return [...bySession].map(([session_id, shownEvents]) => ({ session_id, events: shownEvents }));
}
