import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const own = sharedServer("members");

describe("users: the key's user", needs("settings"), () => {
  test("has organizations with projects", async () => {
    const { client, tenant } = own();
    const { user, organizations } = await client.expectStatus("users_me_retrieve", 200);
    const { userId, email } = tenantDetails(tenant);
    assert.deepEqual([user.id, user.email], [userId, email]);
    const projects = [{ id: Number(tenant.projectId), name: "members", event_retention_seconds: null }];
    assert.deepEqual(organizations, [{ id: tenant.organizationId, name: "members", level: "owner", projects }]);
    const asMember = { key: tenantDetails(tenant).memberPersonalApiKey };
    const {
      organizations: [theirs],
    } = await client.expectStatus("users_me_retrieve", 200, asMember);
    assert.equal(theirs?.level, "member");
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
    await eventually("the key is revoked", async () => {
      const answers = clientsOfNodes(server, tenant).map((node) => node.request("personal_keys_list", { key }));
      return (await Promise.all(answers)).every(({ status }) => status === 401);
    });
  });
});

describe("projects: settings", needs("settings"), () => {
  const event = { event: "late", distinct_id: "x", timestamp: "2026-03-07T22:30:00Z" };
  const series = [{ kind: "EventsNode" as const, event: "late" }];
  const dateRange = { date_from: "2026-03-01", date_to: "2026-03-20" };
  const countsByDay = async () => {
    const json = { query: { kind: "TrendsQuery" as const, series, dateRange, interval: "day" as const } };
    const { results } = await own().client.expectStatus("query_create", 200, { json });
    const [{ days = [], data = [] } = {}] = results as { days?: string[]; data?: number[] }[];
    return Object.fromEntries(days.map((day, index) => [day, data[index]]).filter(([, count]) => count));
  };

  test("the days of answers are those of the project's time zone", async () => {
    const { client, tenant } = own();
    const project = await client.expectStatus("projects_retrieve", 200);
    const { id, organization, timezone, week_start_day } = project;
    assert.deepEqual([id, organization], [Number(tenant.projectId), tenant.organizationId]);
    assert.deepEqual([timezone, week_start_day], ["UTC", 0]);
    await client.expectStatus("capture", 200, { json: { api_key: tenant.projectApiKey, ...event } });
    await eventually("the event counts", async () => (await countsByDay())["2026-03-07"] === 1);
    const json = { timezone: "europe/kyiv", week_start_day: 1 };
    const changed = await client.expectStatus("projects_partial_update", 200, { json });
    assert.match(changed.timezone, /^Europe\/K(ie|yi)v$/);
    assert.deepEqual(await client.expectStatus("projects_retrieve", 200), { ...project, ...changed });
    assert.deepEqual(await countsByDay(), { "2026-03-08": 1 });
    const query = "SELECT toString(toDate(timestamp)) FROM events WHERE event = 'late'";
    const sql = { query: { kind: "HogQLQuery" as const, query } };
    assert.deepEqual((await client.expectStatus("query_create", 200, { json: sql })).results, [["2026-03-08"]]);
    const sunday = await client.expectStatus("projects_partial_update", 200, { json: { week_start_day: 0 } });
    assert.deepEqual([sunday.timezone, sunday.week_start_day], [changed.timezone, 0], "the rest stays");
  });

  test("settings that are wrong, or another's, are refused", async () => {
    const { client, tenant } = own();
    const refuse = (code: string | undefined, attr: string | null, json: object) =>
      client.expectError("projects_partial_update", [400, code, attr], { json: json as { timezone: string } });
    for (const timezone of ["Mars/Olympus", "+01:00"]) await refuse("invalid_input", "timezone", { timezone });
    await refuse(undefined, "week_start_day", { week_start_day: 2 });
    await refuse(undefined, null, {});
    const asMember = { key: tenantDetails(tenant).memberPersonalApiKey, json: { week_start_day: 1 } };
    await client.expectError("projects_partial_update", [403, "permission_denied", null], asMember);
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

describe("members: levels", needs("settings"), () => {
  const denied = [403, "permission_denied", null] as const;

  test("are changed by owners and admins; owners only by owners, and the last one stays", async () => {
    const { client, tenant } = own();
    const { userId, memberEmail, memberPersonalApiKey: key } = tenantDetails(tenant);
    const { results: members } = await client.expectStatus("members_list", 200);
    const member = members.find(({ user }) => user.email === memberEmail) ?? assert.fail();
    const [owner, them] = [{ id: String(userId) }, { id: String(member.user.id) }];
    const change = async (level: "owner" | "admin" | "member", path = them, by?: string) => {
      const options = { path, json: { level }, ...(by !== undefined && { key: by }) };
      assert.equal((await client.expectStatus("members_partial_update", 200, options)).level_name, level);
      const { results: now } = await client.expectStatus("members_list", 200);
      assert.equal(now.find(({ user }) => String(user.id) === path.id)?.level_name, level);
    };
    const refuse = (level: "owner" | "admin" | "member", path = them, by?: string) =>
      client.expectError("members_partial_update", denied, {
        path,
        json: { level },
        ...(by !== undefined && { key: by }),
      });
    await refuse("admin", them, key);
    await refuse("admin", owner);
    await change("owner", owner);
    await change("admin");
    await refuse("owner", them, key);
    await refuse("member", owner, key);
    await change("member", them, key);
    await refuse("admin", them, key);
    await change("owner");
    await change("admin", owner, key);
    await refuse("member", them);
    await change("owner", owner, key);
    await change("member");
    for (const level of [8, 1] as const) {
      const byUuid = { path: { id: member.user.uuid }, json: { level } };
      const { id, level: now } = await client.expectStatus("members_partial_update", 200, byUuid);
      assert.deepEqual([id, now], [member.user.uuid, level]);
    }
    const json = { label: "reader", read_only: true };
    const { key: reader } = await client.expectStatus("personal_keys_create", 201, { json });
    await refuse("admin", them, reader);
  });

  test("of no one, and ones that do not exist, are refused", async () => {
    const { client, tenant } = own();
    const path = { id: String(tenantDetails(tenant).userId) };
    const absent = { path: { id: "999999" }, json: { level: "admin" as const } };
    await client.expectError("members_partial_update", [404, "not_found", null], absent);
    for (const json of [{}, { level: "guest" }, { level: null }]) {
      const body = json as { level: "admin" };
      await client.expectError("members_partial_update", [400, undefined, "level"], { path, json: body });
    }
  });
});

describe("members", needs("settings"), () => {
  test("are listed and removed by owners; a removed member's key no longer opens the organization", async () => {
    const { client, server, tenant } = own();
    const { userId, memberEmail, memberPersonalApiKey: key } = tenantDetails(tenant);
    const { results: members } = await client.expectStatus("members_list", 200, { key });
    assert.deepEqual(
      members.map(({ level_name }) => level_name),
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
    await eventually("its events are refused", isRefused);
  });
});
