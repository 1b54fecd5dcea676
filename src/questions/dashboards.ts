import { problem } from "../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Records, Stored } from "../store/ports/records.ts";
import { DASHBOARDS, type DashboardRecord, INSIGHTS, type Tile } from "../store/records/saved-kinds.ts";
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

export type Dashboard = SavedView<DashboardRecord>;

export interface DashboardFields extends SavedFields {
  readonly tiles?: readonly Tile[] | undefined;
}

const MAX_DASHBOARDS = 200;

/** Lists the newest first. */
export async function list(
  projectId: ProjectId,
  page: Page,
  { records, tenants }: SavedPorts,
): Promise<Listed<Dashboard>> {
  const newest = { where: { projectId }, orderBy: "createdAt", descending: true } as const;
  return viewPage(await records.list(DASHBOARDS, newest, page), tenants);
}

/** Throws `invalid_input` for a tile without a saved question, `max_length` for one dashboard too many. */
export async function create(
  context: SavedContext,
  fields: DashboardFields,
  { records, tenants }: SavedPorts,
): Promise<Dashboard> {
  const { tiles = [] } = fields;
  const { projectId } = context;
  await requireInsights(projectId, tiles, records);
  const { count } = await records.list(DASHBOARDS, { where: { projectId } }, { limit: 1, offset: 0 });
  checkLimit(count, MAX_DASHBOARDS, "dashboards");
  const record = { ...newSaved(context, fields), tiles };
  let inserted: Stored<DashboardRecord> | null = null;
  while (inserted === null) inserted = await records.insert(DASHBOARDS, { ...record, id: newShortId() });
  return viewOne(inserted, tenants);
}

/** Throws `not_found`. */
export async function retrieve(projectId: ProjectId, id: string, { records, tenants }: SavedPorts): Promise<Dashboard> {
  return viewOne(await records.find(DASHBOARDS, { projectId, id }), tenants);
}

/** Throws `not_found`, `conflict`, or `invalid_input` for a tile without a saved question. */
export async function update(
  context: SavedContext,
  id: string,
  { version, name, description, tiles }: DashboardFields & { readonly version?: number | undefined },
  { records, tenants }: SavedPorts,
): Promise<Dashboard> {
  const { projectId } = context;
  const key = { projectId, id };
  if ((await records.find(DASHBOARDS, key)) === null) throw problem("not_found");
  await requireInsights(projectId, tiles ?? [], records);
  const record = await records.change(DASHBOARDS, key, (found) =>
    changed(found, context, { name, description, tiles }, version),
  );
  return viewOne(record, tenants);
}

/** Throws `not_found`. */
export async function destroy(projectId: ProjectId, id: string, records: Records): Promise<void> {
  if (!(await records.delete(DASHBOARDS, { projectId, id }))) throw problem("not_found");
}

/** Throws `invalid_input` for a tile whose question the project does not have. */
async function requireInsights(projectId: ProjectId, tiles: readonly Tile[], records: Records): Promise<void> {
  const known = new Set<string>();
  for (const [index, { insight }] of tiles.entries()) {
    if (known.has(insight)) continue;
    const attr = `tiles__${index}__insight`;
    const found = await records.find(INSIGHTS, { projectId, shortId: insight });
    if (found === null) {
      throw problem("invalid_input", { attr, detail: `${attr} is no saved question of this project.` });
    }
    known.add(insight);
  }
}
