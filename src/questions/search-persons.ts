import { toIdentifier } from "../lib/identifier.ts";
import { isPropertyMap } from "../lib/json/json.ts";
import { type PersonView, viewOwners } from "../persons/read-persons.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { PersonFilter, Persons } from "../store/ports/persons.ts";
import type { Records } from "../store/ports/records.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { memberSql } from "./kinds/cohort-sql.ts";
import { comparisonSql, pointerTo } from "./kinds/comparison-sql.ts";
import type { GroupTypes, PropertyFilter } from "./kinds/filter-context.ts";
import { EventStatement } from "./kinds/matching-events.ts";
import { type Plan, planRows, type QuestionContext } from "./kinds/question-context.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { parseIfJson, readConditions } from "./property-conditions.ts";
import { withDefinitions } from "./references.ts";

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
  {
    persons,
    records,
  }: { readonly persons: Pick<Persons, "summarize" | "firstDistinctIds">; readonly records: Records },
): Promise<Listed<PersonView>> {
  const { cohorts, properties } = splitConditions(wanted.properties);
  const path = ["properties"];
  const found = await withDefinitions(cohorts, projectId, records, { path });
  const plan = ({ calendar: { now }, groupTypes }: QuestionContext) =>
    planSearch({ ...wanted, properties }, resolveConditions(found, now, path), groupTypes, now);
  const { results } = await answers.answer(projectId, plan, options);
  const all = results as [count: number, person: string | null, distinctId: string | null][];
  const [[count] = [0]] = all;
  const rows = all.filter(([, person]) => person !== null);
  // Read from the store, which forgets erased persons at once.
  const ids = rows.flatMap(([, , distinctId]) => distinctId ?? []);
  const owners = await viewOwners(projectId, ids, persons.summarize, persons);
  const items = [...new Set(ids.flatMap((id) => owners.get(id) ?? []))];
  return { count: count - (rows.length - items.length), items };
}

/** Takes conditions on cohorts out of others. */
function splitConditions(json = "[]"): { readonly cohorts: readonly PropertyFilter[]; readonly properties: string } {
  const list = /"cohort"/.test(json) ? parseIfJson(json) : undefined;
  if (!Array.isArray(list)) return { cohorts: [], properties: json };
  const isOfCohort = (item: unknown) => isPropertyMap(item) && item.type === "cohort";
  return {
    cohorts: list.filter(isOfCohort),
    properties: JSON.stringify(list.filter((item) => !isOfCohort(item))),
  };
}

/** Plans rows with the number of all persons, and an id and a distinct id of each; a single row may have none. */
function planSearch(
  { search = "", properties = "[]", distinctId, email, limit, offset }: PersonSearch & Page,
  cohorts: readonly PropertyFilter[],
  groupTypes: GroupTypes,
  now: number,
): Plan {
  const statement = new EventStatement(groupTypes);
  const { parameters } = statement;
  const property = (name: string) => `property_text(properties, ${parameters.add(pointerTo(name))})`;
  const conditions = readConditions(properties, "person", now).map(({ key, comparison, isOpposite }) => {
    const sql = comparisonSql(property(key), comparison, parameters);
    return isOpposite ? `NOT ${sql}` : sql;
  });
  for (const { cohort, operator } of cohorts) {
    const isMember = cohort ? `id IN (${memberSql(cohort, statement)})` : "false";
    conditions.push(operator === "not_in" ? `NOT ${isMember}` : isMember);
  }
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
  return planRows({ sql, values, maxRows: limit + 1 });
}
