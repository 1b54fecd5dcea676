import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { clientsOfNodes } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { createTenantData } from "../isolation/tenant-data.ts";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("removed");

describe("a removed project", needs("settings"), () => {
  test("is refused by all nodes at once, and its data are removed in the background", async () => {
    const { client, server, tenant } = own();
    const cli = async (...argv: string[]) => JSON.parse(await runCliOrThrow(server.environment, ...argv, "--json"));
    const { organizationId, projectId, projectApiKey: api_key } = tenant;
    const other = await cli("projects", "create", "--organization", organizationId, "--name", "other");
    const [otherKey] = await cli("project-keys", "list", "--project", String(other.id));
    await createTenantData(server.direct, tenant, server.environment);
    const exported = () => runCliOrThrow(server.environment, "events", "export", "--project", String(other.id));
    const event = { event: "kept", distinct_id: "ada" };
    await client.expectStatus("capture", 200, { json: { ...event, api_key: otherKey.key } });

    const removed = await cli("projects", "remove", projectId, "--yes", "--no-wait");
    assert.deepEqual([removed.id, removed.name, removed.removing], [projectId, "removed", true]);
    const nodes = clientsOfNodes(server, tenant);
    for (const node of nodes) {
      await node.expectError("session_recordings_list", [404, "not_found", null]);
      await node.expectError("feature_flags_list", [404, "not_found", null]);
      const { organizations } = await node.expectStatus("users_me_retrieve", 200);
      assert.deepEqual(
        organizations[0]?.projects.map(({ name }) => name),
        ["other"],
      );
    }
    const isRefused = async () => {
      const json = { ...event, api_key };
      const answers = await Promise.all(nodes.map((node) => node.request("capture", { json })));
      return answers.every(({ status }) => status === 401);
    };
    await eventually("its key is refused", isRefused);
    const isGone = async () => (await cli("projects", "list")).every(({ id }: { id: string }) => id !== projectId);
    await eventually("its data are removed", isGone);
    await eventually("the other project keeps its own", async () => (await exported()).includes('"kept"'));
  });

  test("goes with its organization, whose members lose access", async () => {
    const { client, server, tenant } = own();
    await runCliOrThrow(server.environment, "organizations", "remove", tenant.organizationId, "--yes");
    assert.deepEqual((await client.expectStatus("users_me_retrieve", 200)).organizations, []);
    await client.expectError("members_list", [404, "not_found", null]);
    const list: { name: string }[] = JSON.parse(await runCliOrThrow(server.environment, "projects", "list", "--json"));
    assert.deepEqual(
      list.filter(({ name }) => ["removed", "other"].includes(name)),
      [],
    );
  });
});
