import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const mark = randomUUID();
const [bought, looked] = [`bought ${mark}`, `looked ${mark}`];
const [ada, adaOnTablet, bob] = [`ada ${mark}`, `tablet ${mark}`, `bob ${mark}`];

const send = (event: string, distinct_id: string, fields: object = {}) =>
  client.expectStatus("capture", 200, {
    json: { api_key: target.tenant.projectApiKey, event, distinct_id, ...fields },
  });
const ask = (query: object, options: object = {}) =>
  client.expectStatus("query_create", 200, { json: { query, ...options } });
const select = async (query: string, values: object = {}) =>
  (await ask({ kind: "HogQLQuery", query, values: { bought, looked, ...values } })).results;
const refuse = (query: object, attr: string) =>
  client.expectError("query_create", [400, "invalid_input", attr], { json: { query } });
const count = "SELECT count() FROM events WHERE event = {looked} OR event = {bought}";

describe("questions", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    const at = (day: number, hour: number) => `2026-03-${day}T${hour}:00:00Z`;
    await send(looked, adaOnTablet, { timestamp: at(10, 10), properties: { price: 5, $browser: "Chrome" } });
    await send(looked, ada, { timestamp: at(10, 11), properties: { price: 7.5, $browser: "Safari" } });
    await send(looked, bob, { timestamp: at(11, 12), properties: { price: "none" }, $set: { plan: "free" } });
    await send(bought, bob, { timestamp: at(12, 13), properties: { price: 20 } });
    await send("$identify", ada, { properties: { $anon_distinct_id: adaOnTablet } });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all events are in answers, and the persons are merged", async () => {
        const persons = "SELECT count() AS n, uniq(person_id) AS p FROM events WHERE event IN ({looked}, {bought})";
        const query = { kind: "HogQLQuery", query: persons, values: { looked, bought } };
        const { body } = await node.request("query_create", { json: { query } });
        const { results } = body as { readonly results?: unknown };
        return JSON.stringify(results) === "[[4,2]]";
      });
    }
  });

  test("in SQL read properties of events and persons", async () => {
    assert.deepEqual(
      await select(
        "SELECT properties.price, properties.$browser FROM events WHERE event = {looked} ORDER BY timestamp",
      ),
      [
        ["5", "Chrome"],
        ["7.5", "Safari"],
        ["none", null],
      ],
    );
    assert.deepEqual(
      await select(
        "SELECT person.properties.plan, sum(properties.price) FROM events WHERE event = {bought} GROUP BY 1",
      ),
      [["free", 20]],
    );
    assert.deepEqual(await select("SELECT count() FROM events WHERE event = {looked} AND properties.price > 5"), [[1]]);
  });

  test("count merged distinct ids once", async () => {
    const { results, timezone } = await ask({
      kind: "TrendsQuery",
      series: [
        { kind: "EventsNode", event: looked, math: "dau" },
        { kind: "EventsNode", event: looked },
        { kind: "EventsNode", event: looked, math: "sum", math_property: "price" },
      ],
      dateRange: { date_from: "2026-03-10", date_to: "2026-03-11" },
    });
    const series = results as readonly { readonly data: readonly number[]; readonly days: readonly string[] }[];
    assert.deepEqual(
      series.map(({ data }) => data),
      [
        [1, 1],
        [2, 1],
        [12.5, 0],
      ],
    );
    assert.deepEqual(series[0]?.days, ["2026-03-10", "2026-03-11"]);
    // Another suite may change it.
    assert.equal(timezone, (await client.expectStatus("projects_retrieve", 200)).timezone);
  });

  test("are answered from memory until something changes", async () => {
    const query = { kind: "HogQLQuery", query: count, values: { looked, bought } };
    const isCached = async (options: object = {}) => (await ask(query, options)).is_cached;
    await eventually("an answer is repeated", async () => (await isCached()) && isCached());
    assert.equal(await isCached({ refresh: "force_blocking" }), false);
    await send(bought, bob);
    await eventually("the new event is counted", async () => JSON.stringify((await ask(query)).results) === "[[5]]");
  });

  test("that are not supported are refused with the field", async () => {
    const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: looked }] };
    await refuse({ kind: "NoQuery" }, "query__kind");
    await refuse({ ...trends, trendsFilter: { formula: "A/B" } }, "query__trendsFilter__formula");
    await refuse({ ...trends, dateRange: { date_from: "soon" } }, "query__dateRange__date_from");
    for (const query of [
      "DROP TABLE events",
      "SELECT 1; SELECT 2",
      "SELECT nothing(1)",
      "SELECT * FROM duckdb_settings()",
    ])
      await refuse({ kind: "HogQLQuery", query }, "query__query");
  });
});
