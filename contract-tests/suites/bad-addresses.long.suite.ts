import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { type OperationId, operationById, operations } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: api_key } = target.tenant;
const lists = ["session_recordings_list", "invites_list"] as const;

after(() => assertStillServing(client, api_key));

describe("invalid pages", needs("state"), () => {
  for (const id of lists) {
    for (const limit of ["0", "-1", "1001", "1.5", "abc", "999999999999999999999999", "0x10", "[]", "true", "null"]) {
      test(`${id}: limit ${limit}`, () =>
        client.expectError(id, [400, "invalid_input", "limit"], { query: { limit } }).then(() => undefined));
    }
    for (const offset of ["-1", "0.5", "abc", "9007199254740992", "1e400", "NaN", "null"]) {
      test(`${id}: offset ${offset}`, () =>
        client.expectError(id, [400, "invalid_input", "offset"], { query: { offset } }).then(() => undefined));
    }
    test(`${id}: the smallest and the largest values`, async () => {
      await client.expectStatus(id, 200, { query: { limit: 1, offset: 0 } });
      const { results } = await client.expectStatus(id, 200, { query: { limit: 1000, offset: 9007199254740991 } });
      assert.deepEqual(results, []);
    });
  }
});

/** Other suites need the project. */
const sparing = (id: OperationId) => id.endsWith("projects_destroy") && { path: { project_id: "999999999" } };

describe("unusual queries", needs("wire"), () => {
  const queries = [
    "?",
    "?&&&",
    "?=",
    "?limit=1&limit=2",
    "?v=1&v=3",
    "?limit[]=1",
    "?limit[a]=1",
    "?__proto__=1&constructor=2&toString=3",
    "?__proto__[limit]=1",
    "?limit=%zz",
    "?v=%",
    "?%zz=1",
    "?%ff=%ff",
    "?source=%00",
    "?source=in_memory&source=object_storage",
    "?key=1&key=2",
    "?session_ids=%00",
    "?session_ids=",
    "?session_ids=[",
    `?session_ids=${"a,".repeat(3000)}`,
    `?project_id=${"9".repeat(201)}`,
    `?unknown=${"x".repeat(6000)}`,
    `?${"a=1&".repeat(1500)}`,
  ];
  for (const { id, hasRequestBody } of operations.values()) {
    test(`${id}: is answered as documented`, async () => {
      const json = { api_key, event: "odd", distinct_id: "x", batch: [], target_email: "nobody" };
      for (const query of queries) {
        const { status } = await direct.request(id, { query, ...sparing(id), ...(hasRequestBody && { json }) });
        assert.ok(status < 500, `${query.slice(0, 50)} is answered with ${status}`);
      }
    });
  }

  test("undocumented query parameters are ignored", async () => {
    const query = "?_=1773308463250&ver=1.100.0&ip=1&a.b=c&compression=";
    const json = { api_key, event: "odd", distinct_id: "x" };
    await direct.expectStatus("capture", 200, { query, json });
    await direct.expectStatus("decide", 200, { query, json });
    await direct.expectStatus("invites_list", 200, { query });
    await direct.expectStatus("health", 200, { query });
  });
});

describe("unusual headers", needs("wire"), () => {
  test("are ignored or refused", async () => {
    const headerSets: Record<string, string>[] = [
      { "x-forwarded-for": "not, an, address", "x-forwarded-proto": "gopher", "x-forwarded-host": "evil.example" },
      { accept: "image/png" },
      { accept: ";;;" },
      { "accept-encoding": "zebra, *;q=0" },
      { "content-type": "application/json; charset=utf-8; charset=x" },
      { "x-request-id": "x".repeat(4000) },
      { authorization: `Bearer ${"x".repeat(6000)}` },
      { expect: "100-continue" },
      { "if-none-match": "*", range: "bytes=0-1" },
      { cookie: "a".repeat(4000) },
    ];
    for (const { id } of operations.values()) {
      for (const headers of headerSets) {
        const { hasRequestBody } = operationById(id);
        const json = { api_key, event: "odd", distinct_id: "x", batch: [], target_email: "nobody" };
        const { status } = await direct.request(id, { headers, ...sparing(id), ...(hasRequestBody && { json }) });
        assert.ok(status < 500, `${id} answers with ${status} to ${JSON.stringify(headers).slice(0, 80)}`);
      }
    }
  });

  test("a forwarded host is ignored unless it is trusted", async () => {
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const page = (await direct.request("invites_list", { query: { offset: 1 }, headers })).body as { previous: string };
    assert.equal(new URL(page.previous).origin, new URL(target.direct).origin);
  });
});
