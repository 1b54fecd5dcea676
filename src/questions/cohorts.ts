import type { Schemas } from "../../generated/openapi.ts";
import { dateOfFilter, relativeDate } from "../flags/define/dates.ts";
import { invalidInput, invalidValue, problem } from "../lib/problem.ts";
import { announce, flagsOf } from "../store/changes.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { Flags } from "../store/ports/stores.ts";
import { nextNumber } from "../store/records/counters.ts";
import { COHORT_MEMBERS, COHORTS, type CohortRecord, type SavedRecord } from "../store/records/saved-kinds.ts";
import { boundedText, deletedMark, hideable, numberOf, savedResource, taggedContent } from "../tenants/saved-record.ts";
import { isOperator } from "./comparison.ts";
import { resolveConditions, timesOf, withoutNulls } from "./kinds/resolve-conditions.ts";
import { isUsedIn, usesOf, withDefinitions } from "./references.ts";

type Fields = Partial<Schemas["CohortRequest"]>;
type Filters = Schemas["CohortFilters"];
type Condition = Schemas["CohortCondition"];

const MAX_FILTERS_BYTES = 32 * 1024;
const BEHAVIORS: readonly unknown[] = [
  "performed_event",
  "performed_event_multiple",
  "performed_event_first_time",
  "performed_event_sequence",
  "stopped_performing_event",
  "restarted_performing_event",
];
const TIMES = ["gte", "lte", "exact", "gt", "lt"];

/** Returns what a response shows of it. */
export function cohortContent(cohort: Omit<CohortRecord, keyof SavedRecord>) {
  const { name, description, deleted } = taggedContent(cohort);
  const filters = JSON.parse(cohort.filters) as Filters;
  return { name, description, filters, groups: [], is_static: cohort.isStatic, deleted };
}

export const cohortsOf = (flags: Pick<Flags, "list">) =>
  savedResource({
    kind: COHORTS,
    keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
    item: (one) => ({ scope: "Cohort", id: String(one.id), name: one.name, content: cohortContent(one) }),
    /** Flags that test it are prepared again. */
    keep: ({ projectId }, records) => announce([flagsOf(projectId)], records),
    limit: { max: 200, of: "cohorts" },
    ...hideable,
    usedBy: async ({ projectId, id }, records) => [
      ...(await usesOf({ of: "cohort", id }, projectId, records)),
      ...(await flags.list(projectId))
        .filter(
          ({ definition }) => /"cohort"/.test(definition) && isUsedIn(JSON.parse(definition), { of: "cohort", id }),
        )
        .map(({ key }) => `the flag ${key}`),
    ],
    read: async ({ filters, groups, is_static: isStatic, deleted, ...fields }: Fields, projectId, records, id) => {
      const given = groups?.length ? filtersOf(groups) : filters;
      const text = given && (await filtersText(given, projectId, records, id));
      return (found) => {
        const isChanged = isStatic !== undefined && found.isStatic !== undefined && isStatic !== found.isStatic;
        if (isChanged) throw invalidInput("is_static", "is_static cannot be changed.");
        const isNowStatic = isStatic ?? found.isStatic ?? false;
        if (isNowStatic !== isEmpty(text ?? found.filters ?? "{}")) {
          const detail = isNowStatic ? "A static cohort has no conditions." : "A cohort that is not static has some.";
          throw problem(isNowStatic ? "invalid_input" : "required", { attr: "filters", detail });
        }
        return { ...fields, isStatic, deleted: deletedMark(deleted), filters: text };
      };
    },
    follow: async ({ before, after }, { projectId }, records) => {
      if (before && !after) await records.delete(COHORT_MEMBERS, { projectId, id: before.id });
    },
    make: async (saved, { name = "", description = "", isStatic = false, filters = "{}", ...fields }, records) => {
      return { ...saved, id: await nextNumber(records, "cohorts"), name, description, isStatic, filters, ...fields };
    },
  });

const isEmpty = (filters: string) => !(JSON.parse(filters) as Filters).properties?.values?.length;

/** Throws `invalid_input`, or `required`, for conditions that cannot be met, and for a cohort of itself. */
async function filtersText(filters: Filters, projectId: ProjectId, records: Records, id?: string): Promise<string> {
  const { properties } = filters;
  for (const [index, node] of (properties?.values ?? []).entries()) {
    const path = `filters__properties__values__${index}`;
    if (!("values" in node)) checkCondition(node as Condition, path);
    else for (const [inner, one] of node.values.entries()) checkCondition(one, `${path}__values__${inner}`);
  }
  resolveConditions(withoutNulls(filters), 0, ["filters"]);
  await withDefinitions(filters, projectId, records, { path: ["filters"], within: id ? [`cohort ${id}`] : [] });
  return boundedText("filters", filters, MAX_FILTERS_BYTES);
}

function checkCondition(condition: Condition, path: string): void {
  const { type, key, value, operator, event_type, explicit_datetime: explicit } = condition;
  const refuse = (field: string, detail: string) => {
    throw invalidValue(`${path}__${field}`, detail);
  };
  if (type === "cohort" && operator && !/^(not_)?in$|^exact$/.test(operator))
    refuse("operator", "is not in or not_in.");
  if (type === "person" && operator && !isOperator(operator)) refuse("operator", "is only of cohorts.");
  if (type === "person" && typeof key !== "string") refuse("key", "is not the name of a property.");
  if (type !== "behavioral") return;
  if (!BEHAVIORS.includes(value)) refuse("value", `is not one of ${BEHAVIORS.join(", ")}.`);
  if (event_type !== "actions" && typeof key !== "string") refuse("key", "is not the name of an event.");
  if (value === "performed_event_multiple") {
    if (operator && !TIMES.includes(operator)) refuse("operator", `is not one of ${TIMES.join(", ")}.`);
    if (!Number.isInteger(condition.operator_value)) refuse("operator_value", "is how often it happened.");
  }
  const { since = 0, withinMs = 0, now = 0 } = timesOf(condition, Date.now());
  if (/^(stopped|restarted)/.test(String(value)) && now - withinMs < since) {
    refuse("seq_time_value", "is longer than the time in which it happened.");
  }
  if (explicit && dateOfFilter(explicit, Date.now()) === undefined && relativeDate(explicit, 0) === undefined) {
    refuse("explicit_datetime", "is no time such as -30d or 2026-03-10.");
  }
}

/** Translates the older form. */
function filtersOf(groups: readonly Schemas["CohortLegacyGroup"][]): Filters {
  const values = groups.map(({ properties, event_id, action_id, days, count, count_operator }) => {
    if (properties?.length)
      return { type: "AND" as const, values: properties.map((one) => ({ ...one, type: "person" as const })) };
    const operator = count_operator === "eq" ? "exact" : (count_operator ?? "gte");
    const often = { value: "performed_event_multiple", operator, operator_value: count } as const;
    const done: Condition = {
      type: "behavioral",
      key: action_id ?? event_id ?? "",
      event_type: action_id ? "actions" : "events",
      time_value: days ?? 30,
      time_interval: "day",
      ...(typeof count === "number" ? often : { value: "performed_event" }),
    };
    return { type: "AND" as const, values: [done] };
  });
  return { properties: { type: "OR", values } };
}
