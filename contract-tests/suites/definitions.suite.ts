import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const mark = randomUUID();
const [seen, bought] = [`Seen ${mark}`, `bought ${mark}`];
const now = Date.now();
const at = (daysAgo: number) => new Date(now - daysAgo * 24 * 3600 * 1000).toISOString();

const listEvents = (query: Record<string, string | number>) =>
  client.expectStatus("event_definitions_list", 200, { query });

describe("names of events and properties", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    const key = (name: string) => `${name} ${mark}`;
    const properties = {
      [key("text")]: "half of an emoji \ud83d",
      [key("flag")]: true,
      [key("a/b~c")]: 1.5,
      [key("day")]: "2026-03-01",
    };
    const batch = [
      { event: seen, timestamp: at(40), properties: { [key("old")]: 1 } },
      { event: seen, timestamp: at(3), properties: { [key("text")]: 5, [key("list")]: [1], [key("none")]: null } },
      { event: seen, timestamp: at(2), properties },
      { event: bought, timestamp: at(1), properties: { [key("day")]: "2026-03-01T10:00:00Z" } },
    ].map((event) => ({ ...event, distinct_id: mark }));
    await client.expectStatus("batch", 200, { json: { api_key: target.tenant.projectApiKey, batch } });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all names are listed", async () => {
        const { body } = await node.request("event_definitions_list", { query: { search: mark } });
        const { results = [] } = body as { results?: readonly { readonly volume_30_day: number }[] };
        return results.length === 2 && results[0]?.volume_30_day === 2;
      });
    }
  });

  test("of events have their times and volumes", async () => {
    const { count, results } = await listEvents({ search: mark.toUpperCase() });
    assert.equal(count, 2);
    assert.deepEqual(results, [
      { name: seen, first_seen_at: at(40), last_seen_at: at(2), volume_30_day: 2 },
      { name: bought, first_seen_at: at(1), last_seen_at: at(1), volume_30_day: 1 },
    ]);
    const page = await listEvents({ search: mark, limit: 1, offset: 1 });
    assert.deepEqual([page.count, page.next, page.results], [2, null, results.slice(1)]);
    assert.deepEqual((await listEvents({ search: mark, offset: 1e9 })).results, []);
  });

  test("of properties have the type of the newest value", async () => {
    const query = { search: mark };
    const { results } = await client.expectStatus("property_definitions_list", 200, { query });
    const found = results.map(({ name, property_type, volume_30_day, examples }) => [
      name.slice(0, -mark.length - 1),
      property_type,
      volume_30_day,
      examples,
    ]);
    assert.deepEqual(found, [
      ["day", "DateTime", 2, ["2026-03-01", "2026-03-01T10:00:00Z"]],
      ["text", "String", 2, ["5", "half of an emoji \ufffd"]],
      ["a/b~c", "Numeric", 1, ["1.5"]],
      ["flag", "Boolean", 1, ["true"]],
      ["list", null, 1, ["[1]"]],
      ["none", null, 1, []],
    ]);
    assert.deepEqual([results[1]?.first_seen_at, results[1]?.last_seen_at], [at(3), at(2)]);
  });

  test("of persons' properties count persons", async () => {
    const persons = ["ada", "bo"].map((name) => ({
      event: "$set",
      distinct_id: `${name} ${mark}`,
      properties: { $set: { [`plan ${mark}`]: "pro", ...(name === "bo" && { [`seats ${mark}`]: 3 }) } },
    }));
    await client.expectStatus("batch", 200, { json: { api_key: target.tenant.projectApiKey, batch: persons } });
    const query = { search: mark, type: "person" as const };
    const results = await eventually("both persons are read", async () => {
      const { results } = await client.expectStatus("property_definitions_list", 200, { query });
      return results[0]?.volume_30_day === 2 && results;
    });
    assert.deepEqual(
      results.map(({ name, property_type, volume_30_day }) => [name, property_type, volume_30_day]),
      [
        [`plan ${mark}`, "String", 2],
        [`seats ${mark}`, "Numeric", 1],
      ],
    );
    await client.expectError("property_definitions_list", [400, undefined, "type"], {
      query: { type: "cohort" as "person" },
    });
  });

  test("are refused with a page out of bounds", async () => {
    for (const id of ["event_definitions_list", "property_definitions_list"] as const) {
      for (const query of [{ limit: 0 }, { limit: 1001 }]) {
        await client.expectError(id, [400, "invalid_input", "limit"], { query });
      }
      await client.expectError(id, [400, "invalid_input", "offset"], { query: { offset: -1 } });
      await client.expectError(id, [400, "max_length", "search"], { query: { search: "x".repeat(401) } });
    }
  });
});
