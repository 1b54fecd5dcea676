import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { eventsView } from "./engine/project-views.ts";
import { type Plan, planRows, type QuestionContext } from "./kinds/question-context.ts";
import { instant } from "./kinds/statement.ts";
import { DAY_MS } from "./kinds/time-zone.ts";

export type DefinitionKind = "events" | "properties" | "person_properties" | `group_properties ${number}`;

export interface Definition {
  readonly name: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Events of the last 30 days. */
  readonly volume: number;
  /** The type of a property; null if its newest value is no text, number or boolean. */
  readonly type: "String" | "Numeric" | "Boolean" | "DateTime" | null;
  /** Beginnings of some of the newest values, as text. */
  readonly examples: string[];
}

/** Limited, because a hostile client may send any number of names. */
const MAX_NAMES = 10_000;
const VOLUME_DAYS = 30;
/** Beyond so many events or persons, only a part is read: an event with 13 properties takes 12 µs. */
const MAX_READ = 250_000;
const MAX_EXAMPLES = 3;
const EXAMPLE_LENGTH = 100;

type Row = readonly [string, number, number, number, Definition["type"]?, string[]?];

/** Lists the most frequent first: those that contain `search`, in upper or lower case. */
export async function listDefinitions(
  projectId: ProjectId,
  kind: DefinitionKind,
  { search = "", limit, offset }: Page & { readonly search?: string | undefined },
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
): Promise<Listed<Definition>> {
  const plan = ({ calendar }: QuestionContext) => planDefinitions(kind, calendar.now);
  const { results } = await answers.answer(projectId, plan, options);
  const text = search.toLowerCase();
  const found = (results as unknown as Row[]).filter(([name]) => name.toLowerCase().includes(text));
  const items = found
    .slice(offset, offset + limit)
    .map(([name, firstSeen, lastSeen, volume, type = null, examples = []]) => {
      return { name, firstSeen, lastSeen, volume, type, examples };
    });
  return { count: found.length, items };
}

/**
 * Plans rows of name, first and last time in milliseconds, and volume of 30 days, most frequent first; for properties
 * also the newest value's type, and values as text. The question engine computes them, so that storing events costs
 * nothing more.
 */
function planDefinitions(kind: DefinitionKind, now: number): Plan {
  // Whole hours: otherwise no answer would be found in the cache.
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  const from = instant(hour - VOLUME_DAYS * DAY_MS);
  const sql = kind === "events" ? eventNames(from) : propertyNames(sourceOf(kind, from));
  return planRows({ sql, values: {}, maxRows: MAX_NAMES });
}

const EVENTS = eventsView({ personId: false, personProperties: false, hotProperties: false, session: false });
const TIMES = "epoch_ms(min(timestamp)), epoch_ms(max(timestamp))";

function eventNames(from: string): string {
  const volume = `count_if(timestamp >= ${from})`;
  return `SELECT event, ${TIMES}, ${volume} AS volume FROM ${EVENTS} GROUP BY event ORDER BY volume DESC, event`;
}

function sourceOf(kind: Exclude<DefinitionKind, "events">, from: string): string {
  if (kind === "properties")
    return `(SELECT uuid AS id, timestamp, properties FROM ${EVENTS} WHERE timestamp >= ${from})`;
  if (kind === "person_properties") return "(SELECT id, created_at AS timestamp, properties FROM persons)";
  const index = Number(kind.split(" ")[1]);
  return `(SELECT key AS id, created_at AS timestamp, properties FROM groups WHERE index = ${index})`;
}

function propertyNames(source: string): string {
  const part = `(SELECT greatest(1, ceil(count(*) / ${MAX_READ})::BIGINT) FROM ${source})`;
  const read = `SELECT timestamp, parsable_json(properties) AS properties FROM ${source} WHERE hash(id) % ${part} = 0`;
  const names = `SELECT unnest(TRY(json_keys(properties))) AS name, timestamp, properties FROM (${read})`;
  const found = `SELECT name, epoch_ms(min(timestamp)) AS first, epoch_ms(max(timestamp)) AS last,
      count(*) * ${part} AS volume, arg_max(properties, timestamp, ${MAX_EXAMPLES}) AS newest
    FROM (${names}) GROUP BY name`;
  const pointer = "'/' || replace(replace(name, '~', '~0'), '/', '~1')";
  const text = `property_text(newest[1], ${pointer})`;
  const type = `CASE json_type(newest[1], ${pointer}) WHEN 'BOOLEAN' THEN 'Boolean'
    WHEN 'VARCHAR' THEN CASE WHEN regexp_full_match(${text}, '${DATE}') THEN 'DateTime' ELSE 'String' END
    WHEN 'NULL' THEN NULL WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL ELSE 'Numeric' END`;
  const texts = `list_transform(newest, lambda one: left(property_text(one, ${pointer}), ${EXAMPLE_LENGTH}))`;
  const examples = `list_sort(list_distinct(${texts}))`;
  return `SELECT name, first, last, volume, ${type}, ${examples} FROM (${found}) ORDER BY volume DESC, name`;
}

const DATE = "\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}.*)?";
