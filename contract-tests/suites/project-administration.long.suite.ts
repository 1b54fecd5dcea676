import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { type Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("administration");
const asMember = () => ({ key: tenantDetails(own().tenant).memberPersonalApiKey });
const DENIED = [403, "permission_denied", null] as const;

describe("projects: administration", needs("settings"), () => {
  test("owners create projects with a key, rename them and set how long events are kept", async () => {
    const { client, tenant } = own();
    const created = await client.expectStatus("projects_create", 201, { json: { name: "Rental" } });
    assert.deepEqual([created.name, created.organization], ["Rental", tenant.organizationId]);
    const path = { project_id: String(created.id) };
    const [key] = await client.expectStatus("project_keys_list", 200, { path });
    await client.expectStatus("capture", 200, { json: { api_key: key?.key, event: "x", distinct_id: "x" } });
    const json = { name: "Rentals", event_retention_seconds: 86_400 };
    const changed = await client.expectStatus("projects_partial_update", 200, { path, json });
    assert.deepEqual(changed, { ...created, ...json });
    assert.deepEqual(await client.expectStatus("projects_retrieve", 200, { path }), changed);
    const reset = { event_retention_seconds: null };
    const defaulted = await client.expectStatus("projects_partial_update", 200, { path, json: reset });
    assert.deepEqual([defaulted.name, defaulted.event_retention_seconds], ["Rentals", null]);
    for (const name of ["", " ", "a\nb", "x".repeat(201)]) {
      await client.expectError("projects_create", [400, undefined, "name"], { json: { name } });
      await client.expectError("projects_partial_update", [400, undefined, "name"], { path, json: { name } });
    }
    await client.expectError("projects_create", DENIED, { json: { name: "Mine" }, ...asMember() });
  });

  test("owners set for tools what libraries should capture, each by itself", async () => {
    const { client } = own();
    const first = { heatmaps_opt_in: true, session_recording_opt_in: false, app_urls: ["https://b.example", "a"] };
    const changed = await client.expectStatus("projects_partial_update", 200, { json: first });
    assert.deepEqual({ ...changed, ...first, surveys_opt_in: null }, changed);
    const json = {
      heatmaps_opt_in: null,
      surveys_opt_in: false,
      cookieless_server_hash_mode: 0,
      recording_domains: [],
    };
    assert.deepEqual(await client.expectStatus("projects_partial_update", 200, { json }), { ...changed, ...json });
    assert.deepEqual(await client.expectStatus("projects_retrieve", 200), { ...changed, ...json });
    const hashed = { json: { cookieless_server_hash_mode: 2 } } as object;
    const attr = "cookieless_server_hash_mode";
    await client.expectError("projects_partial_update", [400, "invalid_input", attr], hashed);
    const reset = { session_recording_opt_in: null, app_urls: null };
    await client.expectStatus("projects_partial_update", 200, { json: reset });
  });

  test("owners turn off what libraries record and capture by themselves", async () => {
    const { client, tenant } = own();
    const token = tenant.projectApiKey;
    const config = await client.expectStatus("remote_config", 200, { path: { token } });
    const names = ["session_recording", "autocapture_exceptions", "autocapture_web_vitals"] as const;
    const setAll = async (isOn: boolean | null) => {
      const json = Object.fromEntries(names.map((name) => [`${name}_opt_in`, isOn]));
      await client.expectStatus("projects_partial_update", 200, { json });
    };
    const told = async (node: Client) => {
      const json = { token, distinct_id: "x" };
      const decided = await node.expectStatus("decide", 200, { query: { v: 4 }, json });
      const all: Partial<typeof config>[] = [
        await node.expectStatus("remote_config", 200, { path: { token } }),
        await node.expectStatus("flags", 200, { query: { config: "true" }, json }),
        decided as object,
      ];
      return all.map(({ sessionRecording, autocaptureExceptions, capturePerformance }) => [
        sessionRecording?.sampleRate,
        autocaptureExceptions,
        capturePerformance?.web_vitals,
      ]);
    };
    const everywhere = async (what: string, expected: unknown[]) => {
      for (const node of clientsOfNodes(client.endpoint, tenant)) {
        await eventually(what, async () => isDeepStrictEqual(await told(node), Array(3).fill(expected)));
      }
    };
    await setAll(false);
    await everywhere("all are off", ["0", false, false]);
    await setAll(null);
    await everywhere("all are on again", [null, true, true]);
  });

  test("owners rename the organization; members, and others, do not", async () => {
    const { client, tenant } = own();
    const nameOf = async (options: object) => {
      const { organizations } = await client.expectStatus("users_me_retrieve", 200, options);
      return organizations.find(({ id }) => id === tenant.organizationId)?.name;
    };
    const before = await nameOf({});
    const json = { name: "Fjord & S\u00f8nner" };
    const renamed = await client.expectStatus("organizations_partial_update", 200, { json });
    assert.deepEqual(renamed, { id: tenant.organizationId, ...json });
    for (const options of [{}, asMember()]) assert.equal(await nameOf(options), json.name);
    for (const name of ["", " ", "a\nb", "x".repeat(201)]) {
      await client.expectError("organizations_partial_update", [400, undefined, "name"], { json: { name } });
    }
    await client.expectError("organizations_partial_update", [400, "required", "name"], { json: {} as typeof json });
    await client.expectError("organizations_partial_update", DENIED, { json, ...asMember() });
    const path = { parent_lookup_organization_id: randomUUID() };
    await client.expectError("organizations_partial_update", [404, "not_found", null], { json, path });
    await client.expectStatus("organizations_partial_update", 200, { json: { name: before ?? "" } });
    assert.equal(await nameOf({}), before);
  });

  test("owners delete a project, of which nothing is answered from then on; members do not", async () => {
    const { client, tenant } = own();
    const { id } = await client.expectStatus("projects_create", 201, { json: { name: "Short-lived" } });
    const path = { project_id: String(id) };
    const [key] = await client.expectStatus("project_keys_list", 200, { path });
    const json = { api_key: key?.key, event: "x", distinct_id: "x" };
    await client.expectStatus("capture", 200, { json });
    await client.expectError("projects_destroy", DENIED, { path, ...asMember() });
    await client.expectStatus("projects_retrieve", 200, { path });
    await client.expectStatus("projects_destroy", 204, { path });
    for (const node of clientsOfNodes(own().server, tenant)) {
      for (const operation of ["projects_retrieve", "projects_destroy", "persons_list"] as const) {
        await node.expectError(operation, [404, "not_found", null], { path });
      }
      await eventually("its key is refused", async () => (await node.request("capture", { json })).status === 401);
      const { organizations } = await node.expectStatus("users_me_retrieve", 200);
      assert.ok(organizations.every(({ projects }) => projects.every((project) => project.id !== id)));
    }
    await client.expectStatus("projects_retrieve", 200);
  });

  test("keys of a project are listed, created and revoked; members only list them", async () => {
    const { client, tenant } = own();
    const created = await client.expectStatus("project_keys_create", 201, { json: { label: "website" } });
    assert.match(created.key, /^phc_/);
    const keys = await client.expectStatus("project_keys_list", 200, asMember());
    assert.deepEqual(
      keys.map(({ key }) => key),
      [tenant.projectApiKey, created.key],
    );
    const path = { id: created.id };
    await client.expectError("project_keys_create", DENIED, { json: { label: "x" }, ...asMember() });
    await client.expectError("project_keys_destroy", DENIED, { path, ...asMember() });
    const label = "x".repeat(201);
    await client.expectError("project_keys_create", [400, undefined, "label"], { json: { label } });
    await client.expectStatus("project_keys_destroy", 204, { path });
    await client.expectError("project_keys_destroy", [404, "not_found", null], { path });
    const json = { api_key: created.key, event: "x", distinct_id: "x" };
    await eventually("the key is refused", async () => (await client.request("capture", { json })).status === 401);
  });

  test("a key of another project or a user cannot be revoked here", async () => {
    const { client } = own();
    const other = await client.expectStatus("projects_create", 201, { json: { name: "Other" } });
    const path = { project_id: String(other.id) };
    const [theirs] = await client.expectStatus("project_keys_list", 200, { path });
    const [personal] = await client.expectStatus("personal_keys_list", 200);
    for (const id of [theirs?.id ?? "", personal?.id ?? ""]) {
      await client.expectError("project_keys_destroy", [404, "not_found", null], { path: { id } });
    }
  });
});

describe("projects: health and dead letters", needs("settings"), () => {
  const sendRefused = (count: number) => {
    const { client, tenant } = own();
    const batch = Array.from({ length: count }, () => ({
      ...{ event: "$snapshot", distinct_id: "ada", uuid: randomUUID() },
      properties: { $session_id: randomUUID(), $snapshot_data: "none" },
    }));
    return client.expectStatus("batch", 200, { json: { api_key: tenant.projectApiKey, batch } });
  };
  const nodes = () => clientsOfNodes(own().server, own().tenant);
  const lettersOfAll = () => Promise.all(nodes().map((node) => node.expectStatus("dead_letters_list", 200)));

  test("events that cannot be stored are listed by the node that has them, and replayed", async () => {
    const { client } = own();
    await sendRefused(3);
    const pages = await eventually("they are dead letters", async () => {
      const all = await lettersOfAll();
      return all.reduce((sum, { count }) => sum + count, 0) === 3 && all;
    });
    assert.equal(new Set(pages.map(({ node }) => node.id)).size, pages.length);
    const index = pages.findIndex(({ count }) => count > 0);
    const [node, page] = [nodes()[index] ?? assert.fail(), pages[index] ?? assert.fail()];
    const [first] = page.results;
    const { uuid, event, distinct_id, excerpt, bytes, reason } = first ?? assert.fail();
    assert.deepEqual([event, distinct_id, page.causes], ["$snapshot", "ada", [{ reason, count: page.count }]]);
    assert.ok(excerpt.startsWith("{") && bytes >= excerpt.length);
    const none = await node.expectStatus("dead_letters_list", 200, { query: { reason: `${reason}.` } });
    assert.deepEqual([none.count, none.results], [0, []]);
    const limited = await node.expectStatus("dead_letters_list", 200, { query: { reason, limit: 1 } });
    assert.deepEqual([limited.results.length, limited.count], [1, page.count]);

    const one = await node.expectStatus("dead_letters_replay", 202, { json: { uuids: [uuid, randomUUID()] } });
    assert.deepEqual([one.replayed, one.damaged, one.remaining, one.node.id], [1, 0, 0, page.node.id]);
    await eventually("it is refused again, and the newest", async () => {
      return (await node.expectStatus("dead_letters_list", 200)).results[0]?.uuid === uuid;
    });
    const rest = await node.expectStatus("dead_letters_replay", 202, { json: { reason } });
    assert.ok(rest.replayed >= 1);
    await node.expectError("dead_letters_replay", [400, "invalid_input", null], { json: {} });
    await client.expectError("dead_letters_list", [400, "invalid_input", "limit"], { query: { limit: 101 } });
  });

  test("owners see the health of a node, with what the project lost; members do not", async () => {
    const { client, tenant, server } = own();
    const event = { event: "", distinct_id: "ada" };
    const batch = [event, event, { event: "x" }];
    await client.expectStatus("batch", 200, { json: { api_key: tenant.projectApiKey, batch } });
    const health = await eventually("the drops are counted", async () => {
      const all = await Promise.all(nodes().map((node) => node.expectStatus("project_health_retrieve", 200)));
      return all.find(({ dropped }) => dropped.length > 0);
    });
    assert.deepEqual(health.dropped, [
      { reason: "no_event", count: 2 },
      { reason: "no_distinct_id", count: 1 },
    ]);
    const { engines, journal, version, disk_free_bytes, other_nodes } = health;
    assert.deepEqual([engines.documents, engines.files, engines.journal], ["ok", "ok", "ok"]);
    assert.ok(journal.max_bytes > 0 && (disk_free_bytes ?? 0) > 0 && version !== "");
    assert.equal(other_nodes.length, nodes().length - 1);
    const text = JSON.stringify(health);
    assert.ok(!text.includes(server.environment.dataDir), "it has no path");
    await client.expectError("project_health_retrieve", DENIED, asMember());
  });
});
