import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { DASHBOARDS, INSIGHTS, type NamedFields, type Tile } from "../store/records/saved-kinds.ts";
import { newestOf, newShortId, savedResource } from "../tenants/saved-record.ts";

interface DashboardFields extends NamedFields {
  readonly tiles?: Tile[] | undefined;
}

/** Throws `invalid_input` for a tile without a saved question. */
export const dashboards = savedResource({
  kind: DASHBOARDS,
  keyOf: (projectId, id) => ({ projectId, id }),
  limit: { max: 200, of: "dashboards" },
  listed: newestOf,
  read: async ({ name, description, tiles }: DashboardFields, projectId, records) => {
    await requireInsights(projectId, tiles ?? [], records);
    return { name, description, tiles };
  },
  make: (saved, { name = "", description = "", tiles = [] }) => {
    return { ...saved, id: newShortId(), name, description, tiles };
  },
});

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
