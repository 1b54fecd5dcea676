import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { describe, test } from "node:test";
import type { Client } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import type { CheckedResponse } from "../contract/check-response.ts";
import { operations } from "../contract/contract-document.ts";
import { ownServer, sharedServer } from "../support/own-server.ts";
import { readMetrics } from "../support/service-metrics.ts";

const ORIGIN = "https://shop.example";
const MAX_ATTEMPTS = 20;

/** The headers of another client each time. */
function newAddress(): Record<string, string> {
  return { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`, origin: ORIGIN };
}

/** Calls until the response is 429, which it must become. */
async function untilRefused(call: () => Promise<CheckedResponse>): Promise<CheckedResponse> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const response = await call();
    if (response.status !== 429) continue;
    assert.equal((response.body as { code: string }).code, "throttled");
    assert.ok(Number(response.headers["retry-after"]) >= 1);
    return response;
  }
  throw new Error(`None of ${MAX_ATTEMPTS} requests was refused.`);
}

async function countRefused(client: Client, limit: string): Promise<number> {
  return (await readMetrics(client))("sightline_requests_rate_limited_total", { limit });
}

const byAddress = sharedServer("addresses", "limited");

describe("rate limit of an address", needs("settings"), () => {
  for (const { id, isPrivate, hasCors, hasRequestBody, responses } of operations.values()) {
    if (isPrivate || !responses.has(429)) continue;
    test(`applies to ${id}, before the body and the key are looked at`, async () => {
      const { direct } = byAddress();
      const options = { headers: newAddress(), ...(hasRequestBody && { text: "{" }) };
      const { headers } = await untilRefused(() => direct.request(id, options));
      assert.equal(headers["access-control-allow-origin"], hasCors ? ORIGIN : undefined);
    });
  }

  test("applies to the private interface, but not to what operates the service", async () => {
    const { direct } = byAddress();
    const headers = newAddress();
    await untilRefused(() => direct.request("invites_list", { key: "phx_guess", headers }));
    for (const id of ["health", "ready", "metrics"] as const) await direct.expectStatus(id, 200, { headers });
  });

  test("does not affect other addresses, and is counted", async () => {
    const { direct, tenant } = byAddress();
    const headers = newAddress();
    const json = { api_key: tenant.projectApiKey, distinct_id: "x" };
    const before = await countRefused(direct, "address_requests");
    await untilRefused(() => direct.request("decide", { json, headers }));
    await direct.expectStatus("decide", 200, { json, headers: newAddress() });
    assert.ok((await countRefused(direct, "address_requests")) > before);
  });
});

const byKey = ownServer(
  () => ({
    TRUST_PROXY: "true",
    RATE_LIMIT_KEY_EVENTS_PER_SECOND: "20",
    RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND: "1",
    RATE_LIMIT_BURST_SECONDS: "1",
  }),
  undefined,
  { oneNode: true },
);

describe("rate limits of events", needs("settings"), () => {
  const event = { event: "e", distinct_id: "x" };
  const manyEvents = Array.from({ length: 5000 }, () => event);

  test("events of an address: a large batch is taken once, and the events after it are refused", async () => {
    const { direct, tenant } = byKey();
    const { personalApiKey: api_key, projectId: project_id } = tenant;
    const headers = newAddress();
    const batch = Array.from({ length: 15 }, () => event);
    await untilRefused(() => direct.request("batch", { json: { api_key, project_id, batch }, headers }));
    await direct.expectError("capture", [429, "throttled", null], { text: "{", headers }); // before the body is read
    await direct.expectStatus("decide", 200, { json: { api_key, project_id, distinct_id: "x" }, headers });
    assert.ok((await countRefused(direct, "address_events")) > 1);
  });

  test("events of a key: those of other keys go on, and so do decisions", async () => {
    const { direct, tenant } = byKey();
    const { projectApiKey: api_key, personalApiKey, projectId: project_id } = tenant;
    await direct.expectStatus("batch", 200, { json: { api_key, batch: manyEvents }, headers: newAddress() });
    const { headers } = await untilRefused(() =>
      direct.request("capture", { json: { api_key, ...event }, headers: newAddress() }),
    );
    assert.ok(Number(headers["retry-after"]) > 60, "the batch takes four minutes to earn");
    await direct.expectStatus("decide", 200, { json: { api_key, distinct_id: "x" } });
    const json = { api_key: personalApiKey, project_id, ...event };
    await direct.expectStatus("capture", 200, { json, headers: newAddress() });
    assert.ok((await countRefused(direct, "key_events")) > 0);
  });
});

/** However slow the machine is, it sends 60 requests before 45 are earned. */
const byRequests = ownServer(
  () => ({ TRUST_PROXY: "true", RATE_LIMIT_KEY_REQUESTS_PER_SECOND: "1", RATE_LIMIT_BURST_SECONDS: "15" }),
  undefined,
  { oneNode: true },
);

describe("rate limit of a key", needs("settings"), () => {
  test("requests of a key: those of another key go on", async () => {
    const { direct, tenant } = byRequests();
    const { projectApiKey, personalApiKey, projectId: project_id } = tenant;
    const request = async (json: object) =>
      (await direct.request("decide", { json: { ...json, distinct_id: "x" }, headers: newAddress() })).status;
    const many = Array.from({ length: 60 }, () => request({ api_key: projectApiKey }));
    const few = Array.from({ length: 10 }, () => request({ api_key: personalApiKey, project_id }));
    assert.deepEqual([...new Set(await Promise.all(many))].sort(), [200, 429]);
    assert.deepEqual([...new Set(await Promise.all(few))], [200]);
    assert.ok((await countRefused(direct, "key_requests")) > 0);
  });
});
