import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type Body, clientsOfNodes, directClient } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { checkResponse } from "../contract/check-response.ts";
import { eventually } from "../support/poll.ts";

type Page = Body<"events_list", 200>;
type Query = Record<string, string | number>;

const client = directClient();
const mark = randomUUID();
const [ada, adaOnTablet, bob] = [`ada ${mark}`, `tablet ${mark}`, `bob ${mark}`];
const [opened, bought] = [`opened ${mark}`, `bought ${mark}`];
const uuids: readonly string[] = Array.from({ length: 7 }, () => randomUUID());
const EXACT = '{"large":12345678901234567890,"__proto__":{"a":1},"price":12.50,"list":[1,"2"],"none":null}';

/** What is sent, oldest first. */
const EVENTS: readonly (readonly [event: string, distinctId: string, properties: string])[] = [
  [opened, adaOnTablet, '{"$browser":"Firefox","price":5}'],
  [opened, ada, '{"$browser":"Safari","price":"7.5","day":"2026-03-01"}'],
  [opened, bob, EXACT],
  [bought, bob, '{"$browser":"Chrome","price":20,"day":"2026-03-05T10:00:00Z"}'],
  [bought, ada, '{"flag":true,"text":"Blå Sykkel"}'],
  [opened, bob, "{}"],
];
const timeOf = (index: number) => `2026-03-1${index}T10:00:00.000Z`;

const list = (query: Query) => client.expectStatus("events_list", 200, { query });
const numbersOf = ({ results }: Page) => results.map(({ id }) => uuids.indexOf(id));
const where = async (conditions: readonly object[]) =>
  numbersOf(
    await list({ after: timeOf(0), before: timeOf(9), properties: JSON.stringify(conditions), limit: 1000 }),
  ).filter((number) => number >= 0);

function sendEvent(index: number, [event, distinctId, properties]: (typeof EVENTS)[number]) {
  const fields = { api_key: target.tenant.projectApiKey, event, uuid: uuids[index], timestamp: timeOf(index + 1) };
  const text = `${JSON.stringify({ ...fields, distinct_id: distinctId }).slice(0, -1)},"properties":${properties}}`;
  return client.expectStatus("capture", 200, { text });
}

/** Follows `next` to the end. */
async function allPages(first: Page, between = async () => {}): Promise<Page[]> {
  const pages = [first];
  for (let { next } = first; next !== null; next = pages.at(-1)?.next ?? null) {
    await between();
    const { pathname, search } = new URL(next);
    const headers = { authorization: `Bearer ${target.tenant.personalApiKey}` };
    const message = { method: "GET", path: `${pathname}${search}`, headers };
    pages.push(checkResponse(message, await exchange(target.direct, message)).body as Page);
  }
  return pages;
}

