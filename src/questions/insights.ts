import type { operations, Schemas } from "../../generated/openapi.ts";
import type { Page, ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { DASHBOARDS, INSIGHTS, type InsightRecord, type SavedRecord } from "../store/records/saved-kinds.ts";
import { scanAll, scanPages } from "../store/records/scan-all.ts";
import {
  boundedText,
  completed,
  deletedMark,
  hideable,
  mentions,
  newestPresentOf,
  newNumberedId,
  numberOfShortId,
  type SavedResource,
  type SavedView,
  savedResource,
  shortIdOf,
  taggedContent,
} from "../tenants/saved-record.ts";
import { putOnDashboards, requireDashboards } from "./dashboards.ts";
import type { PlainQuestion, Question } from "./kinds/plan-question.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { bindVariables, checkVariables, type Variable, type VariableValues } from "./variables.ts";

type InsightFields = Partial<Schemas["InsightRequest"]>;
type InsightFilter = Omit<NonNullable<operations["insights_list"]["parameters"]["query"]>, keyof Page>;

export type InsightView = SavedView<InsightRecord> & { readonly dashboards: readonly number[] };

const MAX_QUERY_BYTES = 64 * 1024;
const MAX_VARIABLES_BYTES = 16 * 1024;
/** Reads few at a time, because together questions may have megabytes. */
const SCANNED = 100;

const saved = savedResource({
  kind: INSIGHTS,
  keyOf: (projectId, id) => ({ projectId, shortId: shortIdOf(id) }),
  item: (insight) => {
    const { shortId, name, derivedName } = insight;
    const ids = { id: String(numberOfShortId(shortId)), shortId };
    return { scope: "Insight", ...ids, name: name || derivedName || "", content: insightContent(insight) };
  },
  limit: { max: 1000, of: "saved questions" },
  ...hideable,
  matches: (insight, { search, saved, favorited, short_id = insight.shortId }: InsightFilter) =>
    mentions(insight, search) &&
    [undefined, insight.saved ?? true].includes(saved) &&
    [undefined, insight.favorited ?? false].includes(favorited) &&
    insight.shortId === short_id,
  read: async (
    { query, variables, derived_name: derivedName, deleted, dashboards, ...fields }: InsightFields,
    projectId,
    records,
  ) => {
    await requireDashboards(projectId, dashboards, records);
    return {
      ...{ ...fields, derivedName, deleted: deletedMark(deleted) },
      ...{ query: query && queryText(query), variables: variables && variablesText(variables) },
    };
  },
  make: (owned, { name = "", description = "", query = "", variables = "[]", ...fields }) => {
    return { ...owned, shortId: newNumberedId(), name, description, query, variables, ...fields };
  },
  follow: async ({ after, fields }, context, records) => {
    const numbers = after?.deleted === true ? [] : fields.dashboards;
    if (after && numbers) await putOnDashboards(context, after.shortId, numbers, records);
  },
  check: ({ query, variables }) => checkVariables(JSON.parse(query), JSON.parse(variables)),
});

export function insightContent(insight: Omit<InsightRecord, keyof SavedRecord>) {
  const { query, variables, derivedName = null, favorited = false, saved = true } = insight;
  const texts = { query: JSON.parse(query) as Question, variables: JSON.parse(variables) as Variable[] };
  return { ...taggedContent(insight), derived_name: derivedName, favorited, saved, ...texts };
}

/** A question that is deleted is taken off the dashboards: before it is gone for good. */
export const insights: SavedResource<InsightView, InsightFields, InsightFilter> = {
  ...completed(saved, withDashboards),
  destroy: async (context, id, records) => {
    await putOnDashboards(context, shortIdOf(id), [], records);
    await saved.destroy(context, id, records);
  },
};

async function withDashboards(items: readonly SavedView<InsightRecord>[], records: Records): Promise<InsightView[]> {
  const [first] = items;
  const all = first ? await scanAll(records, DASHBOARDS, newestPresentOf(first.projectId)) : [];
  return items.map((insight) => {
    const having = all.filter(({ tiles }) => tiles.some((tile) => tile.insight === insight.shortId));
    return { ...insight, dashboards: having.map(({ id }) => numberOfShortId(id)) };
  });
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
  const oldest = { where: { projectId, deleted: null }, orderBy: "createdAt" } as const;
  const found: InsightSignature[] = [];
  for await (const page of scanPages(records, INSIGHTS, oldest, SCANNED)) {
    for (const { shortId, name, description, variables } of page) {
      found.push({ shortId, name, description, variables: JSON.parse(variables) });
    }
  }
  return found;
}

/** Checks that the conditions can be compared before the question is kept. */
function queryText(query: Question): string {
  resolveConditions(query, 0);
  return boundedText("query", query, MAX_QUERY_BYTES);
}

const variablesText = (variables: readonly Variable[]) => boundedText("variables", variables, MAX_VARIABLES_BYTES);
