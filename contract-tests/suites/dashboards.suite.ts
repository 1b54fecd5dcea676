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
  const pathOf = ({ id }: Dashboard) => ({ path: { id: String(id) } });
  const tileOf = ({ id, short_id }: Insight) => ({ insight: { id, short_id }, text: null });
  const PLAIN = { layouts: {}, color: null, show_description: null };

  test("have saved questions as tiles, in their order", async () => {
    const [one, other] = [await save(), await save()];
    const layouts = { sm: { x: 0, y: 2, w: 6, h: 4, minW: 2 } };
    const json = { name: mark, tiles: [{ insight: other.short_id, layouts }, { insight: one.short_id }] };
    const dashboard = await client.expectStatus("dashboards_create", 201, { json });
    const { id, created_at, updated_at, created_by, updated_by, ...rest } = dashboard;
    const tiles = [
      { id: 1, ...tileOf(other), ...PLAIN, layouts },
      { id: 2, ...tileOf(one), ...PLAIN },
    ];
    const fields = { name: mark, description: "", pinned: false, tags: [], deleted: false };
    assert.deepEqual(rest, { ...fields, tiles, version: 1 });
    assert.deepEqual(await client.expectStatus("dashboards_retrieve", 200, pathOf(dashboard)), dashboard);
    const listed = await client.expectStatus("dashboards_list", 200, { query: { search: mark.toUpperCase() } });
    assert.deepEqual(listed.results, [dashboard]);
    const pinned = await client.expectStatus("dashboards_list", 200, { query: { search: mark, pinned: "true" } });
    assert.deepEqual(pinned.results, []);
    const reversed = { tiles: [{ id: 2 }, { id: 1 }], version: 1 };
    const changed = await client.expectStatus("dashboards_partial_update", 200, {
      ...pathOf(dashboard),
      json: reversed,
    });
    assert.deepEqual([changed.tiles, changed.version, changed.name], [tiles.toReversed(), 2, mark]);
    const stale = { ...pathOf(dashboard), json: reversed };
    await client.expectError("dashboards_partial_update", [409, "conflict", "version"], stale);
    await client.expectStatus("insights_destroy", 204, { path: { id: String(other.id) } });
    const left = await client.expectStatus("dashboards_retrieve", 200, pathOf(dashboard));
    assert.deepEqual(left.tiles, [tiles[1]], "a deleted question has left the dashboard");
    await client.expectStatus("dashboards_destroy", 204, pathOf(dashboard));
    await client.expectError("dashboards_retrieve", [404, "not_found", null], pathOf(dashboard));
    await client.expectError("dashboards_destroy", [404, "not_found", null], pathOf(dashboard));
    await client.expectError("dashboards_partial_update", [404, "not_found", null], stale);
  });

  test("have texts, colors and layouts, which a change of some tiles leaves as they are", async () => {
    const insight = await save();
    const json = { name: mark, pinned: true, tags: ["shop"], tiles: [{ insight: insight.short_id, color: "blue" }] };
    const dashboard = await client.expectStatus("dashboards_create", 201, { json });
    assert.deepEqual([dashboard.pinned, dashboard.tags, dashboard.tiles[0]?.color], [true, ["shop"], "blue"]);
    const change = async (tiles: readonly object[]) => {
      const options = { ...pathOf(dashboard), json: { tiles } } as object;
      return (await client.expectStatus("dashboards_partial_update", 200, options)).tiles;
    };
    const text = { id: 2, insight: null, text: { id: 2, body: "# Orders" }, ...PLAIN };
    const first = { id: 1, ...tileOf(insight), ...PLAIN, color: "blue" };
    assert.deepEqual(await change([{ text: { body: "# Orders" } }]), [first, text]);
    const xs = { x: 0, y: 0, w: 1, h: 2 };
    const moved = { ...text, layouts: { xs }, show_description: false };
    assert.deepEqual(await change([{ id: 2, layouts: { xs }, show_description: false }]), [first, moved]);
    const plain = { ...first, color: null };
    assert.deepEqual(await change([{ id: 1, color: "", show_description: null }]), [plain, moved]);
    assert.deepEqual(await change([{ id: 2, deleted: true }, { text: { body: "New" } }]), [
      plain,
      { ...text, id: 3, text: { id: 3, body: "New" } },
    ]);
    for (const [field, ...tiles] of [
      ["0__id", { id: 2 }],
      ["1__id", { id: 1 }, { id: 1 }],
      ["0__insight", { color: "red" }],
      ["0__insight", { id: 1, text: { body: "x" } }],
      ["0__insight", { id: 3, insight: insight.short_id }],
    ] as const) {
      const options = { ...pathOf(dashboard), json: { tiles } } as object;
      await client.expectError("dashboards_partial_update", [400, "invalid_input", `tiles__${field}`], options);
    }
    await client.expectStatus("dashboards_destroy", 204, pathOf(dashboard));
  });

  test("are named by a question, which is put on them and taken off", async () => {
    const [one, other] = [
      await client.expectStatus("dashboards_create", 201, { json: { name: mark } }),
      await client.expectStatus("dashboards_create", 201, { json: { name: mark } }),
    ];
    const json = { name: mark, query, dashboards: [one.id] };
    const insight = await client.expectStatus("insights_create", 201, { json });
    const path = { id: String(insight.id) };
    const change = (changed: object) =>
      client.expectStatus("insights_partial_update", 200, { path, json: changed } as object);
    const on = async () =>
      Promise.all(
        [one, other].map(async (dashboard) => {
          const { tiles } = await client.expectStatus("dashboards_retrieve", 200, pathOf(dashboard));
          return tiles.map((tile) => tile.insight?.id);
        }),
      );
    assert.deepEqual([insight.dashboards, await on()], [[one.id], [[insight.id], []]]);
    const unknown = { path, json: { dashboards: [1] } };
    await client.expectError("insights_partial_update", [400, "invalid_input", "dashboards"], unknown);
    assert.deepEqual((await change({ dashboards: [other.id] })).dashboards, [other.id]);
    assert.deepEqual(await on(), [[], [insight.id]]);
    assert.equal((await change({ deleted: true })).deleted, true);
    assert.deepEqual(await on(), [[], []], "a deleted question is on no dashboard");
    await client.expectError("insights_retrieve", [404, "not_found", null], { path });
    assert.deepEqual((await change({ deleted: false })).dashboards, []);
    await client.expectStatus("insights_destroy", 204, { path });
    const hidden = { ...pathOf(one), json: { deleted: true } };
    assert.equal((await client.expectStatus("dashboards_partial_update", 200, hidden)).deleted, true);
    await client.expectError("dashboards_retrieve", [404, "not_found", null], pathOf(one));
    const listed = await client.expectStatus("dashboards_list", 200, { query: { search: mark } });
    assert.deepEqual(
      listed.results.map(({ id }) => id),
      [other.id],
    );
    for (const dashboard of [one, other]) await client.expectStatus("dashboards_destroy", 204, pathOf(dashboard));
  });

  test("refuse tiles of questions that the project does not have", needs("tenants"), async () => {
    const foreign = await save(new Client(target, target.otherTenant));
    const board = await new Client(target, target.otherTenant).expectStatus("dashboards_create", 201, {
      json: { name: mark },
    });
    const elsewhere = { json: { name: mark, query, dashboards: [board.id] } };
    await client.expectError("insights_create", [400, "invalid_input", "dashboards"], elsewhere);
    for (const insight of ["unknown", foreign.short_id]) {
      const json = { tiles: [{ insight }] };
      await client.expectError("dashboards_create", [400, "invalid_input", "tiles__0__insight"], { json });
    }
    const tiles = Array.from({ length: 101 }, () => ({ insight: "unknown" }));
    await client.expectError("dashboards_create", [400, "max_length", "tiles"], { json: { tiles } });
    const far = [{ insight: "unknown", layouts: { sm: { x: -1, y: 0, w: 1, h: 1 } } }];
    await client.expectError("dashboards_create", [400, "invalid_input", "tiles__0__layouts__sm__x"], {
      json: { tiles: far },
    });
  });
});
