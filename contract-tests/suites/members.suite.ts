import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const own = ownServer(() => ({}));
const MAX_REVOCATION_MS = 5000;

describe("users: the key's user", needs("settings"), () => {
  test("has organizations with projects", async () => {
    const { client, tenant } = own();
    const { user, organizations } = await client.expectStatus("users_me_retrieve", 200);
    const { userId, email } = tenantDetails(tenant);
    assert.deepEqual([user.id, user.email], [userId, email]);
    const projects = [{ id: Number(tenant.projectId), name: "own", event_retention_seconds: null }];
    assert.deepEqual(organizations, [{ id: tenant.organizationId, name: "own", projects }]);
  });

  test("creates, lists and revokes keys; a read-only key only lists", async () => {
    const { client, server, tenant } = own();
    const json = { label: "dashboard", read_only: true };
    const { key, ...created } = await client.expectStatus("personal_keys_create", 201, { json });
    assert.deepEqual([created.label, created.read_only, created.last_used_at], ["dashboard", true, null]);
    const listed = await client.expectStatus("personal_keys_list", 200, { key });
    assert.ok(listed.some(({ id, hint }) => id === created.id && hint === created.hint));
    assert.ok(!JSON.stringify(listed).includes(key));
    await client.expectError("personal_keys_create", [403, "permission_denied", null], {
      key,
      json: { label: "mine" },
    });
    const path = { id: created.id };
    await client.expectError("personal_keys_destroy", [403, "permission_denied", null], { key, path });
    const theirs = { key: tenantDetails(tenant).memberPersonalApiKey, path };
    await client.expectError("personal_keys_destroy", [404, "not_found", null], theirs);
    await client.expectStatus("personal_keys_destroy", 204, { path });
    await client.expectError("personal_keys_destroy", [404, "not_found", null], { path });
    await eventually(
      "the key is revoked",
      async () => {
        const answers = clientsOfNodes(server, tenant).map((node) => node.request("personal_keys_list", { key }));
        return (await Promise.all(answers)).every(({ status }) => status === 401);
      },
      MAX_REVOCATION_MS,
    );
  });
});

describe("users: invalid keys", () => {
  for (const [title, json, attr] of [
    ["a label of 201 characters", { label: "x".repeat(201) }, "label"],
    ["a label in two lines", { label: "a\nb" }, "label"],
    ["a text for read_only", { label: "x", read_only: "yes" }, "read_only"],
    ["no label", {}, "label"],
  ] as const) {
    test(`${title} is refused`, async () => {
      await client.expectError("personal_keys_create", [400, undefined, attr], { json });
    });
  }
});

describe("members", needs("settings"), () => {
  test("are listed and removed by owners; a removed member's key no longer opens the organization", async () => {
    const { client, server, tenant } = own();
    const { userId, memberEmail, memberPersonalApiKey: key } = tenantDetails(tenant);
    const members = await client.expectStatus("members_list", 200, { key });
    assert.deepEqual(
      members.map(({ level }) => level),
      ["owner", "member"],
    );
    const member = members.find(({ user }) => user.email === memberEmail) ?? assert.fail();
    const owner = { path: { id: String(userId) } };
    await client.expectError("members_destroy", [403, "permission_denied", null], { ...owner, key });
    await client.expectError("members_destroy", [403, "permission_denied", null], owner);
    const path = { id: String(member.user.id) };
    await client.expectStatus("members_destroy", 204, { path });
    await client.expectError("members_destroy", [404, "not_found", null], { path });
    for (const node of clientsOfNodes(server, tenant)) {
      await node.expectError("session_recordings_list", [404, "not_found", null], { key });
      assert.deepEqual((await node.expectStatus("users_me_retrieve", 200, { key })).organizations, []);
    }
    const json = { personal_api_key: key, project_id: tenant.projectId, event: "sent", distinct_id: "x" };
    const isRefused = async () => (await client.request("capture", { json })).status === 400;
    await eventually("its events are refused", isRefused, MAX_REVOCATION_MS);
  });
});
