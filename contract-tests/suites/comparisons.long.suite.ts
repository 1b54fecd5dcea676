import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";

const client = directClient();
const anyNode = new Client();
const { projectApiKey: token } = target.tenant;
const mark = randomUUID();
const [account, neighbor] = ["175928847299117063", "175928847299117064"];

/** The property `x` of events, as JSON; `ok` is true except where another sender sends a text. */
const VALUES = [account, neighbor, "1", "1.0", '"Oslo"', '"NaN"', "1e400", "1772704800", '""', "null"];

const ask = async (query: object) => {
  const { results } = await client.expectStatus("query_create", 200, { json: { query, refresh: true } });
  return results as readonly (readonly unknown[])[];
};
const sql = (query: string) =>
  ask({ kind: "HogQLQuery", query: query.replace("$events", `events WHERE event = '${mark}'`) });
const series = (more: object = {}) => [{ kind: "EventsNode", event: mark, ...more }];

before(async () => {
  if (needs("state").skip !== false) return;
  for (const [index, value] of VALUES.entries()) {
    const head = JSON.stringify({ api_key: token, event: mark, distinct_id: `${mark} ${index}` }).slice(0, -1);
    const ok = index === 4 ? '"n/a"' : "true";
    await client.expectStatus("capture", 200, {
      text: `${head},"properties":{"x":${value},"ok":${ok},"code":${value}}}`,
    });
  }
  await eventuallyOnEveryNode("all events are stored", async () => {
    const { results } = await client.expectStatus("events_list", 200, { query: { event: mark } });
    return results.length === VALUES.length;
  });
});

describe("comparisons", needs("state"), () => {
  const shown = (condition: string) => `SELECT properties.x FROM $events AND ${condition} ORDER BY distinct_id`;

  test("values that do not convert match nothing, and fail no question", async () => {
    assert.equal((await sql("SELECT 1 FROM $events AND properties.ok = true")).length, VALUES.length - 1);
    assert.equal((await sql("SELECT 1 FROM $events AND properties.ok")).length, VALUES.length - 1);
    assert.deepEqual(await sql(shown("properties.code IN (1, 201)")), [["1"], ["1"]]);
    assert.deepEqual(await sql("SELECT properties.x::INT FROM $events AND properties.x = 'Oslo'"), [[null]]);
    assert.deepEqual(await sql("SELECT count() FROM (SELECT properties.x AS x FROM $events) WHERE x > 100"), [[3]]);
  });

  test("texts are compared as texts, of persons too", async () => {
    for (const like of ["LIKE 'Os%'", "ILIKE 'os%'", "GLOB 'Os*'", "^@ 'Os'", "SIMILAR TO 'O.*'"]) {
      assert.deepEqual(await sql(shown(`properties.x ${like}`)), [["Oslo"]], like);
    }
    assert.deepEqual(await sql(shown("person.properties.x LIKE 'Os%'")), []);
    const joined = "FROM events AS e JOIN events AS o ON e.uuid = o.uuid";
    assert.deepEqual(await sql(`SELECT count() ${joined} WHERE e.event = '${mark}' AND o.properties.x LIKE 'Os%'`), [
      [1],
    ]);
  });

  test("what is no number is in no sum, and a division by zero is null", async () => {
    const math = async (figure: string) => {
      const trendsFilter = { display: "BoldNumber" };
      const query = { kind: "TrendsQuery", series: series({ math: figure, math_property: "x" }), trendsFilter };
      return (await ask(query)) as unknown as readonly { readonly aggregated_value: number }[];
    };
    assert.equal((await math("min"))[0]?.aggregated_value, 1);
    assert.equal((await math("median"))[0]?.aggregated_value, 1772704800);
    assert.deepEqual(await sql("SELECT 1 / 0, 0 / 0, [-1.5 / 0] FROM $events LIMIT 1"), [[null, null, [null]]]);
  });

  test("1 and 1.0 are one value, and long numbers are exact", async () => {
    const breakdown = { kind: "TrendsQuery", series: series(), breakdownFilter: { breakdown: "x" } };
    const divided = (await ask(breakdown)) as unknown as readonly { breakdown_value: string; count: number }[];
    const counts = new Map(divided.map(({ breakdown_value, count }) => [breakdown_value, count]));
    assert.deepEqual([counts.get("1"), counts.get(String(account)), counts.get(String(neighbor))], [2, 1, 1]);
    assert.deepEqual(await sql(shown(`properties.x = ${account}`)), [[account]]);
    const condition = `{"key":"x","operator":"gt","value":${account}}`;
    const query = `{"kind":"EventsQuery","select":["properties.x"],"properties":[${condition}]}`;
    const { results } = await client.expectStatus("query_create", 200, { text: `{"query":${query}}` });
    assert.deepEqual(results, [[neighbor]]);
  });

  test("conditions without a usable value are refused by name, and not saved", async () => {
    const at = "query__series__0__properties__0__value";
    for (const [operator, value] of [
      ["exact", []],
      ["icontains", null],
      ["gt", ""],
      ["lt", true],
      ["gte", [1, 2]],
      ["regex", "("],
      ["is_date_after", "soon"],
      ["is_date_exact", "2026-02-30"],
    ] as const) {
      const properties = [{ key: "x", operator, value }];
      for (const kind of ["TrendsQuery", "LifecycleQuery", "StickinessQuery"]) {
        const json = { query: { kind, series: series({ properties }) } };
        await client.expectError("query_create", [400, "invalid_input", at], { json });
        await client.expectError("insights_create", [400, "invalid_input", at], { json });
      }
      const ofList = { query: { properties: JSON.stringify(properties) } };
      await client.expectError("events_list", [400, "invalid_input", "properties__0__value"], ofList);
    }
    const json = { query: { kind: "TrendsQuery", series: series({ math: "avg" }) } };
    await client.expectError("query_create", [400, "required", "query__series__0__math_property"], { json });
    await client.expectError("insights_create", [400, "required", "query__series__0__math_property"], { json });
  });

  test("a flag for one account is off for its neighbor", async () => {
    const key = `account-${mark}`;
    const flag = (value: string, payload = "1") => {
      const condition = `{"key":"account","type":"person","value":${value}}`;
      return `{"key":"${key}","filters":{"groups":[{"properties":[${condition}]}],"payloads":{"true":${payload}}}}`;
    };
    const refused = "filters__payloads__true__id";
    await client.expectError("feature_flags_create", [400, "invalid_input", refused], {
      text: flag("1", `{"id":${account}}`),
    });
    const { filters } = await client.expectStatus("feature_flags_create", 201, { text: flag(`[${account}]`) });
    assert.match(JSON.stringify(filters), new RegExp(`"value":\\["${account}"\\]`));
    const isOn = async (by: Client, value: string) => {
      const text = `{"token":"${token}","distinct_id":"a","person_properties":{"account":${value}}}`;
      return (await by.expectStatus("flags", 200, { text })).flags[key]?.enabled;
    };
    await eventuallyOnEveryNode("the flag is on", async (node) => isOn(node, String(account)));
    assert.deepEqual(
      [
        await isOn(anyNode, String(neighbor)),
        await isOn(anyNode, `"${account}"`),
        await isOn(anyNode, `"${neighbor}"`),
      ],
      [false, true, false],
    );
  });
});
