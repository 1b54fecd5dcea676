import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const SECRET = randomUUID();
const receiver = new WebhookReceiver();
const { received } = receiver;

async function settings(): Promise<Record<string, string>> {
  const url = await receiver.open();
  return { FLAG_WEBHOOK_URL: url, FLAG_WEBHOOK_SECRET: SECRET, FLAG_WEBHOOK_ALLOW_PRIVATE: "true" };
}

// Each process announces the changes that it has made, in their order.
const own = ownServer(settings, undefined, { oneNode: true });
after(() => receiver.close());

describe("changes of flags are announced", needs("settings"), () => {
  test("signed, in their order, again after a failure, and without changes that change nothing", async () => {
    const { client, tenant } = own();
    const json = { key: "announced", filters: { groups: [] } };
    const { id } = await client.expectStatus("feature_flags_create", 201, { json });
    const path = { id: String(id) };
    for (const active of [true, false]) {
      await client.expectStatus("feature_flags_partial_update", 200, { path, json: { active } });
    }
    await client.expectStatus("feature_flags_destroy", 204, { path });
    await eventually("all changes are announced", async () => received.length >= 4);
    const messages = received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      messages.map(({ type, data }) => [type, data.version, data.project_id, data.id, data.key]),
      [
        ["feature_flag.created", 1],
        ["feature_flag.created", 1],
        ["feature_flag.updated", 2],
        ["feature_flag.deleted", 3],
      ].map((message) => [...message, tenant.projectId, id, "announced"]),
    );
    assert.equal(messages[2].data.user_id, tenant.details?.userId);
    receiver.assertSigned(SECRET);
  });
});
