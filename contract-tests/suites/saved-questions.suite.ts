import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";

type Insight = Body<"insights_create", 201>;

const client = new Client();
const mark = randomUUID();
const saved: Insight[] = [];
const TRENDS = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: mark }] };
const SQL = { kind: "HogQLQuery", query: "SELECT 1 AS one" };

after(async () => {
  if (target.kind === "prism") return;
  for (const { short_id } of saved) await client.request("insights_destroy", { path: { id: short_id } });
});

const idOf = ({ short_id }: Insight) => ({ path: { id: short_id } });

async function save(fields: object = {}): Promise<Insight> {
  const insight = await client.expectStatus("insights_create", 201, { json: { name: mark, query: SQL, ...fields } });
  saved.push(insight);
  return insight;
}

const refuse = (attr: string | null, json: object, code = "invalid_input") =>
  client.expectError("insights_create", [400, code, attr], { json: { query: SQL, ...json } });

describe("saved questions", needs("state"), () => {
  test("are returned as they were sent, and changed field by field", async () => {
    const insight = await save({ query: TRENDS, description: "How often" });
    const { id: number, short_id, created_at, updated_at, created_by, updated_by, ...rest } = insight;
    const kept = { derived_name: null, tags: [], favorited: false, saved: true, deleted: false, dashboards: [] };
    const fields = { ...kept, name: mark, description: "How often", query: TRENDS, variables: [], result: null };
    assert.deepEqual(rest, { ...fields, version: 1 });
    assert.equal(created_at, updated_at);
    assert.deepEqual(await client.expectStatus("insights_retrieve", 200, idOf(insight)), insight);
    const byNumber = { path: { id: String(number) } };
    assert.deepEqual(await client.expectStatus("insights_retrieve", 200, byNumber), insight);
    const { details } = target.tenant;
    if (details) assert.deepEqual([created_by?.email, updated_by?.email], [details.email, details.email]);
    const json = { name: "", query: SQL, version: 1 };
    const changed = await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json });
    assert.deepEqual(
      [changed.short_id, changed.name, changed.description, changed.query, changed.version, changed.created_at],
      [short_id, "", "How often", SQL, 2, created_at],
    );
    await client.expectError("insights_partial_update", [409, "conflict", "version"], { ...idOf(insight), json });
    await client.expectStatus("insights_destroy", 204, idOf(insight));
    for (const id of ["insights_retrieve", "insights_destroy"] as const) {
      await client.expectError(id, [404, "not_found", null], idOf(insight));
    }
    await client.expectError("insights_partial_update", [404, "not_found", null], { ...idOf(insight), json });
    await client.expectError("insights_run", [404, "not_found", null], { ...idOf(insight), json: {} });
  });

  test("are listed newest first, on pages", async () => {
    const names = ["first", "second", "third"].map((name) => `${name} ${mark}`);
    const { paginationTenant: tenant } = target;
    const lists = new Client(target, tenant);
    for (const name of names) await lists.expectStatus("insights_create", 201, { json: { name, query: SQL } });
    const first = await lists.expectStatus("insights_list", 200, { query: { limit: 2 } });
    const all = await fetchAllPages<Insight>(first as ListPage<Insight>, tenant.personalApiKey);
    const listed = all.map(({ name }) => name).filter((name) => names.includes(name));
    assert.deepEqual(listed.toSorted(), names.toSorted());
    const times = all.map(({ created_at }) => Date.parse(created_at));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    for (const id of ["insights_list", "dashboards_list"] as const) {
      for (const limit of [0, 101]) await client.expectError(id, [400, "invalid_input", "limit"], { query: { limit } });
      assert.deepEqual((await client.expectStatus(id, 200, { query: { offset: 1e9 } })).results, []);
    }
  });

  test("keep what tools say of them, and are found by it", async () => {
    const fields = { derived_name: "Pageviews", tags: [`tag ${mark}`], favorited: true, saved: false };
    const insight = await save({ name: "Of a tool", ...fields });
    assert.deepEqual({ ...insight, ...fields }, insight);
    const other = await save();
    const find = async (query: object) => {
      const { count, results } = await client.expectStatus("insights_list", 200, { query: { search: mark, ...query } });
      assert.equal(count, results.length);
      return results.map(({ id }) => id);
    };
    assert.deepEqual([await find({ favorited: true }), await find({ saved: false })], [[insight.id], [insight.id]]);
    const unfavored = await find({ favorited: false, saved: true });
    assert.deepEqual([unfavored.includes(other.id), unfavored.includes(insight.id)], [true, false]);
    assert.deepEqual(await find({ short_id: insight.short_id, search: "" }), [insight.id]);
    assert.deepEqual(await find({ short_id: insight.short_id, search: "nothing" }), []);
    const json = { favorited: false, derived_name: null, tags: [] };
    const changed = await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json });
    assert.deepEqual({ ...changed, ...json }, changed);
    await refuse("_create_in_folder", { _create_in_folder: "Reports" });
    for (const name of ["created_by", "pinned", "order"]) {
      await client.expectError("insights_list", [400, "invalid_input", name], { query: { [name]: "x" } });
    }
  });

  test("are validated when they are saved", async () => {
    await refuse("query", { query: undefined }, "required");
    await refuse("query__kind", { query: { kind: "NoQuery" } });
    await refuse("query__sql", { query: { ...SQL, sql: "SELECT 1" } });
    await refuse("name", { name: "x".repeat(401) }, "max_length");
    const long = `SELECT '${"x".repeat(65_500)}'`;
    await refuse("query", { query: { ...SQL, query: long, tags: { more: "x".repeat(500) } } }, "max_length");
    const { short_id } = await save();
    const options = { path: { id: short_id }, json: { query: { kind: "HogQLQuery" } } };
    await client.expectError("insights_partial_update", [400, "required", "query__query"], options);
  });

  test("can be read, but not changed, with a read-only key", needs("tenants"), async () => {
    const { readOnlyKey: key } = target;
    assert.ok(key);
    const insight = await save();
    const options = { ...idOf(insight), key };
    assert.equal((await client.expectStatus("insights_retrieve", 200, options)).name, mark);
    await client.expectError("insights_destroy", [403, "permission_denied", null], options);
    await client.expectError("insights_partial_update", [403, "permission_denied", null], {
      ...options,
      json: { name: "mine" },
    });
    await client.expectError("insights_create", [403, "permission_denied", null], { key, json: { query: SQL } });
  });
});