describe("events", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    for (const [index, event] of EVENTS.entries()) await sendEvent(index, event);
    const identify = { api_key: target.tenant.projectApiKey, event: "$identify", distinct_id: ada };
    await client.expectStatus("capture", 200, {
      json: { ...identify, properties: { $anon_distinct_id: adaOnTablet } },
    });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all events are stored, and the persons are merged", async () => {
        const { body } = await node.request("events_list", { query: { distinct_id: ada } });
        return (body as Page).results.find(
          ({ person, event }) => event === "$identify" && person?.distinct_ids.length === 2,
        );
      });
    }
  });

  test("are listed newest first, by name, distinct id, person and time", async () => {
    assert.deepEqual(numbersOf(await list({ event: opened })), [5, 2, 1, 0]);
    assert.deepEqual(numbersOf(await list({ event: bought, distinct_id: bob })), [3]);
    const [{ person } = {}] = (await list({ event: bought, distinct_id: ada })).results;
    assert.ok(person);
    assert.deepEqual(numbersOf(await list({ event: opened, person_id: person.uuid })), [1, 0]);
    assert.deepEqual(numbersOf(await list({ person_id: person.uuid.toUpperCase(), distinct_id: adaOnTablet })), [0]);
    assert.deepEqual(numbersOf(await list({ person_id: person.uuid, distinct_id: bob })), []);
    assert.deepEqual(numbersOf(await list({ person_id: randomUUID() })), []);
    assert.deepEqual(numbersOf(await list({ event: opened, after: timeOf(1), before: timeOf(3) })), [1]);
    assert.deepEqual(numbersOf(await list({ event: opened, after: "2026-03-03", before: "2026-03-16" })), [2, 1, 0]);
    assert.deepEqual(numbersOf(await list({ event: `${opened}%` })), []);
  });

  test("have their properties as they were sent, and their person", async () => {
    const { status, raw } = await client.sendRaw(client.message("events_retrieve", { path: { id: uuids[2] ?? "" } }));
    assert.equal(status, 200);
    assert.ok(raw.bytes.includes(EXACT), raw.bytes.toString());
    const event = await client.expectStatus("events_retrieve", 200, { path: { id: uuids[2]?.toUpperCase() ?? "" } });
    assert.deepEqual([event.event, event.distinct_id, event.timestamp], [opened, bob, timeOf(3)]);
    assert.ok(Math.abs(Date.parse(event.created_at) - Date.now()) < 600_000);
    assert.deepEqual(event.person?.distinct_ids, [bob]);
    assert.deepEqual((await list({ event: opened, distinct_id: bob, limit: 2 })).results[1], event);
  });

  test("match conditions on their properties", async () => {
    const is = (key: string, operator: string | undefined, value?: unknown) => where([{ key, operator, value }]);
    assert.deepEqual(await is("$browser", undefined, ["Firefox", "Chrome"]), [3, 0]);
    assert.deepEqual(await is("$browser", "is_not", "Firefox"), [5, 4, 3, 2, 1]);
    assert.deepEqual(await is("price", "gte", 7.5), [3, 2, 1]);
    assert.deepEqual(await is("price", "lt", "7.5"), [0]);
    assert.deepEqual(await is("text", "icontains", "BLÅ"), [4]);
    assert.deepEqual(await is("$browser", "regex", "^(Fire|Chr)"), [3, 0]);
    assert.deepEqual(await is("$browser", "is_set"), [3, 1, 0]);
    assert.deepEqual(await is("none", "is_set"), []);
    assert.deepEqual(await is("day", "is_date_after", "2026-03-02"), [3]);
    assert.deepEqual(await is("flag", "exact", true), [4]);
    assert.deepEqual(await is("large", "exact", ["12345678901234567890"]), [2]);
    assert.deepEqual(await is("constructor", "is_set"), []);
    assert.deepEqual(await is("__proto__", "is_set"), [2]);
    assert.deepEqual(
      await where([
        { key: "$browser", operator: "is_set" },
        { key: "price", operator: "gt", value: 5 },
      ]),
      [3, 1],
    );
  });

  test("are on pages that are stable while events arrive", async () => {
    const first = await list({ event: opened, limit: 1 });
    const later = [opened, ada, "{}"] as const;
    const between = async () => {
      await sendEvent(6, later);
      await eventually("a later event is stored", async () => {
        return (await client.request("events_retrieve", { path: { id: uuids[6] ?? "" } })).status === 200;
      });
    };
    assert.deepEqual((await allPages(first, between)).map(numbersOf), [[5], [2], [1], [0]]);
    assert.deepEqual(numbersOf(await list({ event: opened, limit: 2 })), [6, 5]);
    const conditions = JSON.stringify([{ key: "price", operator: "is_set" }]);
    const filtered = await list({ event: opened, limit: 2, properties: conditions });
    assert.deepEqual((await allPages(filtered)).flatMap(numbersOf), [2, 1, 0]);
  });

  test("are counted by tools, whose pages are as long as they want, and short at the end only", async () => {
    const many = `counted ${mark}`;
    const batch = Array.from({ length: 2500 }, (_, index) => ({
      ...{ event: many, distinct_id: ada, timestamp: new Date(1.7e12 + 1000 * index).toISOString() },
      properties: { index },
    }));
    await client.expectStatus("batch", 200, { json: { api_key: target.tenant.projectApiKey, batch } });
    const page = async (query: Query) => (await list({ event: many, ...query })).results;
    await eventually("all are stored", async () => (await page({ limit: 2500 })).length === 2500);
    const pages = [];
    for (const offset of [0, 1100, 2200]) pages.push(await page({ limit: 1100, offset }));
    assert.deepEqual(
      pages.map(({ length }) => length),
      [1100, 1100, 300],
    );
    const indexes = pages.flat().map(({ properties }) => properties.index);
    assert.deepEqual(indexes, batch.map(({ properties }) => properties.index).toReversed());
    assert.deepEqual(await page({ limit: 10, offset: 2500 }), []);
    const [found] = await page({ limit: 1, offset: 1, properties: '[{"key":"index","operator":"lt","value":1000}]' });
    assert.equal(found?.properties.index, 998);
    const { next } = await list({ event: many, limit: 3, offset: 5 });
    assert.match(next ?? "", /cursor=/);
    assert.doesNotMatch(next ?? "", /offset/);
  });

  test("that do not exist are answered with 404", async () => {
    for (const id of [randomUUID(), mark, `${uuids[0]} `, uuids[0]?.replaceAll("-", "") ?? "", "x".repeat(300)]) {
      await client.expectError("events_retrieve", [404, "not_found", null], { path: { id } });
    }
  });

  test("can be read with a read-only key", needs("tenants"), async () => {
    const { readOnlyKey: key } = target;
    assert.ok(key);
    assert.equal((await client.expectStatus("events_list", 200, { key, query: { event: bought } })).results.length, 2);
  });
});

