import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const SECRET = randomUUID();
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(received.length === 1 ? 500 : 200).end();
});

async function settings(): Promise<Record<string, string>> {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  return {
    FLAG_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/changes`,
    FLAG_WEBHOOK_SECRET: SECRET,
    FLAG_WEBHOOK_ALLOW_PRIVATE: "true",
  };
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
    for (const { headers, body } of received) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const signature = createHmac("sha256", SECRET).update(signed).digest("base64");
      assert.equal(headers["webhook-signature"], `v1,${signature}`);
    }
  });
});
