import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target, tenantDetails } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";

type Flag = Body<"feature_flags_create", 201>;

const client = new Client();
const createdIds = new Set<number>();
const EVERYBODY = { groups: [{ properties: [], rollout_percentage: 100 }] };
const PREFIX = `api-${randomUUID().slice(0, 8)}`;

after(async () => {
  if (target.kind === "prism") return;
  for (const id of createdIds) await client.request("feature_flags_destroy", { path: { id: String(id) } });
});

const newKey = () => `${PREFIX}-${randomUUID()}`;
const pathOf = ({ id }: Pick<Flag, "id">) => ({ path: { id: String(id) } });

async function create(fields: object = {}, by = client): Promise<Flag> {
  const flag = await by.expectStatus("feature_flags_create", 201, {
    json: { key: newKey(), filters: EVERYBODY, ...fields },
  });
  createdIds.add(flag.id);
  return flag;
}

const update = (flag: Flag, json: object) =>
  client.expectStatus("feature_flags_partial_update", 200, { ...pathOf(flag), json });

async function decide(key: string, by: Client): Promise<unknown> {
  const json = { api_key: target.tenant.projectApiKey, distinct_id: "ada" };
  return (await by.expectStatus("flags", 200, { json })).flags[key]?.enabled;
}

describe("feature flags: a flag", () => {
  test("is created with its key and rules only", async () => {
    const flag = await create();
    if (target.kind === "prism") return;
    const { id, key, created_at, updated_at, created_by, ...rest } = flag;
    assert.deepEqual(rest, {
      name: "",
      filters: EVERYBODY,
      active: true,
      deleted: false,
      ensure_experience_continuity: false,
      is_remote_configuration: false,
      bucketing_identifier: "distinct_id",
      evaluation_runtime: "all",
      evaluation_contexts: [],
      tags: [],
      version: 1,
    });
    assert.ok(key.startsWith(PREFIX) && id >= 1 && created_at === updated_at);
    const { details } = target.tenant;
    if (details !== undefined) assert.deepEqual([created_by?.email, created_by?.id], [details.email, details.userId]);
  });

  test("is returned as it was sent", needs("state"), async () => {
    const sent = {
      key: newKey(),
      name: "Жar <b>",
      active: false,
      ensure_experience_continuity: true,
      is_remote_configuration: true,
      bucketing_identifier: "device_id",
      evaluation_runtime: "server",
      evaluation_contexts: ["docs"],
      tags: ["checkout", "Жar"],
      filters: {
        groups: [
          { properties: [{ key: "a.b", value: ["x", 1], operator: "exact", label: "L" }], variant: "b", sort_key: "1" },
        ],
        multivariate: {
          variants: [
            { key: "a", rollout_percentage: 33.3 },
            { key: "b", rollout_percentage: 66.7 },
          ],
        },
        payloads: { a: { any: ["json", null], "": 1, ["__proto__"]: { a: 1 }, constructor: "b" }, b: '{"as": "text"}' },
      },
    };
    const flag = await create(sent);
    const { id: _, created_at, created_by, updated_at, version, deleted, ...kept } = flag;
    assert.deepEqual(kept, sent);
    assert.deepEqual(await client.expectStatus("feature_flags_retrieve", 200, pathOf(flag)), flag);
  });

  test("is changed field by field, and its version counts the changes", needs("state"), async () => {
    const flag = await create({ name: "first" });
    const renamed = await update(flag, { name: "second" });
    assert.deepEqual({ ...renamed, updated_at: "" }, { ...flag, name: "second", version: 2, updated_at: "" });
    assert.deepEqual(await update(flag, { name: "second", active: true, status: "ACTIVE" }), renamed);
    const filters = { groups: [] };
    assert.deepEqual((await update(flag, { ...renamed, filters, version: 2 })).filters, filters);
    await client.expectError("feature_flags_partial_update", [400, "invalid_input", "key"], {
      ...pathOf(flag),
      json: { key: newKey() },
    });
  });

  test("is changed only in the version that the client knows", needs("state"), async () => {
    const flag = await create();
    const attempts = Array.from({ length: 8 }, (_, index) => ({
      ...pathOf(flag),
      json: { version: 1, name: `${index}` },
    }));
    const answers = await Promise.all(attempts.map((one) => client.request("feature_flags_partial_update", one)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)]);
    const expected = [409, "conflict", "version"] as const;
    await client.expectError("feature_flags_partial_update", expected, attempts[0]);
    assert.equal((await client.expectStatus("feature_flags_retrieve", 200, pathOf(flag))).version, 2);
  });

  test("takes effect within 2 seconds on every node, as do its changes", needs("state"), async () => {
    const flag = await create();
    const becomes = (expected: unknown) =>
      eventuallyOnEveryNode(`the flag is ${expected}`, async (node) => (await decide(flag.key, node)) === expected);
    await becomes(true);
    await update(flag, { filters: { groups: [] } });
    await becomes(false);
    await client.expectStatus("feature_flags_destroy", 204, pathOf(flag));
    await becomes(undefined);
    await update(flag, { deleted: false, filters: EVERYBODY });
    await becomes(true);
  });
});

