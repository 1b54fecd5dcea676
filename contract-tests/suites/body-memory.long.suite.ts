import assert from "node:assert/strict";
import type { ClientRequest } from "node:http";
import { describe, test } from "node:test";
import { exchangeStreaming } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

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
  test("while a large body arrives, another one is refused and small ones are accepted", async () => {
    const { client, direct, tenant } = own();
    const text = JSON.stringify(largeBody());
    const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    let slow: ClientRequest | undefined;
    const message = { method: "POST", path: "/capture/", headers };
    /** Repeats the request if another one has taken the memory first. */
    const send = async (): Promise<number> => {
      const { status } = await exchangeStreaming(direct.endpoint.base, message, undefined, (request) => {
        slow = request;
        request.write(text.slice(0, -1));
      });
      return status === 503 ? send() : status;
    };
    const slowStatus = send();
    for (const id of ["capture", "batch", "decide"] as const) {
      await eventually(`${id} is refused`, async () => {
        const { status, body, headers } = await client.request(id, { json: largeBody() });
        const { code } = body as { code?: string };
        return status === 503 && code === "service_unavailable" && headers["retry-after"] === "5";
      });
    }
    await assertStillServing(client, tenant.projectApiKey);
    slow?.end(text.slice(-1));
    assert.equal(await slowStatus, 200);
    await client.expectStatus("batch", 200, { json: largeBody() });
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
