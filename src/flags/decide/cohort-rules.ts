import type { Schemas } from "../../../generated/openapi.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { type CohortPersons, readCohortPersons } from "../../store/records/cohort-persons.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { COHORTS } from "../../store/records/saved-kinds.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import type { FlagDefinition, PropertyFilter } from "../define/flag-definition.ts";
import { group, not, type Predicate } from "./predicates.ts";

type Condition = Schemas["CohortCondition"];
export interface CohortGroup {
  readonly type?: "AND" | "OR";
  readonly values?: readonly (CohortGroup | Condition)[];
}

/** Who is in a cohort. A static one has no conditions. */
export interface CohortRules {
  readonly id: number;
  readonly revision: number;
  readonly isStatic: boolean;
  readonly group: CohortGroup;
  /** Whether flags need its persons: it is static, or depends on what they did. */
  readonly isStored: boolean;
  /** Those found last, of a stored cohort that flags test. */
  readonly persons?: CohortPersons | undefined;
}

export type CohortsById = ReadonlyMap<number, CohortRules>;

export const NO_COHORTS: CohortsById = new Map();

const MENTIONS_COHORT = /"type":"cohort"/;
const BEHAVIORAL = /"type":"behavioral"/;

/** Returns the cohorts of a project without their persons. */
export async function readRules(projectId: ProjectId, records: Records): Promise<CohortsById> {
  const present = await scanAll(records, COHORTS, { where: { projectId, deleted: null } });
  return new Map(
    present.map(({ id, revision, isStatic, filters }) => {
      const isStored = isStatic || BEHAVIORAL.test(filters);
      return [id, { id, revision, isStatic, isStored, group: JSON.parse(filters).properties ?? {} }] as const;
    }),
  );
}

/** Returns the cohorts of a project whose flags have conditions on some, of those that they test with their persons. */
export async function readCohorts(
  projectId: ProjectId,
  flags: readonly Pick<StoredFlag, "definition">[],
  records: Records,
  known: CohortsById = NO_COHORTS,
): Promise<CohortsById> {
  if (!flags.some(({ definition }) => MENTIONS_COHORT.test(definition))) return NO_COHORTS;
  const cohorts = new Map(await readRules(projectId, records));
  const tested = [...testedCohorts(flags, cohorts)].flatMap((id) => cohorts.get(id) ?? []);
  const read = async (cohort: CohortRules) => {
    const { id, revision } = cohort;
    const persons = await readCohortPersons({ projectId, id }, revision, known.get(id)?.persons, records);
    cohorts.set(id, { ...cohort, persons });
  };
  await Promise.all(tested.filter(({ isStored }) => isStored).map(read));
  return cohorts;
}

/** Returns the ids of the cohorts that flags test, and of those that these test. */
export function testedCohorts(flags: readonly Pick<StoredFlag, "definition">[], cohorts: CohortsById): Set<number> {
  const mentioning = flags.filter(({ definition }) => MENTIONS_COHORT.test(definition));
  return cohortsIn(
    mentioning.map(({ definition }) => JSON.parse(definition)),
    cohorts,
  );
}

/** Returns the ids of the cohorts that conditions, anywhere in the JSON, test, and of those that these test. */
export function cohortsIn(json: unknown, cohorts: CohortsById): Set<number> {
  const found = new Set<number>();
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    const { type, value } = node as { readonly type?: unknown; readonly value?: unknown };
    const id = Number(value);
    if (type === "cohort" && !found.has(id)) {
      found.add(id);
      visit(cohorts.get(id)?.group);
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(json);
  return found;
}

/** Throws `invalid_input` for a condition on a cohort that the project does not have. */
export async function requireCohorts(
  { filters }: Pick<FlagDefinition, "filters">,
  projectId: ProjectId,
  records: Records,
): Promise<void> {
  for (const list of ["groups", "super_groups"] as const) {
    for (const [group, { properties }] of (filters[list] ?? []).entries()) {
      for (const [index, { type, value }] of (properties ?? []).entries()) {
        if (type !== "cohort") continue;
        const found = await records.find(COHORTS, { projectId, id: Number(value) });
        if (found && !found.deleted) continue;
        const attr = `filters__${list}__${group}__properties__${index}__value`;
        throw problem("invalid_input", { attr, detail: `The project has no cohort ${value}.` });
      }
    }
  }
}

/** Turns the conditions of a cohort into predicates, which `compile` shares with those of flags. */
export function compileCohort(root: CohortGroup, compile: (filter: PropertyFilter) => Predicate): Predicate {
  const visit = (node: CohortGroup | Condition): Predicate => {
    if (!("key" in node)) return group(node.type === "OR", (node.values ?? []).map(visit));
    const { type, operator, value, negation } = node;
    const filter = { key: String(node.key), type, operator, value } as PropertyFilter;
    return negation ? not(compile(filter)) : compile(filter);
  };
  return visit(root);
}

/** Returns a cohort as libraries read it: a list has either groups or conditions. */
export function localCohort({ group }: CohortRules): PropertyMap {
  const conditionOf = (node: Condition): PropertyMap => {
    const { key, type, value, operator, negation } = node;
    const isNot = (operator === "not_in") !== (negation ?? false);
    if (type === "cohort") return { key: "id", type, value: Number(value), ...(isNot && { negation: true }) };
    return { key, type, value, operator: operator ?? "exact", ...(negation && { negation }) };
  };
  const groupOf = ({ type = "AND", values = [] }: CohortGroup): PropertyMap => {
    const hasGroups = values.some((node) => !("key" in node));
    const inGroup = (node: CohortGroup | Condition) => {
      if (!("key" in node)) return groupOf(node);
      return hasGroups ? { type: "AND", values: [conditionOf(node)] } : conditionOf(node);
    };
    return { type, values: values.map(inGroup) };
  };
  return groupOf(group);
}

/** Returns whether every library decides the cohort as this service does. */
export function isPortableCohort(
  id: number,
  cohorts: CohortsById,
  isPortableTest: (filter: PropertyFilter) => boolean,
): boolean {
  const visit = (node: CohortGroup | Condition): boolean => {
    if (!("key" in node)) return (node.values ?? []).every(visit);
    if (node.type === "cohort") return isPortableCohort(Number(node.value), cohorts, isPortableTest);
    return node.type === "person" && isPortableTest(node as unknown as PropertyFilter);
  };
  const cohort = cohorts.get(id);
  return cohort !== undefined && !cohort.isStored && visit(cohort.group);
}
