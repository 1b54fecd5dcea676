import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

type Change = Body<"scheduled_changes_create", 201>;
type Flag = Body<"feature_flags_create", 201>;

const client = new Client();
const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const pathOf = ({ id }: { readonly id: number }) => ({ path: { id: String(id) } });

const createFlag = (): Promise<Flag> =>
  client.expectStatus("feature_flags_create", 201, {
    json: { key: randomUUID(), active: false, filters: { groups: [{ properties: [], rollout_percentage: 10 }] } },
  });
const fieldsOf = (flag: Flag, fields: object = {}) => ({
  record_id: String(flag.id),
  model_name: "FeatureFlag" as const,
  payload: { operation: "update_status" as const, value: true },
  scheduled_at: inMs(DAY_MS),
  ...fields,
});
const schedule = (flag: Flag, fields: object = {}): Promise<Change> =>
  client.expectStatus("scheduled_changes_create", 201, { json: fieldsOf(flag, fields) });
const made = (change: Change) =>
  eventually("the change is made", async () => {
    const found = await client.expectStatus("scheduled_changes_retrieve", 200, pathOf(change));
    return found.executed_at !== null || found.last_executed_at !== null ? found : null;
  });
const retrieve = (flag: Flag) => client.expectStatus("feature_flags_retrieve", 200, pathOf(flag));

