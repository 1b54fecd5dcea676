import type { components } from "../../../generated/openapi.ts";
import { numberText } from "../../lib/json/exact-number.ts";
import { problem } from "../../lib/problem.ts";
import { type Comparison, readCondition } from "../comparison.ts";
import { HOT_COLUMN_NAMES, SESSION_COLUMNS, sessionColumn, type ViewNeeds } from "../engine/project-views.ts";
import type { Parameters } from "./statement.ts";

export type PropertyFilter = components["schemas"]["QueryPropertyFilter"];
interface PropertyGroup {
  readonly type: "AND" | "OR";
  readonly values: readonly (PropertyFilter | PropertyGroup)[];
}
/** Conditions of a question; its groups may be nested deeper than a client nests them. */
export type PropertyFilters = readonly PropertyFilter[] | PropertyGroup;

/** Group types by index. */
export type GroupTypes = readonly string[];

export interface FilterContext {
  readonly parameters: Parameters;
  readonly needs: ViewNeeds;
  readonly groupTypes: GroupTypes;
  /** Whether a client writes other parts of the SQL: then names are those of its tables. */
  readonly isForeign: boolean;
}

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
  const column = type === "event" && !context.isForeign ? HOT_COLUMN_NAMES.get(name) : undefined;
  if (column !== undefined) {
    context.needs.hotProperties = true;
    return column;
  }
  if (type === "session") return sessionSql(name, context);
  const pointer = context.parameters.add(pointerTo(name));
  if (type === "event" || type === "feature") return `property_text(properties, ${pointer})`;
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
  if (!SESSION_COLUMNS.includes(name)) {
    throw problem("invalid_input", { attr: "query", detail: `Sessions have ${SESSION_COLUMNS.join(", ")}.` });
  }
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

export function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function conditionSql(filter: PropertyFilter, context: FilterContext): string {
  const { key, operator = "exact", type = "event" } = filter;
  const text = propertySql(key, type, context, filter.group_type_index ?? 0);
  // Relative dates are already resolved: `resolveConditions`.
  const { comparison, isOpposite } = readCondition(operator, filter.value, 0);
  const sql = comparisonSql(text, comparison, context.parameters);
  return isOpposite ? `NOT ${sql}` : sql;
}

/** Returns a condition of SQL that is never null. */
export function comparisonSql(text: string, comparison: Comparison, parameters: Parameters): string {
  switch (comparison.kind) {
    case "set":
      return `(${text} IS NOT NULL)`;
    case "equal": {
      const texts = parameters.add(comparison.texts);
      const numbers = comparison.numbers.map(String);
      return numbers.length === 0
        ? `coalesce(list_contains(${texts}, ${text}), false)`
        : `coalesce(property_equals(${text}, ${texts}, ${parameters.add(numbers)}), false)`;
    }
    case "contains": {
      const [part = "", ...others] = comparison.parts;
      const any = comparison.parts.map(escapeRegex).join("|");
      return others.length === 0
        ? `coalesce(contains(lower(${text}), ${parameters.add(part)}), false)`
        : `coalesce(regexp_matches(lower(${text}), ${parameters.add(any)}), false)`;
    }
    case "matches":
      return `coalesce(regexp_matches(${text}, ${parameters.add(comparison.pattern)}), false)`;
    case "ordered": {
      const { sign, limit } = comparison;
      return Math.abs(Number(limit)) < Number.MAX_SAFE_INTEGER
        ? `coalesce(property_number(${text}) ${sign} ${parameters.add(Number(limit))}, false)`
        : `coalesce(number_key(${text}) ${sign} number_key(${parameters.add(numberText(limit))}), false)`;
    }
    case "dated":
      return `coalesce(property_time(${text}) ${comparison.sign} ${parameters.add(comparison.time)}, false)`;
  }
}

export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
