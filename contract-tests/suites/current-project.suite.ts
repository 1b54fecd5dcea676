import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { createTenant } from "../services/sightline-cli.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("current");
const CURRENT = { project_id: "@current" };
const CURRENT_ORGANIZATION = { parent_lookup_organization_id: "@current" };

describe("projects and organizations, as tools find them", needs("state"), () => {
  const client = new Client();

  test("lists have what the user sees, with the key for events", async () => {
    const projects = await client.expectStatus("projects_list", 200);
    const listed = projects.results.find(({ id }) => String(id) === target.tenant.projectId);
    assert.deepEqual(listed, await client.expectStatus("projects_retrieve", 200));
    const organizations = await client.expectStatus("organizations_list", 200);
    const mine = organizations.results.find(({ id }) => id === target.tenant.organizationId);
    assert.deepEqual(mine, await client.expectStatus("organizations_retrieve", 200));
    assert.ok(mine?.projects.some(({ id }) => String(id) === target.tenant.projectId));
  });

  test("the own user has the fields at the top, too", async () => {
    const { user, organization, team, ...me } = await client.expectStatus("users_me_retrieve", 200);
    for (const [name, value] of Object.entries(user)) assert.deepEqual(Reflect.get(me, name), value);
    assert.equal(organization?.id, me.organizations[0]?.id);
    assert.deepEqual(team, me.organizations.flatMap(({ projects }) => projects)[0]);
  });
});

