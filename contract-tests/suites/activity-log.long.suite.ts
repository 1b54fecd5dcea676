import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { environmentOf, needs, target, tenantDetails } from "../client/target.ts";
import { createTenant, runCliOrThrow } from "../services/sightline-cli.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";

type Entry = Body<"activity_log_list", 200>["results"][number];

const client = new Client();
const other = new Client(target, target.otherTenant);
const query = { kind: "HogQLQuery", query: "SELECT 1 AS one" } as const;
const idOf = ({ id }: { readonly id: number | string }) => ({ path: { id: String(id) } });

async function log(filters: Record<string, string | number>, by = client): Promise<readonly Entry[]> {
  return (await by.expectStatus("activity_log_list", 200, { query: filters })).results;
}

const summaries = (entries: readonly Entry[]) =>
  entries.map(({ activity, version, detail }) => [activity, version, ...detail.changes.map(({ field }) => field)]);

describe("the activity log", () => {
  test("has the right shape", async () => {
    await client.expectStatus("activity_log_list", 200, { query: { limit: 5 } });
  });
});

describe("the activity log tells who changed what", needs("tenants"), () => {
  test("of a saved question and its dashboard, newest first", async () => {
    const name = randomUUID();
    const dashboard = await client.expectStatus("dashboards_create", 201, { json: { name } });
    const insight = await client.expectStatus("insights_create", 201, { json: { name, query } });
    const { memberPersonalApiKey: key, memberEmail, email } = tenantDetails(target.tenant);
    const change = { query: { ...query, query: "SELECT 2 AS two" }, dashboards: [dashboard.id], tags: ["a"] };
    await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json: change, key });
    await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json: { name } });
    await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json: { deleted: true } });
    await client.expectStatus("insights_partial_update", 200, { ...idOf(insight), json: { deleted: false } });
    await client.expectStatus("insights_destroy", 204, idOf(insight));

    const entries = await log({ scope: "Insight", item_id: String(insight.id) });
    assert.deepEqual(summaries(entries), [
      ["deleted", 5],
      ["restored", 5, "deleted"],
      ["deleted", 4, "deleted"],
      ["updated", 2, "tags[0]", "query.query"],
      ["created", 1],
    ]);
    assert.deepEqual(
      entries.map(({ user }) => user?.email),
      [email, email, email, memberEmail, email],
    );
    const updated = entries[3];
    assert.deepEqual(updated?.detail, {
      name,
      short_id: insight.short_id,
      changes: [
        { type: "Insight", field: "tags[0]", action: "created", before: null, after: "a" },
        {
          type: "Insight",
          field: "query.query",
          action: "changed",
          before: "SELECT 1 AS one",
          after: "SELECT 2 AS two",
        },
      ],
      has_more: false,
    });
    assert.deepEqual([updated?.scope, updated?.item_id, updated?.actor], ["Insight", String(insight.id), "user"]);
    const ofDashboard = await log({ scope: "Dashboard", item_id: String(dashboard.id) });
    assert.deepEqual(
      ofDashboard.map(({ activity, user, detail }) => [activity, user?.email, detail.changes[0]?.field]),
      [
        ["updated", email, "tiles[0]"],
        ["updated", memberEmail, "tiles[0]"],
        ["created", email, undefined],
      ],
    );
  });

  test("of annotations, event schemas and the project", async () => {
    const content = randomUUID();
    const annotation = await client.expectStatus("annotations_create", 201, { json: { content } });
    const json = { content: `${content}!` };
    await client.expectStatus("annotations_partial_update", 200, { ...idOf(annotation), json });
    await client.expectStatus("annotations_destroy", 204, idOf(annotation));
    assert.deepEqual(summaries(await log({ scope: "Annotation", item_id: String(annotation.id) })), [
      ["deleted", 2],
      ["updated", 2, "content"],
      ["created", 1],
    ]);

    const schema = { event: randomUUID(), schema: { type: "object" } };
    const created = await client.expectStatus("event_schemas_create", 201, { json: schema });
    await client.expectError("event_schemas_create", [400, "unique", "event"], { json: schema });
    const stricter = { schema: { type: "object", required: ["a"] } };
    await client.expectError("event_schemas_partial_update", [409, "breaking_change"], {
      ...idOf(created),
      json: stricter,
    });
    const forced = { ...stricter, allow_breaking: true };
    await client.expectStatus("event_schemas_partial_update", 200, { ...idOf(created), json: forced });
    await client.expectStatus("event_schemas_destroy", 204, idOf(created));
    const ofSchemas = (await log({ scope: "EventSchema" })).filter(({ detail }) => detail.name === schema.event);
    assert.deepEqual(summaries(ofSchemas), [
      ["deleted", 2],
      ["updated", 2, "schema.required"],
      ["created", 1],
    ]);

    const project = await client.expectStatus("projects_retrieve", 200);
    const days = (project.week_start_day + 1) % 2;
    await client.expectStatus("projects_partial_update", 200, { json: { week_start_day: days } });
    await client.expectStatus("projects_partial_update", 200, { json: { week_start_day: project.week_start_day } });
    const [latest, before] = await log({ scope: "Project", item_id: target.tenant.projectId, limit: 2 });
    const field = { type: "Project", field: "week_start_day", action: "changed" } as const;
    assert.deepEqual(latest?.detail.changes, [{ ...field, before: days, after: project.week_start_day }]);
    assert.deepEqual(before?.detail.changes, [{ ...field, before: project.week_start_day, after: days }]);
  });

  test("of flags, as their own lists do", async () => {
    const filters = { groups: [{ rollout_percentage: 50 }] };
    const flag = await client.expectStatus("feature_flags_create", 201, { json: { key: randomUUID(), filters } });
    await client.expectStatus("feature_flags_partial_update", 200, { ...idOf(flag), json: { active: false } });
    await client.expectStatus("feature_flags_partial_update", 200, { ...idOf(flag), json: { active: false } });
    await client.expectError("feature_flags_create", [400, "unique", "key"], { json: { key: flag.key, filters } });
    await client.expectStatus("feature_flags_destroy", 204, idOf(flag));
    const own = await client.expectStatus("feature_flags_activity_list", 200, idOf(flag));
    assert.deepEqual(summaries(own.results), [
      ["deleted", 3, "deleted"],
      ["updated", 2, "active"],
      ["created", 1],
    ]);
    assert.deepEqual(await log({ scope: "FeatureFlag", item_id: String(flag.id) }), own.results);
  });

  test("of keys, members and invites, in each project, without addresses and secrets", async () => {
    const environment = environmentOf(target);
    const tenant = await createTenant(environment, randomUUID());
    const { email, memberEmail, memberPersonalApiKey } = tenantDetails(tenant);
    const owner = new Client(target, tenant);
    const second = await owner.expectStatus("projects_create", 201, { json: { name: "Second" } });
    const projectKey = await owner.expectStatus("project_keys_create", 201, { json: { label: "Shop" } });
    await owner.expectStatus("project_keys_destroy", 204, idOf(projectKey));
    const key = memberPersonalApiKey;
    const own = await owner.expectStatus("personal_keys_create", 201, { key, json: { label: "of my laptop" } });
    await owner.expectStatus("personal_keys_destroy", 204, { key, ...idOf(own) });
    const { results } = await owner.expectStatus("members_list", 200);
    const member = results.find(({ user }) => user.email === memberEmail) ?? assert.fail("no member");
    await owner.expectStatus("members_partial_update", 200, { ...idOf(member), json: { level: "admin" } });
    const [first] = results;
    await owner.expectError("members_destroy", [403, "permission_denied", null], idOf(first ?? member));
    await owner.expectStatus("members_destroy", 204, idOf(member));
    const invite = await owner.expectStatus("invites_create", 201, { json: { target_email: "cleo@example.com" } });
    await owner.expectStatus("invites_resend", 200, idOf(invite));
    await owner.expectStatus("invites_destroy", 204, idOf(invite));

    const entries = await log({ limit: 100 }, owner);
    const inOrder = entries.map(({ scope, activity, item_id, user, detail }) => {
      return [scope, activity, item_id, user?.email, detail.name, ...detail.changes.map(({ field }) => field)];
    });
    const [asMember, asInvited] = ["m…@", "c…@"].map(
      (start, at) => start + [memberEmail, "@example.com"][at]?.split("@")[1],
    );
    const [memberId, inviteId] = [String(member.id), invite.id];
    assert.deepEqual(inOrder, [
      ["OrganizationInvite", "deleted", inviteId, email, asInvited],
      ["OrganizationInvite", "updated", inviteId, email, asInvited, "expires_at"],
      ["OrganizationInvite", "created", inviteId, email, asInvited],
      ["OrganizationMembership", "deleted", memberId, email, asMember],
      ["OrganizationMembership", "updated", memberId, email, asMember, "level"],
      ["PersonalAPIKey", "deleted", own.id, memberEmail, own.id],
      ["PersonalAPIKey", "created", own.id, memberEmail, own.id],
      ["ProjectAPIKey", "deleted", projectKey.id, email, "Shop"],
      ["ProjectAPIKey", "created", projectKey.id, email, "Shop"],
    ]);
    const text = JSON.stringify(entries);
    for (const secret of ["cleo@", "laptop", own.key, own.hint, projectKey.key])
      assert.ok(!text.includes(secret), secret);
    const there = await owner.expectStatus("activity_log_list", 200, { path: { project_id: String(second.id) } });
    assert.deepEqual(
      there.results.map(({ scope, activity, item_id }) => [scope, activity, item_id]),
      [...inOrder.slice(0, 7).map((entry) => entry.slice(0, 3)), ["Project", "created", String(second.id)]],
    );
    for (const scope of ["OrganizationInvite", "OrganizationMembership", "PersonalAPIKey", "ProjectAPIKey"]) {
      const seen = await log({ scope, limit: 1000 }, other);
      assert.ok(!seen.some(({ item_id }) => inOrder.some(([, , id]) => id === item_id)), scope);
    }
    await runCliOrThrow(environment, "members", "add", "--organization", tenant.organizationId, "--email", memberEmail);
    const shown = await owner.expectStatus("project_keys_create", 201, { json: { label: "Shown" } });
    await runCliOrThrow(environment, "keys", "revoke", shown.id);
    assert.deepEqual(
      (await log({ limit: 3 }, owner)).map(({ activity, actor, item_id }) => [activity, actor, item_id]),
      [
        ["deleted", "command_line", shown.id],
        ["created", "user", shown.id],
        ["created", "command_line", memberId],
      ],
    );
  });

  test("each once, however many are made at the same time", async () => {
    const filters = { groups: [{ rollout_percentage: 50 }] };
    const flag = await client.expectStatus("feature_flags_create", 201, { json: { key: randomUUID(), filters } });
    const dashboard = await client.expectStatus("dashboards_create", 201, { json: { name: randomUUID() } });
    const rounds = Array.from({ length: 8 }, (_, index) => `${index}`);
    await Promise.all(
      rounds.flatMap((name) => [
        client.expectStatus("feature_flags_partial_update", 200, { ...idOf(flag), json: { name } }),
        client.expectStatus("dashboards_partial_update", 200, { ...idOf(dashboard), json: { name } }),
      ]),
    );
    for (const [scope, { id }] of Object.entries({ FeatureFlag: flag, Dashboard: dashboard })) {
      const entries = (await log({ scope, item_id: id })).toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0));
      assert.deepEqual(
        entries.map(({ version }) => version),
        [1, ...rounds.map((_, index) => index + 2)],
      );
      const names = entries.slice(1).map(({ detail }) => detail.changes[0]);
      assert.deepEqual(names.map((change) => change?.after).toSorted(), rounds);
      for (const [index, change] of names.slice(1).entries()) assert.equal(change?.before, names[index]?.after);
    }
    await client.expectStatus("dashboards_destroy", 204, idOf(dashboard));
    await client.expectStatus("feature_flags_destroy", 204, idOf(flag));
  });

  test("within bounds", async () => {
    const name = randomUUID();
    const { id } = await client.expectStatus("dashboards_create", 201, {
      json: { name, description: "x".repeat(1001) },
    });
    for (let round = 1; round <= 101; round += 1) {
      const tags = round === 101 ? Array.from({ length: 60 }, (_, index) => `tag ${index}`) : [`${round}`];
      await client.expectStatus("dashboards_partial_update", 200, { ...idOf({ id }), json: { tags } });
    }
    const filters = { scope: "Dashboard", item_id: String(id) };
    const entries = await log({ ...filters, limit: 1000 });
    assert.deepEqual([entries.length, entries[0]?.version, entries.at(-1)?.version], [100, 102, 3]);
    assert.deepEqual([entries[0]?.detail.changes.length, entries[0]?.detail.has_more], [50, true]);
    const page = await client.expectStatus("activity_log_list", 200, { query: { ...filters, limit: 40 } });
    assert.deepEqual(await fetchAllPages(page as ListPage<Entry>, target.tenant.personalApiKey), entries);
    await client.expectStatus("dashboards_partial_update", 200, { ...idOf({ id }), json: { description: "" } });
    const [cut] = await log({ ...filters, limit: 1 });
    assert.equal(cut?.detail.changes[0]?.before, `"${"x".repeat(999)}…`);
    await client.expectStatus("dashboards_destroy", 204, idOf({ id }));
  });

  test("to its own tenant only, filtered by user", async () => {
    const { id } = await other.expectStatus("annotations_create", 201, { json: { content: randomUUID() } });
    await other.expectStatus("annotations_destroy", 204, idOf({ id }));
    const filters = { scope: "Annotation", item_id: String(id) };
    assert.deepEqual(await log(filters), []);
    assert.deepEqual(summaries(await log(filters, other)), [
      ["deleted", 1],
      ["created", 1],
    ]);
    const { projectId } = target.otherTenant;
    await client.expectError("activity_log_list", [404, "not_found", null], { path: { project_id: projectId } });

    const [mine] = await log({ limit: 1, user: tenantDetails(target.tenant).userId });
    const [theirs] = await log({ limit: 1, user: tenantDetails(target.otherTenant).userId }, other);
    assert.ok(mine?.user && theirs?.user);
    for (const user of [theirs.user.id, theirs.user.uuid, randomUUID()]) assert.deepEqual(await log({ user }), []);
    for (const user of [mine.user.id, mine.user.uuid, mine.user.uuid.toUpperCase()]) {
      const found = await log({ user, scope: "Annotation", limit: 1000 });
      assert.ok(found.length > 0 && found.every((one) => one.user?.id === mine.user?.id && one.scope === "Annotation"));
    }
  });
});

describe("the activity log refuses what it does not have", needs("state"), () => {
  const refused: [attr: string, value: string][] = [
    ...(["page", "page_size", "activities", "start_date", "search", "scopes"] as const).map(
      (name): [string, string] => [name, "2"],
    ),
    ["scope", "Notebook"],
    ["user", "someone"],
    ["limit", "1001"],
  ];
  for (const [attr, value] of refused) {
    test(attr, async () => {
      await client.expectError("activity_log_list", [400, "invalid_input", attr], { query: { [attr]: value } });
    });
  }

  test("but takes what asks for its first page, as it answers", async () => {
    await client.expectStatus("activity_log_list", 200, { query: { page: "1", offset: "0" } });
  });

  test("an item without its kind", async () => {
    await client.expectError("activity_log_list", [400, "invalid_input", "scope"], { query: { item_id: "1" } });
  });
});