describe("events: invalid queries", needs("state"), () => {
  const refuse = (attr: string, query: Query, code = "invalid_input") =>
    client.expectError("events_list", [400, code, attr], { query });

  test("a cursor that no page has", async () => {
    const forged = ["%", "1.", "1.g", "1e3.a", `1.${"a".repeat(33)}`, "99999999999999999.a", '{"timestamp":1,"id":1}'];
    for (const text of forged) await refuse("cursor", { cursor: Buffer.from(text).toString("base64url") });
    await refuse("cursor", { cursor: "x".repeat(101) }, "max_length");
    for (const place of ["0.0", `-1.${"f".repeat(32)}`]) {
      const { results, next } = await list({ cursor: Buffer.from(place).toString("base64url"), event: opened });
      assert.deepEqual([results, next], [[], null]);
    }
  });

  test("filters that are none", async () => {
    for (const limit of [0, 10_001]) await refuse("limit", { limit });
    for (const offset of [-1, 50_001]) await refuse("offset", { offset });
    await refuse("after", { after: "soon" });
    await refuse("before", { before: "2026-02-30T10:00:00Z" });
    await refuse("person_id", { person_id: bob });
    await refuse("distinct_id", { distinct_id: "" }, "blank");
    for (const properties of ["{", "{}", "null", JSON.stringify(Array.from({ length: 21 }, () => ({ key: "a" })))]) {
      await refuse("properties", { properties });
    }
    for (const [attr, condition] of Object.entries({
      properties__0: 5,
      properties__0__key: { operator: "is_set" },
      properties__0__sql: { key: "a", sql: "1" },
      properties__0__type: { key: "a", type: "cohort" },
      properties__0__operator: { key: "a", operator: "constructor" },
    })) {
      await refuse(attr, { properties: JSON.stringify([condition]) });
    }
    for (const [operator, value] of [
      ["gt", "much"],
      ["regex", "("],
      ["regex", "((a{500}){500}){500}"],
      ["is_date_after", "soon"],
      ["exact", { a: 1 }],
      ["exact", Array.from({ length: 1001 }, () => 1)],
    ]) {
      await refuse("properties__0__value", { properties: JSON.stringify([{ key: "a", operator, value }]) });
    }
  });
});
