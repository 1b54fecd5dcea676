import { toIdentifier } from "../lib/identifier.ts";
import type { PersonView } from "../persons/read-persons.ts";
import { viewOwners } from "../persons/view-owners.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { PersonFilter, Persons } from "../store/ports/persons.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { comparisonSql, pointerTo } from "./kinds/property-filters.ts";
import type { Plan } from "./kinds/question-context.ts";
import { Parameters } from "./kinds/statement.ts";
import { readConditions } from "./property-conditions.ts";

export interface PersonSearch extends PersonFilter {
  /** A part of a distinct id, an address or a name, in upper or lower case. */
  readonly search?: string | undefined;
  /** Conditions on properties, as JSON. */
  readonly properties?: string | undefined;
}

const SEARCHED_PROPERTIES = ["email", "name"];

/** Lists matching persons, latest `createdAt` first. Throws `invalid_input`, and what answers to questions throw. */
export async function searchPersons(
  projectId: ProjectId,
  wanted: PersonSearch & Page,
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
  persons: Pick<Persons, "summarize" | "firstDistinctIds">,
): Promise<Listed<PersonView>> {
  const { results } = await answers.answer(projectId, ({ calendar }) => planSearch(wanted, calendar.now), options);
  const all = results as [count: number, person: string | null, distinctId: string | null][];
  const [[count] = [0]] = all;
  const rows = all.filter(([, person]) => person !== null);
  // Read from the store, which forgets erased persons at once.
  const ids = rows.flatMap(([, , distinctId]) => distinctId ?? []);
  const owners = await viewOwners(projectId, ids, persons.summarize, persons);
  const items = [...new Set(ids.flatMap((id) => owners.get(id) ?? []))];
  return { count: count - (rows.length - items.length), items };
}

/** Plans rows with the number of all persons, and an id and a distinct id of each; a single row may have none. */
function planSearch(
  { search = "", properties = "[]", distinctId, email, limit, offset }: PersonSearch & Page,
  now: number,
): Plan {
  const parameters = new Parameters();
  const property = (name: string) => `property_text(properties, ${parameters.add(pointerTo(name))})`;
  const conditions = readConditions(properties, "person", now).map(({ key, comparison, isOpposite }) => {
    const sql = comparisonSql(property(key), comparison, parameters);
    return isOpposite ? `NOT ${sql}` : sql;
  });
  const hasId = (condition: string) => `id IN (SELECT person_id FROM person_distinct_ids WHERE ${condition})`;
  if (search !== "") {
    const text = parameters.add(search);
    const hasPart = (value: string) => `contains(lower(${value}), lower(${text}))`;
    const parts = [hasId(hasPart("distinct_id")), ...SEARCHED_PROPERTIES.map((name) => hasPart(property(name)))];
    conditions.push(`(${parts.join(" OR ")})`);
  }
  if (distinctId !== undefined) conditions.push(hasId(`distinct_id = ${parameters.add(toIdentifier(distinctId))}`));
  if (email !== undefined) conditions.push(`lower(${property("email")}) = lower(${parameters.add(email)})`);
  const { values } = parameters;
  const sql = `WITH found AS (SELECT id, created_at FROM persons WHERE ${["true", ...conditions].join(" AND ")})
    SELECT total, page.id, min(distinct_id) FROM (SELECT count(*) AS total FROM found)
    LEFT JOIN (
      SELECT id, created_at FROM found ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true
    LEFT JOIN person_distinct_ids ON person_id = page.id
    GROUP BY total, page.id, page.created_at ORDER BY page.created_at DESC, page.id DESC`;
  return {
    statements: [{ sql, values, maxRows: limit + 1 }],
    shape: ([found]) => ({ results: found?.rows ?? [] }),
  };
}
