import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exchangeStreaming } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";

const MEGABYTE = 1024 * 1024;
const LARGE_CHARACTERS = 600_000;

const own = ownServer(() => ({ BODY_LIMIT_BYTES: String(MEGABYTE), BODY_MEMORY_BYTES: String(MEGABYTE) }), undefined, {
  oneNode: true,
});

function largeBody(extraFields: object = {}) {
  return {
    api_key: own().tenant.projectApiKey,
    event: "x",
    distinct_id: "x",
    batch: [],
    fill: "x".repeat(LARGE_CHARACTERS),
    ...extraFields,
  };
}

describe("the memory limit for bodies", needs("settings"), () => {
  test("while a large body stalls, others wait until it is refused for them, and small ones are accepted", async () => {
    const { client, direct, tenant } = own();
    const text = JSON.stringify(largeBody());
    const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    const message = { method: "POST", path: "/capture/", headers };
    const stalled = exchangeStreaming(direct.endpoint.base, message, undefined, (request) => {
      request.write(text.slice(0, -1));
    });
    const others = Promise.all(
      (["capture", "batch", "capture"] as const).map((id) => client.expectStatus(id, 200, { json: largeBody() })),
    );
    await assertStillServing(client, tenant.projectApiKey);
    const { status, headers: reply } = await stalled;
    assert.ok(status === 503 ? reply["retry-after"] === "5" : status === 408, String(status));
    await others;
  });

  test("the memory of a request is released, however it ends", async () => {
    const { client, tenant } = own();
    const cases: [status: number, json: object][] = [
      [200, {}],
      [400, { event: 5 }],
      [401, { api_key: "phc_unknown" }],
      [413, { extraFields: "x".repeat(MEGABYTE) }],
    ];
    for (const [status, extraFields] of [...cases, ...cases]) {
      assert.equal((await client.request("capture", { json: largeBody(extraFields) })).status, status);
      await client.expectError("invites_create", [400], { json: { target_email: "x".repeat(LARGE_CHARACTERS / 3) } });
    }
    await assertStillServing(client, tenant.projectApiKey);
  });
});