describe("variables of saved questions", needs("state"), () => {
  const names = ["text", "number", "flag", "day", "list"];
  const variables = [
    { name: "text", type: "String" },
    { name: "number", type: "Number", default: 2 },
    { name: "flag", type: "Boolean", default: false },
    { name: "day", type: "Date", default: "2026-03-01" },
    { name: "list", type: "List", default: ["a", "b"], description: "Words" },
  ];
  const query = {
    kind: "HogQLQuery",
    query: `SELECT ${names.map((name) => `{variables.${name}} AS ${name}`).join(", ")}, length({variables.list})`,
  };
  const run = async (insight: Insight, values?: object) => {
    const json = values === undefined ? {} : { variables: values };
    const { results } = await client.expectStatus("insights_run", 200, { ...idOf(insight), json });
    return Array.isArray(results) ? results[0] : results;
  };

  test("are bound as values, never as SQL", async () => {
    const insight = await save({ query, variables });
    assert.deepEqual(insight.variables, variables);
    assert.deepEqual(await run(insight, { text: "a" }), ["a", 2, false, "2026-03-01", ["a", "b"], 2]);
    const hostile = "'; DROP TABLE events; -- {variables.number} $1";
    const sent = { text: hostile, number: -1.5, flag: true, day: "2026-03-02T10:00:00Z", list: [hostile] };
    assert.deepEqual(await run(insight, sent), [hostile, -1.5, true, sent.day, [hostile], 1]);
    const quoted = await save({
      query: { ...SQL, query: "SELECT '{variables.text}' AS a, {variables.text} AS b" },
      variables: [{ name: "text", type: "String" }],
    });
    assert.deepEqual(await run(quoted, { text: "x" }), ["{variables.text}", "x"]);
  });

  test("of a wrong type, unknown or missing, are refused by name", async () => {
    const insight = await save({ query, variables });
    const wrong: readonly (readonly [string, unknown])[] = [
      ["text", 1],
      ["number", "1"],
      ["flag", "true"],
      ["day", "soon"],
      ["day", "2026-13-01"],
      ["list", "a"],
    ];
    for (const [name, value] of wrong) {
      const json = { variables: { text: "a", [name]: value } };
      const refusal = [400, "invalid_input", `variables__${name}`] as const;
      await client.expectError("insights_run", refusal, { ...idOf(insight), json });
    }
    const refused: readonly (readonly [string, string, object])[] = [
      ["required", "variables__text", {}],
      ["required", "variables__text", { text: null }],
      ["invalid_input", "variables__more", { text: "a", more: 1 }],
      ["invalid_input", "variables__constructor", { text: "a", constructor: 1 }],
    ];
    for (const [code, attr, values] of refused) {
      const options = { ...idOf(insight), json: { variables: values } };
      await client.expectError("insights_run", [400, code, attr], options);
    }
    await client.expectError("insights_retrieve", [400, "required", "variables__text"], {
      ...idOf(insight),
      query: { refresh: "blocking" },
    });
  });

  test("are checked when they are saved", async () => {
    await refuse("query__query", { query, variables: variables.slice(1) });
    await refuse("variables", { query: TRENDS, variables });
    await refuse("variables__1__name", { variables: [variables[0], variables[0]] }, "unique");
    await refuse("variables__0__name", { variables: [{ name: "a-b", type: "String" }] });
    await refuse("variables__0__type", { variables: [{ name: "a", type: "Table" }] });
    await refuse("variables__0__default", { variables: [{ name: "a", type: "Number", default: "1" }] });
    await refuse(
      "variables",
      { variables: Array.from({ length: 21 }, (_, index) => ({ name: `a${index}`, type: "List" })) },
      "max_length",
    );
    const large = [{ name: "a", type: "String", default: "x".repeat(17_000) }];
    await refuse("variables", { variables: large }, "max_length");
    const insight = await save({ query, variables });
    await client.expectError("insights_partial_update", [400, "invalid_input", "query__query"], {
      ...idOf(insight),
      json: { variables: [] },
    });
  });

  test("are typed in the project's own document", async () => {
    const insight = await save({ name: `Top ${mark}`, query, variables });
    const document = await client.expectStatus("project_document_retrieve", 200);
    const path = `/api/projects/${target.tenant.projectId}/insights/${insight.short_id}/run`;
    const { post } = document.paths[path] as { post: { operationId: string; requestBody: object } };
    assert.equal(post.operationId, `top_${mark.replaceAll("-", "_")}`);
    const schema = JSON.parse(JSON.stringify(post.requestBody)).content["application/json"].schema;
    assert.deepEqual(schema.required, ["variables"]);
    assert.deepEqual(schema.properties.variables, {
      type: "object",
      properties: {
        text: { type: "string" },
        number: { type: "number", default: 2 },
        flag: { type: "boolean", default: false },
        day: { type: "string", description: "A date or a time in ISO 8601.", default: "2026-03-01" },
        list: { type: "array", maxItems: 1000, items: { type: "string" }, description: "Words", default: ["a", "b"] },
      },
      required: ["text"],
      additionalProperties: false,
    });
  });
});

describe("answers of saved questions", needs("state"), () => {
  test("come with the question if they are asked for, from memory if nothing changed", async () => {
    const insight = await save();
    const get = (refresh: string) =>
      client.expectStatus("insights_retrieve", 200, { ...idOf(insight), query: { refresh } });
    const { result, ...rest } = await get("blocking");
    assert.deepEqual([result?.results, result?.columns], [[[1]], ["one"]]);
    assert.deepEqual({ ...rest, result: null }, insight);
    await eventually("an answer is repeated", async () => (await get("blocking")).result?.is_cached);
    assert.equal((await get("force_blocking")).result?.is_cached, false);
    await client.expectError("insights_retrieve", [400, "invalid_input", "refresh"], {
      ...idOf(insight),
      query: { refresh: "now" },
    });
  });
});
