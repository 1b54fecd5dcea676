import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const mark = randomUUID();
const [ada, adaOnTablet, bob, slashes] = [`ada ${mark}`, `tablet ${mark}`, randomUUID(), `a/../b?${mark}#%2F`];
const email = `Ada.Lind+${mark}@Post.example`;

/** Several processes store what they accept in any order. */
const [writer = client] = clientsOfNodes(target, target.tenant);
const send = (distinct_id: string, event: object = {}) =>
  writer.expectStatus("capture", 200, {
    json: { api_key: target.tenant.projectApiKey, event: "seen", distinct_id, ...event },
  });
const list = (query: Record<string, string | number>) => client.expectStatus("persons_list", 200, { query });
const retrieve = (id: string) => client.expectStatus("persons_retrieve", 200, { path: { id } });
const named = async (query: Record<string, string | number>) => (await list(query)).results.map(({ name }) => name);

describe("persons", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    await send(ada, { timestamp: "2026-01-02T03:04:05.678Z" });
    await send(adaOnTablet, { timestamp: "2026-01-02T03:04:06Z", $set: { tablet: true } });
    await send(bob, { $set: { email, name: "Bob", large: "x".repeat(11_000) } });
    await send(slashes, { $set: { username: "Slashes" } });
    const properties = { $anon_distinct_id: adaOnTablet };
    await send(ada, { event: "$identify", properties, $set: { email, "a.b": [1] } });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all persons are stored and merged", async () => {
        const { body } = await node.request("persons_list", { query: { email } });
        const page = body as { readonly results: readonly { readonly distinct_ids: readonly string[] }[] };
        if (page.results.length !== 2 || page.results.every(({ distinct_ids }) => distinct_ids.length < 2)) return;
        return (await node.request("persons_retrieve", { path: { id: slashes } })).status === 200;
      });
    }
  });

  test("are retrieved by a distinct id and by UUID, in any case", async () => {
    const person = await retrieve(ada);
    const { id, uuid, distinct_ids, ...rest } = person;
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(distinct_ids.toSorted(), [ada, adaOnTablet].toSorted());
    const properties = { email, "a.b": [1], tablet: true };
    assert.deepEqual(rest, { name: email, properties, created_at: "2026-01-02T03:04:05.678Z" });
    for (const id of [uuid, uuid.toUpperCase(), adaOnTablet]) assert.deepEqual(await retrieve(id), person);
  });

  test("are retrieved by any distinct id, percent-encoded", async () => {
    assert.equal((await retrieve(slashes)).name, "Slashes");
    assert.deepEqual((await retrieve(bob)).distinct_ids, [bob]);
  });

  test("are found by email and distinct id", async () => {
    for (const text of [email, email.toLowerCase(), email.toUpperCase()]) {
      assert.deepEqual(await named({ email: text }), [bob, email]);
    }
    for (const text of [email.slice(1), `${email} `, mark, "%", "*"])
      assert.deepEqual(await named({ email: text }), []);
    for (const distinct_id of [ada, adaOnTablet]) {
      assert.deepEqual((await list({ distinct_id })).results, [await retrieve(ada)]);
    }
    for (const distinct_id of [ada.toUpperCase(), mark, (await retrieve(ada)).uuid]) {
      assert.deepEqual(await named({ distinct_id }), []);
    }
    assert.deepEqual(await named({ distinct_id: bob, email }), [bob]);
    assert.deepEqual(await named({ distinct_id: slashes, email }), []);
  });

  test("are found by part of a distinct id, an address or a name, and by properties", async () => {
    const has = (...conditions: object[]) => JSON.stringify(conditions);
    const hasPlan = { key: "a.b", operator: "is_set" };
    const isBob = { key: "name", operator: "icontains", value: ["BO", "al"], type: "person" };
    for (const node of clientsOfNodes(target, target.tenant)) {
      const found = async (query: Record<string, string | number>) => {
        const { count, results } = await node.expectStatus("persons_list", 200, { query });
        assert.equal(count, results.length);
        return results.map(({ name }) => name);
      };
      await eventually("questions know all persons", async () => (await found({ search: mark })).length === 3);
      assert.deepEqual((await found({ search: mark.toUpperCase() })).toSorted(), [email, "Slashes", bob].toSorted());
      for (const search of [`LIND+${mark}@post`, email]) assert.deepEqual(await found({ search }), [bob, email]);
      for (const search of [`TABLET ${mark}`, adaOnTablet]) assert.deepEqual(await found({ search }), [email]);
      assert.deepEqual(await found({ search: bob.slice(3) }), [bob]);
      for (const search of [`${mark}%`, `_${mark}`, "pro".repeat(20)]) assert.deepEqual(await found({ search }), []);
      assert.deepEqual(await found({ search: mark, properties: has(isBob) }), [bob]);
      assert.deepEqual(await found({ search: mark, properties: has(hasPlan) }), [email]);
      assert.deepEqual(await found({ search: mark, properties: has(isBob, hasPlan) }), []);
      assert.deepEqual(await found({ search: mark, email: email.toUpperCase(), distinct_id: bob }), [bob]);
      assert.deepEqual(await found({ search: "bo", properties: has({ key: "email", value: email }) }), [bob]);
    }
    const query = { search: mark, limit: 1, properties: has({ key: "email", value: email }) };
    const first = (await list(query)) as ListPage<{ uuid: string }>;
    const [newest, older] = [await retrieve(bob), await retrieve(ada)];
    assert.deepEqual([first.count, first.results], [2, [{ ...newest, name: bob, properties: null }]]);
    const all = await fetchAllPages(first, target.tenant.personalApiKey);
    assert.deepEqual(
      all.map(({ uuid }) => uuid),
      [newest.uuid, older.uuid],
    );
  });

  test("are listed newest first, on pages, without large properties", async () => {
    const first = (await list({ email, limit: 1 })) as ListPage<{ uuid: string; properties: object | null }>;
    assert.equal(first.count, 2);
    const all = await fetchAllPages(first, target.tenant.personalApiKey);
    const expected = [await retrieve(bob), await retrieve(ada)];
    assert.deepEqual(all, [{ ...expected[0], name: bob, properties: null }, expected[1]]);
    const { count, results } = await list({ limit: 1000 });
    assert.ok(count >= 3);
    const times = results.map(({ created_at }) => Date.parse(created_at));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.deepEqual((await list({ offset: count + 1000 })).results, []);
  });

  test("that do not exist are answered with 404", async () => {
    for (const id of [randomUUID(), mark, `${ada} `, "0", "_", "x".repeat(300)]) {
      await client.expectError("persons_retrieve", [404, "not_found", null], { path: { id } });
    }
  });

  test("are exported with everything as an archive", async () => {
    const { uuid } = await retrieve(ada);
    const message = client.message("persons_export", { path: { id: adaOnTablet } });
    const { status, headers, bytes } = (await client.sendRaw(message)).raw;
    assert.deepEqual([status, headers["content-type"]], [200, "application/zip"]);
    assert.equal(headers["content-disposition"], `attachment; filename="person-${uuid}.zip"`);
    const text = bytes.toString("latin1");
    assert.match(text, /^PK/);
    for (const file of ["README.txt", "person.json", "events.jsonl", "recordings.jsonl", "dead_letters.jsonl"])
      assert.ok(text.includes(file), file);
    await client.expectError("persons_export", [404, "not_found", null], { path: { id: mark } });
  });

  test("can be read with a read-only key", needs("tenants"), async () => {
    const { readOnlyKey: key } = target;
    assert.ok(key);
    assert.equal((await client.expectStatus("persons_list", 200, { key, query: { email } })).count, 2);
    assert.equal((await client.expectStatus("persons_retrieve", 200, { key, path: { id: ada } })).name, email);
  });
});