describe("feature flags: deleting", needs("state"), () => {
  const listedKeys = async (search: string) =>
    (await client.expectStatus("feature_flags_list", 200, { query: { search } })).results.map(({ key }) => key);

  test("a deleted flag is retrieved and restored, but not listed", async () => {
    const flag = await create();
    await client.expectStatus("feature_flags_destroy", 204, pathOf(flag));
    await client.expectError("feature_flags_destroy", [404, "not_found", null], pathOf(flag));
    const deleted = await client.expectStatus("feature_flags_retrieve", 200, pathOf(flag));
    assert.deepEqual([deleted.deleted, deleted.version], [true, 2]);
    assert.deepEqual(await listedKeys(flag.key), []);
    const restored = await update(flag, { deleted: false });
    assert.deepEqual({ ...restored, updated_at: "" }, { ...flag, version: 3, updated_at: "" });
    assert.deepEqual(await listedKeys(flag.key), [flag.key]);
    assert.equal((await update(flag, { deleted: true })).deleted, true);
  });

  test("a new flag takes the key of a deleted one, but not of another", async () => {
    const { key, ...flag } = await create();
    const json = { key, filters: EVERYBODY };
    await client.expectError("feature_flags_create", [400, "unique", "key"], { json });
    await client.expectStatus("feature_flags_destroy", 204, pathOf(flag));
    const other = await create({ key });
    assert.ok(other.id > flag.id && other.version === 1);
    await client.expectError("feature_flags_retrieve", [404, "not_found", null], pathOf(flag));
    await client.expectError("feature_flags_partial_update", [404, "not_found", null], {
      ...pathOf(flag),
      json: { deleted: false },
    });
  });

  for (const id of ["999999", "0", "1.0", "01", "nothing", randomUUID()]) {
    test(`a flag that does not exist: ${id.length === 36 ? "a UUID" : id}`, async () => {
      const path = { id };
      await client.expectError("feature_flags_retrieve", [404, "not_found", null], { path });
      await client.expectError("feature_flags_activity_list", [404, "not_found", null], { path });
      await client.expectError("feature_flags_partial_update", [404, "not_found", null], {
        path,
        json: { active: true },
      });
      await client.expectError("feature_flags_destroy", [404, "not_found", null], { path });
    });
  }
});

describe("feature flags: activity", () => {
  test("has the right shape", async () => {
    await client.expectStatus("feature_flags_activity_list", 200, pathOf(await create()));
  });

  test("lists who changed what and when, newest first", needs("tenants"), async () => {
    const flag = await create();
    const key = tenantDetails(target.tenant).memberPersonalApiKey;
    const filters = { groups: [{ properties: [], rollout_percentage: 25 }], payloads: { true: "x".repeat(2000) } };
    const json = { filters };
    await client.expectStatus("feature_flags_partial_update", 200, { ...pathOf(flag), json, key });
    await update(flag, { name: "" });
    await client.expectStatus("feature_flags_destroy", 204, pathOf(flag));
    const page = await client.expectStatus("feature_flags_activity_list", 200, pathOf(flag));
    const { email, memberEmail } = tenantDetails(target.tenant);
    assert.deepEqual(
      page.results.map(({ activity, version, actor, user }) => [activity, version, actor, user?.email]),
      [
        ["deleted", 3, "user", email],
        ["updated", 2, "user", memberEmail],
        ["created", 1, "user", email],
      ],
    );
    const type = "FeatureFlag";
    assert.deepEqual(page.results[1]?.detail, {
      ...{ name: flag.key, short_id: null, has_more: false },
      changes: [
        { type, field: "filters.groups[0].rollout_percentage", action: "changed", before: 100, after: 25 },
        {
          type,
          field: "filters.payloads",
          action: "created",
          before: null,
          after: `${JSON.stringify(filters.payloads).slice(0, 1000)}…`,
        },
      ],
    });
    const first = await client.expectStatus("feature_flags_activity_list", 200, {
      ...pathOf(flag),
      query: { limit: 2 },
    });
    type Entry = (typeof page.results)[number];
    const all = await fetchAllPages<Entry>(first as ListPage<Entry>, target.tenant.personalApiKey);
    assert.deepEqual(all, page.results);
  });
});

describe("feature flags: lists", needs("state"), () => {
  test("are searched by key and name, and paged, newest first", async () => {
    const word = randomUUID();
    const flags: Flag[] = [];
    for (const fields of [{ key: `${word}-1` }, { name: `Über ${word.toUpperCase()}` }, { key: `x-${word}` }, {}]) {
      flags.unshift(await create(fields));
    }
    const first = await client.expectStatus("feature_flags_list", 200, { query: { search: word, limit: 2 } });
    assert.deepEqual([first.count, first.previous], [3, null]);
    const all = await fetchAllPages<Flag>(first as ListPage<Flag>, target.tenant.personalApiKey);
    assert.deepEqual(all, flags.slice(1));
    const none = await client.expectStatus("feature_flags_list", 200, { query: { search: `${word}!` } });
    assert.deepEqual(none, { count: 0, next: null, previous: null, results: [] });
  });

  test("refuse pages out of bounds", async () => {
    for (const query of [{ limit: 0 }, { limit: 1001 }]) {
      await client.expectError("feature_flags_list", [400, "invalid_input", "limit"], { query });
      await client.expectError("feature_flags_activity_list", [400, "invalid_input", "limit"], { query });
    }
  });
});
