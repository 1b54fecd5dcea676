import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";

const client = new Client();

describe("flags by their use", needs("state"), () => {
  test("are on, off, deleted, and not stale while they are new", async () => {
    const key = `used-${randomUUID()}`;
    const json = { key, filters: { groups: [] } };
    const { id } = await client.expectStatus("feature_flags_create", 201, { json });
    const path = { id: String(id) };
    const found = async (active: "true" | "false" | "STALE") =>
      (await client.expectStatus("feature_flags_list", 200, { query: { search: key, active } })).count;
    const all = async () => [await found("true"), await found("false"), await found("STALE")];
    const status = async () => (await client.expectStatus("feature_flags_status", 200, { path })).status;
    assert.deepEqual([await status(), await all()], ["active", [1, 0, 0]]);
    await client.expectStatus("feature_flags_partial_update", 200, { path, json: { active: false } });
    assert.deepEqual([await status(), await all()], ["inactive", [0, 1, 0]]);
    await client.expectStatus("feature_flags_destroy", 204, { path });
    assert.deepEqual([await status(), await all()], ["deleted", [0, 0, 0]]);
    await client.expectError("feature_flags_status", [404, "not_found", null], { path: { id: "999999" } });
    const wrong = { query: { active: "stale" as never } };
    await client.expectError("feature_flags_list", [400, "invalid_input", "active"], wrong);
  });
});
