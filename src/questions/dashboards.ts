import type { operations, Schemas } from "../../generated/openapi.ts";
import { invalidInput, invalidValue, problem } from "../lib/problem.ts";
import { definedFields } from "../lib/wire-fields.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import {
  DASHBOARDS,
  type DashboardRecord,
  INSIGHTS,
  type InsightRecord,
  type SavedRecord,
  type Tile,
} from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import type { SavedContext } from "../tenants/activity-log.ts";
import {
  changeSaved,
  deletedMark,
  hideable,
  type Identity,
  mentions,
  newNumberedId,
  numberOfShortId,
  savedResource,
  shortIdOf,
  taggedContent,
} from "../tenants/saved-record.ts";

type Fields = Partial<Schemas["DashboardRequest"]>;
type TileChange = Schemas["DashboardTileRequest"];
type DashboardFilter = Pick<NonNullable<operations["dashboards_list"]["parameters"]["query"]>, "search" | "pinned">;
type Tiles = Pick<DashboardRecord, "tiles" | "lastTile">;

const MAX_TILES = 100;

const DASHBOARD: Identity<DashboardRecord, "projectId" | "id"> = {
  kind: DASHBOARDS,
  keyOf: (projectId, id) => ({ projectId, id: shortIdOf(id) }),
  item: (dashboard) => {
    const { name, id } = dashboard;
    return { scope: "Dashboard", id: String(numberOfShortId(id)), name, content: dashboardContent(dashboard) };
  },
};

/** Throws `invalid_input` for a tile without a saved question. */
export const dashboards = savedResource({
  ...DASHBOARD,
  limit: { max: 200, of: "dashboards" },
  ...hideable,
  matches: (dashboard, { search, pinned }: DashboardFilter) =>
    mentions(dashboard, search) && [undefined, dashboard.pinned ?? false].includes(pinned),
  read: async ({ tiles, deleted, ...fields }: Fields, projectId, records) => {
    await requireInsights(projectId, tiles ?? [], records);
    const own = { ...fields, deleted: deletedMark(deleted) };
    return (found) => ({ ...own, ...(tiles && changeTiles(found, tiles)) });
  },
  make: (saved, { name = "", description = "", tiles = [], ...fields }) => {
    return { ...saved, id: newNumberedId(), name, description, tiles, ...fields };
  },
});

export function dashboardContent(dashboard: Omit<DashboardRecord, keyof SavedRecord>) {
  return { ...taggedContent(dashboard), pinned: dashboard.pinned ?? false, tiles: tilesOf(dashboard).map(tileToWire) };
}

function tileToWire(tile: ReturnType<typeof tilesOf>[number]): Schemas["DashboardTile"] {
  const { id, insight, text, layouts = {}, color = null, showDescription = null } = tile;
  return {
    id,
    insight: insight === undefined ? null : { id: numberOfShortId(insight), short_id: insight },
    text: text === undefined ? null : { id, body: text },
    layouts,
    color,
    show_description: showDescription,
  };
}

export function tilesOf({ tiles = [] }: Partial<Tiles>): (Tile & { readonly id: number })[] {
  return tiles.map((tile, index) => ({ ...tile, id: tile.id ?? index + 1 }));
}

/** Adds, changes and removes tiles. Those that are listed take each other's places. Throws `invalid_input`. */
function changeTiles(found: Partial<Tiles>, changes: readonly TileChange[]): Tiles {
  const before = tilesOf(found);
  let lastTile = Math.max(found.lastTile ?? 0, ...before.map(({ id }) => id));
  const byId = new Map(before.map((tile) => [tile.id, tile]));
  const moved: (typeof before)[number][] = [];
  const added: typeof moved = [];
  for (const [index, change] of changes.entries()) {
    const { id, insight, text, show_description: showDescription, deleted, ...fields } = change;
    const old = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && (!old || moved.some((one) => one.id === id)))
      throw wrongTile(index, "id", "names no tile of this dashboard");
    const kept = old ?? { id: ++lastTile, insight };
    const body = text?.body ?? old?.text;
    if ((kept.insight === undefined) === (body === undefined)) {
      throw wrongTile(index, "insight", "or `text` is what a tile has, and not both");
    }
    const present = definedFields({ ...fields, showDescription, ...(fields.color === "" && { color: null }) });
    const tile = { ...kept, ...present, text: body };
    if (!old) added.push(tile);
    else {
      moved.push(old);
      byId.set(old.id, tile);
    }
    if (deleted) byId.delete(tile.id);
  }
  const places = moved.values();
  const inPlace = before.map((tile) => (moved.includes(tile) ? (places.next().value ?? tile) : tile));
  const tiles = [...inPlace.flatMap(({ id }) => byId.get(id) ?? []), ...added];
  if (tiles.length > MAX_TILES) {
    throw problem("max_length", { attr: "tiles", detail: `A dashboard has up to ${MAX_TILES} tiles.` });
  }
  return { tiles, lastTile };
}

function wrongTile(index: number, field: string, what: string) {
  return invalidValue(`tiles__${index}__${field}`, `${what}.`);
}

async function requireInsights(projectId: ProjectId, tiles: readonly TileChange[], records: Records): Promise<void> {
  const known = new Set<string>();
  for (const [index, { id, insight }] of tiles.entries()) {
    if (insight === undefined) continue;
    if (id !== undefined) throw wrongTile(index, "insight", "is only given with a new tile");
    if (known.has(insight)) continue;
    const found = await records.find(INSIGHTS, { projectId, shortId: insight });
    if (!found || found.deleted) throw wrongTile(index, "insight", "is no saved question of this project");
    known.add(insight);
  }
}

/** Throws `invalid_input` for the number of a dashboard that the project does not have. */
export async function requireDashboards(
  projectId: ProjectId,
  numbers: readonly number[] | undefined,
  records: Records,
): Promise<void> {
  for (const number of numbers ?? []) {
    const found = await records.find(DASHBOARDS, { projectId, id: shortIdOf(String(number)) });
    if (found && !found.deleted) continue;
    throw invalidInput("dashboards", `${number} is no dashboard of this project.`);
  }
}

/** Puts a question on the dashboards with these numbers, and takes it off the others. */
export async function putOnDashboards(
  context: SavedContext,
  shortId: InsightRecord["shortId"],
  numbers: readonly number[],
  records: Records,
): Promise<void> {
  const { projectId } = context;
  for (const { id, tiles } of await scanAll(records, DASHBOARDS, { where: { projectId } })) {
    const isWanted = numbers.includes(numberOfShortId(id));
    if (isWanted === tiles.some(({ insight }) => insight === shortId)) continue;
    await changeSaved(DASHBOARD, context, id, records, (found) => {
      if (!found) return null;
      if (isWanted) return { ...found, ...changeTiles(found, [{ insight: shortId }]) };
      return { ...found, tiles: tilesOf(found).filter(({ insight }) => insight !== shortId) };
    });
  }
}
