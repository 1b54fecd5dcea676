import { problem } from "../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Records, Stored } from "../store/ports/records.ts";
import { DASHBOARDS, INSIGHTS, type InsightRecord } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import {
  changed,
  checkLimit,
  newSaved,
  newShortId,
  type SavedContext,
  type SavedFields,
  type SavedPorts,
  type SavedView,
  viewOne,
  viewPage,
} from "../tenants/saved-record.ts";
import type { Question } from "./kinds/plan-question.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { bindVariables, checkVariables, type Variable, type VariableValues } from "./variables.ts";

export interface Insight extends Omit<SavedView<InsightRecord>, "query" | "variables"> {
  readonly query: Question;
  readonly variables: readonly Variable[];
}

export interface InsightFields extends SavedFields {
  readonly query?: Question | undefined;
  readonly variables?: readonly Variable[] | undefined;
}

const MAX_INSIGHTS = 1000;
const MAX_QUERY_BYTES = 64 * 1024;
const MAX_VARIABLES_BYTES = 16 * 1024;
/** Reads few at a time, because together questions may have megabytes. */
const SCANNED = 100;

/** Lists the newest first. */
export async function list(
  projectId: ProjectId,
  page: Page,
  { records, tenants }: SavedPorts,
): Promise<Listed<Insight>> {
  const newest = { where: { projectId }, orderBy: "createdAt", descending: true } as const;
  const { count, items } = await viewPage(await records.list(INSIGHTS, newest, page), tenants);
  return { count, items: items.map(parse) };
}

/** Throws what the contract describes if the question is not valid, or if the project has too many. */
export async function create(
  context: SavedContext,
  fields: InsightFields & { readonly query: Question },
  { records, tenants }: SavedPorts,
): Promise<Insight> {
  const { query, variables = [] } = fields;
  checkVariables(query, variables);
  const texts = { query: queryText(query), variables: variablesText(variables) };
  const { projectId } = context;
  const { count } = await records.list(INSIGHTS, { where: { projectId } }, { limit: 1, offset: 0 });
  checkLimit(count, MAX_INSIGHTS, "saved questions");
  const record = { ...newSaved(context, fields), ...texts };
  let inserted: Stored<InsightRecord> | null = null;
  while (inserted === null) inserted = await records.insert(INSIGHTS, { ...record, shortId: newShortId() });
  return parse(await viewOne(inserted, tenants));
}

/** Throws `not_found`. */
export async function retrieve(
  projectId: ProjectId,
  shortId: string,
  { records, tenants }: SavedPorts,
): Promise<Insight> {
  return parse(await viewOne(await records.find(INSIGHTS, { projectId, shortId }), tenants));
}

/** Throws `not_found`, `conflict`, or what `create` throws. */
export async function update(
  context: SavedContext,
  shortId: string,
  { version, ...fields }: InsightFields & { readonly version?: number | undefined },
  { records, tenants }: SavedPorts,
): Promise<Insight> {
  const { name, description, query, variables } = fields;
  const texts = { query: query && queryText(query), variables: variables && variablesText(variables) };
  const { projectId } = context;
  const record = await records.change(INSIGHTS, { projectId, shortId }, (found) => {
    const next = changed(found, context, { name, description, ...texts }, version);
    checkVariables(JSON.parse(next.query), JSON.parse(next.variables));
    return next;
  });
  return parse(await viewOne(record, tenants));
}

/** Deletes a saved question, after taking it off the dashboards. Throws `not_found`. */
export async function destroy(projectId: ProjectId, shortId: string, records: Records): Promise<void> {
  for (const { id, tiles } of await scanAll(records, DASHBOARDS, { where: { projectId } })) {
    if (!tiles.some(({ insight }) => insight === shortId)) continue;
    await records.change(DASHBOARDS, { projectId, id }, (found) => {
      return found && { ...found, tiles: found.tiles.filter(({ insight }) => insight !== shortId) };
    });
  }
  if (!(await records.delete(INSIGHTS, { projectId, shortId }))) throw problem("not_found");
}

export function questionOf({ query, variables }: Insight, values: VariableValues): Question {
  return bindVariables(query, variables, values);
}

export type InsightSignature = Pick<Insight, "shortId" | "name" | "description" | "variables">;

/** Lists the oldest first. */
export async function listSignatures(projectId: ProjectId, records: Records): Promise<InsightSignature[]> {
  const oldest = { where: { projectId }, orderBy: "createdAt" } as const;
  const found: InsightSignature[] = [];
  for (let after: InsightRecord | undefined; ; ) {
    const page: Stored<InsightRecord>[] = await records.scan(INSIGHTS, oldest, { limit: SCANNED, after });
    for (const { shortId, name, description, variables } of page) {
      found.push({ shortId, name, description, variables: JSON.parse(variables) });
    }
    after = page.at(-1);
    if (page.length < SCANNED) return found;
  }
}

/** Checks that the conditions can be compared before the question is kept. */
function queryText(query: Question): string {
  resolveConditions(query, 0);
  return toText("query", query, MAX_QUERY_BYTES);
}

const variablesText = (variables: readonly Variable[]) => toText("variables", variables, MAX_VARIABLES_BYTES);

/** Throws `max_length`. */
function toText(attr: string, value: unknown, maxBytes: number): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= maxBytes) return text;
  throw problem("max_length", { attr, detail: `${attr} has more than ${maxBytes} bytes.` });
}

function parse(view: SavedView<InsightRecord>): Insight {
  return { ...view, query: JSON.parse(view.query), variables: JSON.parse(view.variables) };
}