describe("@current, and environments", needs("settings"), () => {
  test("@current is the oldest project and organization, and so are members' own", async () => {
    const { client, tenant } = own();
    const path = { project_id: tenant.projectId };
    const later = await client.expectStatus("projects_create", 201, { json: { name: "Later" } });
    assert.match(later.api_token ?? "", /^phc_/);
    for (const id of ["projects_retrieve", "feature_flags_list", "session_recordings_list"] as const) {
      const named = await client.expectStatus(id, 200, { path });
      const text = JSON.stringify(await client.expectStatus(id, 200, { path: CURRENT }));
      assert.deepEqual(JSON.parse(text.replaceAll("@current", tenant.projectId)), named);
    }
    const json = { key: "current-flag", filters: { groups: [{ properties: [], rollout_percentage: 100 }] } };
    const { id } = await client.expectStatus("feature_flags_create", 201, { path: CURRENT, json });
    assert.equal(
      (await client.expectStatus("feature_flags_retrieve", 200, { path: { ...path, id: String(id) } })).key,
      json.key,
    );
    const organization = await client.expectStatus("organizations_retrieve", 200, { path: CURRENT_ORGANIZATION });
    assert.equal(organization.id, tenant.organizationId);
    assert.equal(organization.membership_level, 15);
    await client.expectError("projects_destroy", [404, "not_found", null], { path: CURRENT });
    await client.expectStatus("projects_destroy", 204, { path: { project_id: String(later.id) } });
  });

  test("whoever asks, it is their own, and lists have nothing of others", async () => {
    const { client, server, tenant } = own();
    const other = await createTenant(server.environment, "beside");
    const mine = await client.expectStatus("projects_list", 200);
    const theirs = await client.expectStatus("projects_list", 200, { key: other.personalApiKey });
    const idsOf = ({ results }: typeof mine) => results.map(({ id }) => String(id));
    assert.deepEqual([idsOf(mine), idsOf(theirs)], [[tenant.projectId], [other.projectId]]);
    const options = { key: other.personalApiKey, path: { ...CURRENT, ...CURRENT_ORGANIZATION } };
    const project = await client.expectStatus("projects_retrieve", 200, options);
    assert.equal(String(project.id), other.projectId);
    const organizations = await client.expectStatus("organizations_list", 200, { key: other.personalApiKey });
    assert.deepEqual(
      organizations.results.map(({ id }) => id),
      [other.organizationId],
    );
  });

  test("pages of projects lead on to the next ones", async () => {
    const { client } = own();
    const { id } = await client.expectStatus("projects_create", 201, { json: { name: "Second" } });
    const first = await client.expectStatus("projects_list", 200, { query: { limit: 1 } });
    assert.deepEqual([first.count, first.results.length, first.previous], [2, 1, null]);
    const next = new URL(first.next ?? "").searchParams;
    const second = await client.expectStatus("projects_list", 200, { query: Object.fromEntries(next) });
    assert.deepEqual([second.results[0]?.id, second.next], [id, null]);
    await client.expectStatus("projects_destroy", 204, { path: { project_id: String(id) } });
  });

  test("projects of an organization are created, listed, changed and deleted below it", async () => {
    const { client, server, tenant } = own();
    const other = await createTenant(server.environment, "elsewhere");
    const json = { name: "Branch", timezone: "Europe/Oslo" };
    const created = await client.expectStatus("projects_create", 201, { json, path: CURRENT_ORGANIZATION });
    const path = { ...CURRENT_ORGANIZATION, project_id: String(created.id) };
    assert.deepEqual(await client.expectStatus("organization_projects_retrieve", 200, { path }), created);
    assert.equal(created.timezone, json.timezone);
    const change = { path, json: { name: "Branches" } };
    const changed = await client.expectStatus("organization_projects_partial_update", 200, change);
    const listed = await client.expectStatus("organization_projects_list", 200, { path: CURRENT_ORGANIZATION });
    assert.deepEqual([changed.name, listed.results.at(-1), listed.count], ["Branches", changed, 2]);
    const first = await client.expectStatus("organization_projects_list", 200, { query: { limit: 1 } });
    assert.deepEqual(
      [first.results[0]?.id, new URL(first.next ?? "").search],
      [+tenant.projectId, "?limit=1&offset=1"],
    );
    await client.expectError("organization_projects_list", [400, "invalid_input", "limit"], { query: { limit: 0 } });
    const unknown = { json: { name: "Branch", timezone: "Mars/Olympus" } };
    await client.expectError("projects_create", [400, "invalid_input", "timezone"], unknown);
    const NOT_FOUND = [404, "not_found", null] as const;
    const wrong = { parent_lookup_organization_id: other.organizationId, project_id: String(created.id) };
    const theirs = { ...CURRENT_ORGANIZATION, project_id: other.projectId };
    for (const key of [tenant.personalApiKey, other.personalApiKey]) {
      await client.expectError("organization_projects_retrieve", NOT_FOUND, { path: wrong, key });
    }
    await client.expectError("organization_projects_destroy", NOT_FOUND, { path: theirs });
    await client.expectError("organization_projects_destroy", NOT_FOUND, { path: { ...path, project_id: "@current" } });
    await client.expectStatus("organization_projects_destroy", 204, { path });
    await client.expectError("organization_projects_retrieve", NOT_FOUND, { path });
  });

  test("a key tells what it may do", async () => {
    const { client, tenant } = own();
    const whole = await client.expectStatus("personal_keys_retrieve", 200);
    assert.ok(tenant.personalApiKey.startsWith(whole.hint.slice(0, 8)));
    const json = { label: "reader", read_only: true };
    const { key, ...created } = await client.expectStatus("personal_keys_create", 201, { json });
    const reader = await client.expectStatus("personal_keys_retrieve", 200, { key });
    assert.deepEqual([whole.scopes, reader.scopes, reader.id], [["*"], ["*:read"], created.id]);
    await client.expectStatus("personal_keys_destroy", 204, { path: { id: created.id } });
  });

  test("what is absent here is named", async () => {
    const { server } = own();
    const detailOf = async (path: string) => {
      const response = await fetch(server.direct + path, { headers: { Accept: "application/json" } });
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    assert.deepEqual(await detailOf("/api/projects/1/plugins/"), [404, "Sightline has no plugins."]);
    assert.deepEqual(await detailOf("/api/environments/@current/hog_functions/7"), [
      404,
      "Sightline has no hog functions.",
    ]);
    assert.deepEqual(await detailOf("/api/organizations/@current/roles"), [404, "Sightline has no roles."]);
  });

  test("what is below /api/projects is below /api/environments", async () => {
    const { server, tenant } = own();
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${tenant.personalApiKey}` };
      const response = await fetch(server.direct + path, { headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    for (const rest of ["", "/", `/${tenant.projectId}`, `/${tenant.projectId}/persons/`, "/@current/feature_flags"]) {
      const [project, environment] = [await get(`/api/projects${rest}`), await get(`/api/environments${rest}`)];
      assert.equal(project.status, 200, rest);
      assert.deepEqual(environment, project);
    }
    const { body } = await get(`/api/environments/${tenant.projectId}/feature_flags?limit=0`);
    assert.equal(body.attr, "limit");
    for (const path of ["/api/environments/nothing", "/api/environmentsx", "/api/environments/1/nothing"]) {
      assert.equal((await get(path)).status, 404, path);
    }
    const anonymous = await fetch(`${server.direct}/api/environments/${tenant.projectId}`);
    assert.equal(anonymous.status, 401);
  });
});
