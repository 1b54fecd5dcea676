import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { clientOperations, privateOperations } from "../contract/contract-document.ts";

const client = new Client(target.proxy ? { base: target.direct, direct: target.direct } : target);
const origin = "https://shop.fjordbikes.example";
const body = { distinct_id: "x", event: "x", batch: [], context: { targetingKey: "x" } };

/** Sends the preflight request of a browser. */
async function preflight(path: string, method: string) {
  const headers = {
    origin,
    "access-control-request-method": method,
    "access-control-request-headers": "authorization,content-type",
  };
  return exchange(target.direct, { method: "OPTIONS", path, headers });
}

describe("browsers of other origins", needs("wire"), () => {
  test("there are public operations", () => assert.ok(clientOperations.length >= 8));

  for (const { id, path } of clientOperations) {
    for (const form of [path, path.replace(/\/$/, "")]) {
      test(`${form}: a preflight is answered`, async () => {
        const { status, headers } = await preflight(form, "POST");
        assert.ok(status === 200 || status === 204, String(status));
        assert.equal(headers["access-control-allow-origin"], origin);
        assert.match(String(headers["access-control-allow-methods"]), /\bPOST\b/);
        for (const name of ["authorization", "content-type"]) {
          assert.ok(String(headers["access-control-allow-headers"]).toLowerCase().includes(name), name);
        }
        assert.ok(headers["x-request-id"]);
      });
    }

    test(`${id}: the origin is mirrored, on success and on errors`, async () => {
      const json = { ...body, api_key: target.tenant.projectApiKey };
      const answered = id === "ofrep_evaluate_flag" ? 404 : 200; // there is no such flag
      const optionsByStatus = {
        [answered]: { json },
        400: { text: "{" },
        401: { json: { ...json, api_key: "phc_unknown" } },
      };
      for (const [status, options] of Object.entries(optionsByStatus)) {
        for (const pageOrigin of [origin, "null", "http://localhost:3000"]) {
          const headers = { origin: pageOrigin, ...(status === "400" && { "content-type": "application/json" }) };
          const response = await client.request(id, { ...options, headers });
          assert.equal(response.status, Number(status));
          assert.equal(response.headers["access-control-allow-origin"], pageOrigin);
          assert.match(String(response.headers.vary), /origin/i);
          const exposed = String(response.headers["access-control-expose-headers"]).toLowerCase().split(/, */);
          for (const name of ["x-request-id", "retry-after", "etag"]) assert.ok(exposed.includes(name), name);
        }
      }
    });

    test(`${id}: without an origin nothing is mirrored`, async () => {
      const json = { ...body, api_key: target.tenant.projectApiKey };
      const { headers } = await client.request(id, { json });
      assert.ok([undefined, "*"].includes(headers["access-control-allow-origin"]));
    });
  }

  for (const { id, method } of privateOperations) {
    test(`${id}: pages of other origins are refused`, async () => {
      const { path } = client.message(id);
      const refused = await preflight(path, method);
      assert.equal(refused.headers["access-control-allow-origin"], undefined);
      const response = await client.request(id, { key: null, headers: { origin } });
      assert.equal(response.headers["access-control-allow-origin"], undefined);
    });
  }
});
