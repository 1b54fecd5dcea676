import { invalidInput } from "../../lib/problem.ts";
import { isOperator, readCondition } from "../comparison.ts";
import { SESSION_COLUMNS, sessionColumn } from "../engine/project-views.ts";
import { HOT_COLUMNS } from "../hot-properties.ts";
import { memberSql } from "./cohort-sql.ts";
import { comparisonSql, pointerTo } from "./comparison-sql.ts";
import type { CohortDefinition, FilterContext, PropertyFilter, PropertyFilters } from "./filter-context.ts";

export function filterSql(filters: PropertyFilters | undefined, context: FilterContext): string {
  if (filters === undefined) return "true";
  const { type, values } = isList(filters) ? { type: "AND", values: filters } : filters;
  const terms = values.map((term) => ("key" in term ? conditionSql(term, context) : filterSql(term, context)));
  return type === "OR" ? any(terms) : all(terms);
}

export const isList = (filters: PropertyFilters): filters is readonly PropertyFilter[] => Array.isArray(filters);

const all = (terms: readonly string[]) => (terms.length === 0 ? "true" : `(${terms.join(" AND ")})`);
const any = (terms: readonly string[]) => (terms.length === 0 ? "true" : `(${terms.join(" OR ")})`);

/** Returns SQL for the text of a property of an event, its person or its group; null if absent. */
export function propertySql(
  name: string,
  type: "event" | "person" | "group" | "session" | "feature",
  context: FilterContext,
  groupIndex = 0,
): string {
  const ofGroup = type === "event" ? /^\$group_(\d{1,2})$/.exec(name)?.[1] : undefined;
  if (ofGroup !== undefined) return groupKeySql(Number(ofGroup), context);
  const column = type === "event" && !context.isForeign ? HOT_COLUMNS.get(name) : undefined;
  if (column !== undefined) {
    context.needs.hotProperties = true;
    return column;
  }
  if (type === "session") return sessionSql(name, context);
  const pointer = context.parameters.add(pointerTo(name));
  if (type === "event" || type === "feature") {
    // The engine makes this column.
    return context.isForeign ? `property_text(properties, ${pointer})` : `property_${pointer.slice(1)}`;
  }
  if (type === "person") {
    context.needs.personProperties = true;
    return `property_text(${context.isForeign ? "person.properties" : "person_properties"}, ${pointer})`;
  }
  const key = groupKeySql(groupIndex, context);
  if (name === "$group_key") return key;
  const index = context.parameters.add(groupIndex);
  const group = `g.index = ${index} AND g.key = ${key}`;
  return `(SELECT property_text(g.properties, ${pointer}) FROM groups AS g WHERE ${group})`;
}

/** Throws `invalid_input` for what sessions do not have. */
function sessionSql(name: string, context: FilterContext): string {
  if (!SESSION_COLUMNS.includes(name)) throw invalidInput("query", `Sessions have ${SESSION_COLUMNS.join(", ")}.`);
  context.needs.session = true;
  return `CAST(${context.isForeign ? `session."${name}"` : `"${sessionColumn(name)}"`} AS VARCHAR)`;
}

/** Returns SQL that is null for an event without such a group. */
export function groupKeySql(index: number, { parameters, groupTypes }: FilterContext): string {
  const type = groupTypes[index];
  if (type === undefined) return "CAST(NULL AS VARCHAR)";
  const pointer = parameters.add(`/$groups${pointerTo(type)}`);
  return `nullif(property_text(events.properties, ${pointer}), '')`;
}

function conditionSql(filter: PropertyFilter, context: FilterContext): string {
  const { key, operator = "exact", type = "event", cohort } = filter;
  if (type === "cohort") {
    const isMember = cohort === undefined ? "false" : isMemberSql(cohort, context);
    return operator === "not_in" ? `NOT ${isMember}` : isMember;
  }
  const text = propertySql(key, type, context, filter.group_type_index ?? 0);
  if (!isOperator(operator)) throw invalidInput("query", `${operator} is of cohorts.`);
  // Relative dates are already resolved: `resolveConditions`.
  const { comparison, isOpposite } = readCondition(operator, filter.value, 0);
  const sql = comparisonSql(text, comparison, context.parameters);
  return isOpposite ? `NOT ${sql}` : sql;
}

/** Returns a condition of events, whose person is in the cohort, that is never null. */
export function isMemberSql(cohort: CohortDefinition, context: FilterContext): string {
  context.needs.personId = true;
  const person = context.isForeign ? "person_id" : "events.person_id";
  return `coalesce(${person} IN (${memberSql(cohort, context)}), false)`;
}
