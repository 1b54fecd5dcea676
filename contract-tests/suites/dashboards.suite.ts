import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";

type Insight = Body<"insights_create", 201>;
type Dashboard = Body<"dashboards_create", 201>;

const client = new Client();
const mark = randomUUID();
const query = { kind: "HogQLQuery", query: "SELECT 1 AS one" } as const;
const saved: Insight[] = [];

after(async () => {
  if (target.kind === "prism") return;
  for (const { short_id } of saved) await client.request("insights_destroy", { path: { id: short_id } });
});

async function save(by = client): Promise<Insight> {
  const insight = await by.expectStatus("insights_create", 201, { json: { name: mark, query } });
  if (by === client) saved.push(insight);
  return insight;
}

describe("dashboards", needs("state"), () => {
  const pathOf = ({ id }: Dashboard) => ({ path: { id } });

  test("have saved questions as tiles, in their order", async () => {
    const [one, other] = [await save(), await save()];
    const tiles = [{ insight: other.short_id, layout: { x: 0, y: 2, w: 6, h: 4 } }, { insight: one.short_id }];
    const dashboard = await client.expectStatus("dashboards_create", 201, { json: { name: mark, tiles } });
    const { id, created_at, updated_at, created_by, updated_by, ...rest } = dashboard;
    assert.deepEqual(rest, { name: mark, description: "", tiles, version: 1 });
    assert.deepEqual(await client.expectStatus("dashboards_retrieve", 200, pathOf(dashboard)), dashboard);
    const listed = await client.expectStatus("dashboards_list", 200);
    assert.deepEqual(
      listed.results.find((other) => other.id === id),
      dashboard,
    );
    const json = { tiles: tiles.toReversed(), version: 1 };
    const changed = await client.expectStatus("dashboards_partial_update", 200, { ...pathOf(dashboard), json });
    assert.deepEqual([changed.tiles, changed.version, changed.name], [tiles.toReversed(), 2, mark]);
    await client.expectError("dashboards_partial_update", [409, "conflict", "version"], { ...pathOf(dashboard), json });
    await client.expectStatus("insights_destroy", 204, { path: { id: other.short_id } });
    const left = await client.expectStatus("dashboards_retrieve", 200, pathOf(dashboard));
    assert.deepEqual(left.tiles, [{ insight: one.short_id }], "a deleted question has left the dashboard");
    await client.expectStatus("dashboards_destroy", 204, pathOf(dashboard));
    await client.expectError("dashboards_retrieve", [404, "not_found", null], pathOf(dashboard));
    await client.expectError("dashboards_destroy", [404, "not_found", null], pathOf(dashboard));
    await client.expectError("dashboards_partial_update", [404, "not_found", null], { ...pathOf(dashboard), json });
  });

  test("refuse tiles of questions that the project does not have", needs("tenants"), async () => {
    const foreign = await save(new Client(target, target.otherTenant));
    for (const insight of ["unknown", foreign.short_id]) {
      const json = { tiles: [{ insight }] };
      await client.expectError("dashboards_create", [400, "invalid_input", "tiles__0__insight"], { json });
    }
    const tiles = Array.from({ length: 101 }, () => ({ insight: "unknown" }));
    await client.expectError("dashboards_create", [400, "max_length", "tiles"], { json: { tiles } });
    const far = [{ insight: "unknown", layout: { x: -1, y: 0, w: 1, h: 1 } }];
    await client.expectError("dashboards_create", [400, "invalid_input", "tiles__0__layout__x"], {
      json: { tiles: far },
    });
  });
});
