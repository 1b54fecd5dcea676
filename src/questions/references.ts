import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { readSettings } from "../store/records/project-settings.ts";
import { ACTIONS, INSIGHTS } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { newestPresentOf } from "../tenants/saved-record.ts";
import type { ActionDefinition } from "./kinds/action-steps.ts";
import { withoutNulls } from "./kinds/resolve-conditions.ts";

/** What a project has defined, and conditions refer to. */
interface Named {
  readonly of: "action";
  readonly id: number;
}

/** `field` names it, and `as` is where its definition goes. */
interface Reference extends Named {
  readonly field: string;
  readonly as: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Definition = ActionDefinition;

/** Conditions of a question with those of the definitions that it refers to, and theirs. */
const MAX_REFERENCES = 200;

/** Returns the question with the definitions that it refers to. Throws `invalid_input` for one that is not there. */
export async function withDefinitions<T>(
  question: T,
  projectId: ProjectId,
  records: Records,
  path: readonly string[] = ["query"],
): Promise<T> {
  const known = new Map<string, Definition>();
  let count = 0;
  const complete = async (node: unknown, at: readonly string[], attr: string | null, within: readonly string[]) => {
    for (const { reference, path } of referencesIn(node, at)) {
      const name = `${reference.of} ${reference.id}`;
      const field = attr ?? [...path, reference.field].join("__");
      const refuse = (detail: string) => problem("invalid_input", { attr: field, detail });
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
  return (await complete(question, path, null, [])) as T;
}

async function load({ id }: Named, projectId: ProjectId, records: Records): Promise<Definition | null> {
  const action = await records.find(ACTIONS, { projectId, id });
  if (!action || action.deleted) return null;
  return { id, name: action.name, steps: withoutNulls(JSON.parse(action.steps)) };
}

/** Names where conditions of the project refer to something. */
export async function usesOf({ of, id }: Named, projectId: ProjectId, records: Records): Promise<string[]> {
  const isUsedIn = (node: unknown) =>
    referencesIn(node, []).some(({ reference }) => reference.of === of && reference.id === id);
  const insights = await scanAll(records, INSIGHTS, newestPresentOf(projectId));
  const { testAccountFilters } = await readSettings(projectId, records);
  return [
    ...insights
      .filter(({ query }) => isUsedIn(JSON.parse(query)))
      .map(({ name, shortId }) => `the saved question ${name || "without a name"} (${shortId})`),
    ...(isUsedIn(JSON.parse(testAccountFilters)) ? ["the test accounts of the project"] : []),
  ];
}

interface Found {
  readonly reference: Reference;
  readonly path: readonly string[];
}

function referencesIn(node: unknown, path: readonly string[]): Found[] {
  if (typeof node !== "object" || node === null) return [];
  const own = Array.isArray(node) ? [] : referencesOf(node as Fields).map((reference) => ({ reference, path }));
  return [...own, ...Object.entries(node).flatMap(([name, value]) => referencesIn(value, [...path, name]))];
}

/** Returns what an object itself refers to. */
function referencesOf(node: Fields): Reference[] {
  const action = (field: string, as = "action"): Reference => ({ of: "action", id: Number(node[field]), field, as });
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