describe("persons: invalid filters", () => {
  for (const [title, attr, value, code] of [
    ["a distinct id of 201 characters", "distinct_id", "x".repeat(201), "max_length"],
    ["an email of 321 characters", "email", "x".repeat(321), "max_length"],
    ["a search of 401 characters", "search", "x".repeat(401), "max_length"],
    ["a limit of 1001", "limit", "1001", "invalid_input"],
    ["a negative offset", "offset", "-1", "invalid_input"],
  ] as const) {
    test(`${title} is refused`, async () => {
      await client.expectError("persons_list", [400, code, attr], { query: { [attr]: value } });
    });
  }
  for (const [title, condition, field] of [
    ["a condition of an event", { key: "plan", value: "pro", type: "event" }, "type"],
    ["an unknown operator", { key: "plan", value: "pro", operator: "like" }, "operator"],
    ["a condition without a value", { key: "plan", value: [] }, "value"],
    ["a condition without a key", { value: "pro" }, "key"],
  ] as const) {
    test(`${title} is refused`, needs("state"), async () => {
      const query = { properties: JSON.stringify([condition]) };
      await client.expectError("persons_list", [400, "invalid_input", `properties__0__${field}`], { query });
    });
  }
  test("conditions that are no list are refused", needs("state"), async () => {
    await client.expectError("persons_list", [400, "invalid_input", "properties"], { query: { properties: "{}" } });
  });
  test("an empty email or distinct id is refused", needs("state"), async () => {
    for (const attr of ["email", "distinct_id"]) {
      await client.expectError("persons_list", [400, undefined, attr], { query: { [attr]: "" } });
    }
  });
});