describe("scheduled changes", needs("state"), () => {
  test("are returned as they were sent, changed, listed by flag, and cancelled", async () => {
    const [flag, other] = [await createFlag(), await createFlag()];
    const fields = fieldsOf(flag, { scheduled_at: "2036-03-10T09:30:00+01:00" });
    const change = await client.expectStatus("scheduled_changes_create", 201, { json: fields });
    const { id, version, created_at, created_by, updated_at, updated_by, ...rest } = change;
    assert.deepEqual([version, created_at, created_by], [1, updated_at, updated_by]);
    assert.deepEqual(rest, {
      ...fields,
      scheduled_at: "2036-03-10T08:30:00.000Z",
      ...{ is_recurring: false, recurrence_interval: null, end_date: null },
      ...{ executed_at: null, failure_reason: null, last_executed_at: null },
    });
    await schedule(other);
    const query = { record_id: String(flag.id), model_name: "FeatureFlag" as const };
    assert.deepEqual((await client.expectStatus("scheduled_changes_list", 200, { query })).results, [change]);

    const json = { scheduled_at: "2036-03-11T00:00:00.000Z", payload: { ...fields.payload, value: false }, version: 1 };
    const changed = await client.expectStatus("scheduled_changes_partial_update", 200, { ...pathOf(change), json });
    assert.deepEqual({ ...changed, updated_at }, { ...change, ...json, version: 2 });
    const stale = { ...pathOf(change), json };
    await client.expectError("scheduled_changes_partial_update", [409, "conflict", "version"], stale);
    const moved = { ...pathOf(change), json: { record_id: String(other.id) } };
    await client.expectError("scheduled_changes_partial_update", [400, "invalid_input", "record_id"], moved);

    await client.expectStatus("scheduled_changes_destroy", 204, pathOf(change));
    for (const gone of [change, { id: 0 }]) {
      await client.expectError("scheduled_changes_retrieve", [404, "not_found", null], pathOf(gone));
      await client.expectError("scheduled_changes_destroy", [404, "not_found", null], pathOf(gone));
    }
  });

  test("are refused without a flag, a value or an interval", async () => {
    const flag = await createFlag();
    const groups = { operation: "add_release_condition", value: { groups: [{}] } };
    for (const [fields, code, attr] of [
      [{ record_id: "999999" }, "invalid_input", "record_id"],
      [{ record_id: flag.key }, "invalid_input", "record_id"],
      [{ payload: { operation: "update_status", value: {} } }, "invalid_input", "payload__value"],
      [{ payload: { ...groups, value: true } }, "invalid_input", "payload__value"],
      [{ payload: { ...groups, value: { groups: [{ variant: "x".repeat(33_000) }] } } }, "max_length", "payload"],
      [{ is_recurring: true }, "required", "recurrence_interval"],
      [{ is_recurring: true, recurrence_interval: "daily", payload: groups }, "invalid_input", "payload"],
      [{ end_date: "2020-01-01T00:00:00Z" }, "invalid_input", "end_date"],
    ] as const) {
      const json = fieldsOf(flag, fields) as never;
      await client.expectError("scheduled_changes_create", [400, code, attr], { json });
    }
  });

  test("are made at their time, as who scheduled them, and logged", async () => {
    const flag = await createFlag();
    const later = await schedule(flag, { payload: { operation: "update_status", value: false } });
    const soon = await schedule(flag, { scheduled_at: inMs(100) });
    const done = await made(soon);
    assert.deepEqual([done.failure_reason, done.executed_at], [null, done.last_executed_at]);
    const { active, version } = await retrieve(flag);
    assert.deepEqual([active, version], [true, 2]);
    const { results } = await client.expectStatus("feature_flags_activity_list", 200, pathOf(flag));
    const [entry] = results;
    assert.deepEqual(
      [entry?.user?.id, entry?.detail.changes],
      [done.created_by?.id, [{ field: "active", action: "changed", before: false, after: true, type: "FeatureFlag" }]],
    );
    const again = { ...pathOf(done), json: { scheduled_at: inMs(DAY_MS) } };
    await client.expectError("scheduled_changes_partial_update", [400, "invalid_input", "scheduled_at"], again);
    assert.equal((await client.expectStatus("scheduled_changes_retrieve", 200, pathOf(later))).executed_at, null);
  });

  test("add conditions and replace variants, step by step", async () => {
    const flag = await createFlag();
    const step = (share: number) => ({ properties: [], rollout_percentage: share });
    const variants = ["control", "test"].map((key) => ({ key, rollout_percentage: 50 }));
    const value = { variants, payloads: { test: 1 } };
    const changes = [
      await schedule(flag, { scheduled_at: inMs(-3000), payload: { operation: "update_variants", value } }),
      ...(await Promise.all(
        [25, 50].map((share) => {
          const payload = { operation: "add_release_condition", value: { groups: [step(share)] } };
          return schedule(flag, { scheduled_at: inMs(-1000), payload });
        }),
      )),
    ];
    for (const change of changes) assert.equal((await made(change)).failure_reason, null);
    const { filters, version } = await retrieve(flag);
    assert.deepEqual([filters.multivariate, filters.payloads, version], [{ variants }, value.payloads, 4]);
    const shares = filters.groups.map((group) => (group as { rollout_percentage: number }).rollout_percentage);
    assert.deepEqual(shares.toSorted(), [10, 25, 50]);
  });

  test("recur, pause, and end", async () => {
    const flag = await createFlag();
    const scheduled_at = inMs(-3 * DAY_MS);
    const change = await schedule(flag, { scheduled_at, is_recurring: true, recurrence_interval: "daily" });
    const { executed_at, last_executed_at, scheduled_at: next } = await made(change);
    assert.deepEqual([executed_at, next], [null, new Date(Date.parse(scheduled_at) + 4 * DAY_MS).toISOString()]);
    assert.ok(last_executed_at !== null && (await retrieve(flag)).active);
    const pause = { ...pathOf(change), json: { is_recurring: false, scheduled_at } };
    await client.expectStatus("scheduled_changes_partial_update", 200, pause);
    const over = { scheduled_at, end_date: inMs(-DAY_MS), is_recurring: true, recurrence_interval: "weekly" };
    const ended = await made(await schedule(flag, over));
    assert.deepEqual([ended.last_executed_at, ended.failure_reason], [null, null]);
    const { results } = await client.expectStatus("scheduled_changes_list", 200, {
      query: { record_id: String(flag.id) },
    });
    const paused = results.find(({ id }) => id === change.id);
    assert.deepEqual([paused?.scheduled_at, paused?.last_executed_at], [scheduled_at, last_executed_at]);
  });

  test("say why the flag refused them", async () => {
    const [flag, deleted] = [await createFlag(), await createFlag()];
    const value = { groups: [{ properties: [], rollout_percentage: 101 }] };
    const refused = await schedule(flag, {
      ...{ scheduled_at: inMs(100), payload: { operation: "add_release_condition", value } },
    });
    const late = await schedule(deleted, { scheduled_at: inMs(DAY_MS) });
    await client.expectStatus("feature_flags_destroy", 204, pathOf(deleted));
    const soon = { ...pathOf(late), json: { scheduled_at: inMs(0) } };
    await client.expectStatus("scheduled_changes_partial_update", 200, soon);
    assert.match((await made(refused)).failure_reason ?? "", /rollout_percentage must be .* 0 .* 100/);
    assert.equal((await made(late)).failure_reason, `The flag ${deleted.id} is deleted.`);
    assert.equal((await retrieve(flag)).version, 1);
  });
});
