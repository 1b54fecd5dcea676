import { invalidInput, problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { readSettings } from "../store/records/project-settings.ts";
import { ACTIONS, COHORT_MEMBERS, COHORTS, EXPERIMENTS, INSIGHTS } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { newestPresentOf } from "../tenants/saved-record.ts";
import type { ActionDefinition, CohortDefinition } from "./kinds/filter-context.ts";
import { withoutNulls } from "./kinds/resolve-conditions.ts";

/** What a project has defined, and conditions refer to. */
type Named = { readonly of: "action" | "cohort"; readonly id: number };

/** `field` names it, and `as` is where its definition goes. */
interface Reference extends Named {
  readonly field: string;
  readonly as: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Definition = ActionDefinition | CohortDefinition;

/** Conditions of a question with those of the definitions that it refers to, and theirs. */
const MAX_REFERENCES = 200;

/** Returns the question with the definitions that it refers to. Throws `invalid_input` for one that is not there. */
export async function withDefinitions<T>(
  question: T,
  projectId: ProjectId,
  records: Records,
  { path = ["query"], within = [] }: { readonly path?: readonly string[]; readonly within?: readonly string[] } = {},
): Promise<T> {
  const known = new Map<string, Definition>();
  let count = 0;
  const complete = async (node: unknown, at: readonly string[], attr: string | null, within: readonly string[]) => {
    for (const reference of referencesIn(node, at)) {
      const name = `${reference.of} ${reference.id}`;
      const field = attr ?? [...reference.path, reference.field].join("__");
      const refuse = (detail: string) => invalidInput(field, detail);
      count += 1;
      if (count > MAX_REFERENCES) throw refuse(`More than ${MAX_REFERENCES} actions and cohorts are needed.`);
      if (!Number.isSafeInteger(reference.id)) throw problem("required", { attr: field });
      if (within.includes(name)) throw refuse(`The ${name} refers to itself.`);
      if (known.has(name)) continue;
      const found = await load(reference, projectId, records);
      if (!found) throw refuse(`The project has no ${name}.`);
      known.set(name, (await complete(found, [], field, [...within, name])) as Definition);
    }
    return inlined(node, known);
  };
  return (await complete(question, path, null, within)) as T;
}

async function load({ of, id }: Named, projectId: ProjectId, records: Records): Promise<Definition | null> {
  if (of === "cohort") return loadCohort(id, projectId, records);
  const action = await records.find(ACTIONS, { projectId, id });
  if (!action || action.deleted) return null;
  return { id, name: action.name, steps: withoutNulls(JSON.parse(action.steps)) };
}

async function loadCohort(id: number, projectId: ProjectId, records: Records): Promise<CohortDefinition | null> {
  const cohort = await records.find(COHORTS, { projectId, id });
  if (!cohort || cohort.deleted) return null;
  const { properties = {} } = withoutNulls(JSON.parse(cohort.filters));
  const members = cohort.isStatic ? await records.find(COHORT_MEMBERS, { projectId, id }) : undefined;
  const { name, isStatic } = cohort;
  return { id, name, properties, ...(isStatic && { distinctIds: members?.distinctIds ?? [] }) };
}

export function isUsedIn(node: unknown, { of, id }: Named): boolean {
  return referencesIn(node, []).some((reference) => reference.of === of && reference.id === id);
}

/** Names where conditions of the project refer to something. */
export async function usesOf(named: Named, projectId: ProjectId, records: Records): Promise<string[]> {
  const present = newestPresentOf(projectId);
  const { testAccountFilters } = await readSettings(projectId, records);
  const users = [
    ...(await scanAll(records, ACTIONS, present)).map(({ steps, name }) => [steps, `the action ${name}`]),
    ...(await scanAll(records, COHORTS, present)).map(({ filters, name }) => [filters, `the cohort ${name}`]),
    ...(await scanAll(records, EXPERIMENTS, present)).map(({ design, name }) => [design, `the experiment ${name}`]),
    ...(await scanAll(records, INSIGHTS, present)).map(({ query, name, shortId }) => {
      return [query, `the saved question ${name || "without a name"} (${shortId})`];
    }),
    [testAccountFilters, "the test accounts of the project"],
  ] as [json: string, user: string][];
  return users.flatMap(([json, user]) => (isUsedIn(JSON.parse(json), named) ? user : []));
}

function referencesIn(node: unknown, path: readonly string[]): (Reference & { readonly path: readonly string[] })[] {
  if (typeof node !== "object" || node === null) return [];
  const own = Array.isArray(node) ? [] : referencesOf(node as Fields).map((reference) => ({ ...reference, path }));
  return [...own, ...Object.entries(node).flatMap(([name, value]) => referencesIn(value, [...path, name]))];
}

/** Returns what an object itself refers to. */
function referencesOf(node: Fields): Reference[] {
  const action = (field: string, as = "action"): Reference => ({ of: "action", id: Number(node[field]), field, as });
  if (node.type === "cohort" && "key" in node)
    return [{ of: "cohort", id: Number(node.value), field: "value", as: "cohort" }];
  if (node.type === "behavioral") {
    const isSequence = node.value === "performed_event_sequence" && node.seq_event_type === "actions";
    return [
      ...(node.event_type === "actions" ? [action("key")] : []),
      ...(isSequence ? [action("seq_event", "followingAction")] : []),
    ];
  }
  if (node.breakdown_type === "cohort" && Array.isArray(node.breakdown)) {
    const ids = node.breakdown.filter((id) => id !== "all");
    return ids.map((id) => ({ of: "cohort", id: Number(id), field: "breakdown", as: `cohort ${id}` }));
  }
  if (node.kind === "ActionsNode" || node.type === "actions") return [action("id")];
  if (node.kind === "EventsQuery" && typeof node.actionId === "number") return [action("actionId")];
  return [];
}

function inlined(node: unknown, known: ReadonlyMap<string, Definition>): unknown {
  if (Array.isArray(node)) return node.map((item) => inlined(item, known));
  if (typeof node !== "object" || node === null) return node;
  const own = referencesOf(node as Fields).map(({ of, id, as }) => [as, known.get(`${of} ${id}`)]);
  const members = Object.entries(node).map(([name, value]) => [name, inlined(value, known)]);
  return Object.fromEntries([...members, ...own]);
}
