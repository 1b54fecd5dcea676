import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import {
  ANSWERED,
  CONDITION,
  EMPTY,
  EXPRESSIONS,
  FRAMED,
  NODE,
  REFUSED,
  STEP,
  sql,
  view,
  withNulls,
} from "../support/published-questions.ts";
import { sendVisits } from "../support/visits.ts";

const client = new Client();
/** One process, whose answers never become older. */
const [node = client] = clientsOfNodes();
/** Returns what three questions answer while no event arrives between them: other suites send some. */
function atOneTime<T extends { readonly results: unknown }, Last>(
  first: () => Promise<T>,
  second: () => Promise<T>,
  last: () => Promise<Last>,
): Promise<readonly [T, T, Last]> {
  return eventually("no event arrives between the questions", async () => {
    const answers = [await first(), await second(), await last()] as const;
    return isDeepStrictEqual((await first()).results, answers[0].results) && answers;
  });
}

describe("questions as PostHog publishes them", needs("state"), () => {
  before(sendVisits);

  for (const [name, query] of Object.entries(ANSWERED)) {
    test(`${name}: answered`, async () => {
      const { results } = await client.expectStatus("query_create", 200, { json: { query, name } });
      assert.ok(Array.isArray(results));
    });
  }

  for (const [name, [query, attr]] of Object.entries(REFUSED)) {
    test(`${name}: refused`, async () => {
      await client.expectError("query_create", [400, "invalid_input", attr], { json: { query } });
    });
  }

  for (const query of FRAMED) {
    const { source, ...frame } = query;
    test(`${frame.kind} around ${source.kind}: answered as that is, and saved as it is`, async () => {
      const ask = (asked: object) => node.expectStatus("query_create", 200, { json: { query: asked } });
      const saved = await client.expectStatus("insights_create", 201, { json: { query } as never });
      const path = { id: saved.short_id };
      const run = () => node.expectStatus("insights_retrieve", 200, { path, query: { refresh: "blocking" } });
      const [expected, answer, asked] = await atOneTime(
        () => ask(source),
        () => ask(query),
        run,
      );
      const { results, columns, types, hasMore } = expected;
      assert.deepEqual(
        [answer.results, answer.columns, answer.types, answer.hasMore],
        [results, columns, types, hasMore],
      );
      assert.deepEqual([saved.query, asked.query, asked.result?.results], [query, query, results]);
      await client.expectStatus("insights_destroy", 204, { path });
    });
  }

  for (const expression of EXPRESSIONS) {
    test(`the expression ${expression}: answered`, async () => {
      await client.expectStatus("query_create", 200, { json: { query: sql(`SELECT ${expression} FROM events`) } });
    });
  }

  const ofEachKind = Object.keys(EMPTY).map((kind) => {
    return Object.values(ANSWERED).find((query) => "kind" in query && query.kind === kind) ?? { kind };
  });
  for (const query of ofEachKind as readonly { kind: string; series?: object[]; source?: object }[]) {
    const { kind, series } = query;
    test(`${kind} with members that are null: answered as without them, and saved as it is`, async () => {
      const asked = {
        ...withNulls(EMPTY[kind] ?? [], query),
        ...(series && { series: series.map((node) => withNulls(kind === "TrendsQuery" ? NODE : STEP, node)) }),
      };
      const ask = (json: object) => client.expectStatus("query_create", 200, { json: { query: json } as never });
      const saved = await client.expectStatus("insights_create", 201, { json: { query: asked } as never });
      const path = { id: saved.short_id };
      const run = () => client.expectStatus("insights_retrieve", 200, { path, query: { refresh: "blocking" } });
      const [expected, answer, { query: kept, result }] = await atOneTime(
        () => ask(query),
        () => ask(asked),
        run,
      );
      assert.deepEqual([answer.results, kept, result?.results], [expected.results, asked, expected.results]);
      await client.expectStatus("insights_destroy", 204, { path });
    });
  }

  test("null is a value in SQL, and no condition", async () => {
    const query = { ...sql("SELECT {nothing} IS NULL AS empty"), values: { nothing: null } };
    const { results } = await client.expectStatus("query_create", 200, { json: { query } });
    assert.deepEqual(results, [[true]]);
    const conditions = [withNulls(CONDITION, { key: "$browser", value: null })];
    const trend = { kind: "TrendsQuery", series: [view], properties: conditions };
    const refused = [400, "invalid_input", "query__properties__0__value"] as const;
    await client.expectError("query_create", refused, { json: { query: trend } });
    await client.expectError("query_create", [400, "null", "query__series"], {
      json: { query: { ...trend, series: null } },
    });
  });

  test("every way to refresh is taken", async () => {
    const query = sql("SELECT count() FROM events");
    const ways = ["blocking", "async", "force_blocking", "force_async", "force_cache", "lazy_async"];
    for (const refresh of [...ways, "async_except_on_cache_miss"]) {
      await client.expectStatus("query_create", 200, { json: { query, refresh, client_query_id: "q" } });
    }
  });

  test("not equal to null means that it is set", async () => {
    const count = (condition: string) => `(SELECT count() FROM events WHERE properties.$browser ${condition})`;
    // Events that other tests have sent may be stored between two questions.
    const query = sql(`SELECT ${["!= null", "IS NOT NULL", "= null", "IS NULL"].map(count).join(", ")}`);
    const { results } = await client.expectStatus("query_create", 200, { json: { query } });
    const [[notNull, isNotNull, equalsNull, isNull] = []] = results as number[][];
    assert.ok(Number(isNotNull) > 0);
    assert.deepEqual([notNull, equalsNull], [isNotNull, isNull]);
  });
});
