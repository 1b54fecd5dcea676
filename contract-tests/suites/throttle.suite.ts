import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { privateOperations } from "../contract/contract-document.ts";
import { ownServer } from "../support/own-server.ts";

/** The next request is due after a minute. */
const LIMIT = 1;
const own = ownServer(() => ({ RATE_LIMIT_PER_MINUTE: String(LIMIT) }), undefined, { oneNode: true });

describe("rate limit of one key", needs("settings"), () => {
  test("refuses requests to every private operation with Retry-After", async () => {
    const { client } = own();
    const statuses = [];
    for (let index = 0; index < LIMIT + 3; index++) statuses.push((await client.request("invites_list")).status);
    assert.deepEqual(statuses.slice(0, LIMIT), Array(LIMIT).fill(200));
    assert.equal(statuses.at(-1), 429);
    for (const { id, bodyExamples } of privateOperations) {
      const options = { json: bodyExamples[0] };
      await client.request("invites_list"); // which takes what is due, if the others have taken a minute
      const { headers } = await client.expectError(id, [429, "throttled", null], options);
      const seconds = Number(headers["retry-after"]);
      assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${headers["retry-after"]}`);
    }
  });

  test("does not affect other keys or the public interface", async () => {
    const { client, tenant } = own();
    await client.expectStatus("invites_list", 200, { key: tenant.details?.memberPersonalApiKey ?? "" });
    for (let index = 0; index < 3 * LIMIT; index++) {
      await client.expectStatus("decide", 200, { json: { api_key: tenant.projectApiKey, distinct_id: "x" } });
    }
    await client.expectStatus("ready", 200);
  });
});
