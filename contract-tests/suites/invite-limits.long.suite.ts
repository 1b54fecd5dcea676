import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";

/** A shared setting. */
const LIMIT = 4;
const own = sharedServer("guests");

describe("invites of an hour", needs("settings"), () => {
  test("are limited over all processes and forms; a list above the limit is refused as a whole", async () => {
    const { client } = own();
    const people = Array.from({ length: 6 }, (_, index) => ({ target_email: `guest${index}@guests.example` }));
    await client.expectStatus("invites_bulk_create", 201, { json: people.slice(0, 2) });
    await client.expectStatus("invites_create", 201, { json: people[2] });
    await client.expectError("invites_bulk_create", [400, "max_length", null], { json: people.slice(0, LIMIT + 1) });
    const { headers } = await client.expectError("invites_bulk_create", [429, "throttled", null], {
      json: people.slice(3, 5),
    });
    assert.ok(Number(headers["retry-after"]) > 3500);
    const calls = people.slice(3).map((json) => client.request("invites_create", { json }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [201, 429, 429]);
    assert.equal((await client.expectStatus("invites_list", 200)).count, LIMIT);
  });
});
