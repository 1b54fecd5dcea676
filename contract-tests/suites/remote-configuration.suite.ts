import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";

const client = new Client();
const { projectId, projectApiKey: token } = target.tenant;
const CURRENT = "@current";
const created: number[] = [];

after(async () => {
  for (const id of created) await client.request("feature_flags_destroy", { path: { id: String(id) } });
});

async function create(fields: object): Promise<{ id: string; key: string }> {
  const json = { key: `remote-${randomUUID()}`, is_remote_configuration: true, ...fields };
  const { id, key } = await client.expectStatus("feature_flags_create", 201, { json });
  created.push(id);
  return { id: String(id), key };
}

/** Resolves when every node answers with the payload, and fails if the service says anything else for long. */
const becomes = (id: string, payload: unknown) =>
  eventuallyOnEveryNode(`the payload is ${payload}`, async (node) => {
    const { status, body } = await node.request("feature_flags_remote_config", { path: { id } });
    return status === 200 && body === payload;
  });

describe("remote configuration", needs("state"), () => {
  test("is the payload as JSON text, by id and key, in the project's name or by its key", async () => {
    const text = '{"a": 1.50}';
    const { id, key } = await create({ active: false, filters: { groups: [], payloads: { true: text } } });
    await becomes(id, text);
    for (const query of [{ token }, undefined]) {
      for (const path of [
        { id, project_id: projectId },
        { id: key, project_id: projectId },
        { id: key, project_id: CURRENT }, // the only project of the user, whom older libraries let the service find
      ]) {
        assert.equal(await client.expectStatus("feature_flags_remote_config", 200, { path, query: query ?? "" }), text);
      }
    }
  });

  test("is null without a payload, and JSON of one that is no text", async () => {
    await becomes((await create({ filters: { groups: [] } })).id, null);
    await becomes((await create({ filters: { groups: [], payloads: { true: { a: [1] } } } })).id, '{"a":[1]}');
  });

  test("a token decides which project is meant, with an id, too", async () => {
    const { id } = await create({ filters: { groups: [], payloads: { true: "1" } } });
    await becomes(id, "1");
    type Expected = Parameters<typeof client.expectError>[1];
    const request = (expected: Expected, project_id: string, query: Record<string, string>) =>
      client.expectError("feature_flags_remote_config", expected, { path: { id, project_id }, query });
    await request([400, "max_length", "token"], CURRENT, { token: "x".repeat(201) });
    await request([401, "invalid_api_key", null], CURRENT, { token: "phc_unknown" });
    await request([401, "invalid_api_key", null], projectId, { token: "phc_unknown" });
    await request([404, "not_found", null], "999999", { token });
    await request([404, "not_found", null], "@me", { token });
  });

  test("is not found for other flags, deleted ones, and unknown names", async () => {
    const kept = await create({ filters: { groups: [], payloads: { true: "1" } } });
    const deleted = await create({ filters: { groups: [], payloads: { true: "1" } } });
    const other = await create({ is_remote_configuration: false, filters: { groups: [], payloads: { true: "1" } } });
    await client.expectStatus("feature_flags_destroy", 204, { path: { id: deleted.id } });
    await becomes(kept.id, "1");
    for (const id of [other.id, other.key, deleted.id, deleted.key, "unknown", "0", "__proto__"]) {
      await client.expectError("feature_flags_remote_config", [404, "not_found", null], { path: { id } });
    }
  });
});
