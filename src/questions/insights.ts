import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records, Stored } from "../store/ports/records.ts";
import { DASHBOARDS, INSIGHTS, type InsightRecord, type NamedFields } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { newestOf, newShortId, savedResource } from "../tenants/saved-record.ts";
import type { PlainQuestion, Question } from "./kinds/plan-question.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { bindVariables, checkVariables, type Variable, type VariableValues } from "./variables.ts";

interface InsightFields extends NamedFields {
  readonly query?: Question | undefined;
  readonly variables?: readonly Variable[] | undefined;
}

const MAX_QUERY_BYTES = 64 * 1024;
const MAX_VARIABLES_BYTES = 16 * 1024;
/** Reads few at a time, because together questions may have megabytes. */
const SCANNED = 100;

const saved = savedResource({
  kind: INSIGHTS,
  keyOf: (projectId, shortId) => ({ projectId, shortId }),
  limit: { max: 1000, of: "saved questions" },
  listed: newestOf,
  read: ({ name, description, query, variables }: InsightFields) => {
    return { name, description, query: query && queryText(query), variables: variables && variablesText(variables) };
  },
  make: (owned, { name = "", description = "", query = "", variables = "[]" }) => {
    return { ...owned, shortId: newShortId(), name, description, query, variables };
  },
  check: ({ query, variables }) => checkVariables(JSON.parse(query), JSON.parse(variables)),
});

export const insights = { ...saved, destroy };

/** Deletes a saved question, after taking it off the dashboards. Throws `not_found`. */
async function destroy(projectId: ProjectId, shortId: string, records: Records): Promise<void> {
  for (const { id, tiles } of await scanAll(records, DASHBOARDS, { where: { projectId } })) {
    if (!tiles.some(({ insight }) => insight === shortId)) continue;
    await records.change(DASHBOARDS, { projectId, id }, (found) => {
      return found && { ...found, tiles: found.tiles.filter(({ insight }) => insight !== shortId) };
    });
  }
  await saved.destroy(projectId, shortId, records);
}

type InsightTexts = Pick<InsightRecord, "query" | "variables">;

export function questionOf({ query, variables }: InsightTexts, values: VariableValues): PlainQuestion {
  return bindVariables(JSON.parse(query), JSON.parse(variables), values);
}

export interface InsightSignature extends Pick<InsightRecord, "shortId" | "name" | "description"> {
  readonly variables: readonly Variable[];
}

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
