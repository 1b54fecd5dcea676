import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { listActivity } from "../../tenants/activity-log.ts";
import { setUp } from "../../tenants/setup.ts";
import { adoptFlagActivity } from "./adopt-activity.ts";
import { deleteFlag } from "./edit-flags.ts";

test("what earlier versions kept of changes with flags is logged once", async (t) => {
  const { store } = await openTestStore(t);
  const { project } = await setUp(store, { organization: "o", email: "a@example.com" });
  const changes = [
    { path: "active", before: true, after: false },
    { path: "name", after: "x".repeat(1500) },
  ];
  const activity = JSON.stringify([
    { version: 2, at: 9, by: 1, kind: "updated", changes },
    { version: 1, at: 8, by: null, kind: "created", changes: [] },
  ]);
  const definition = JSON.stringify({ key: "beta", name: "", active: true, filters: { groups: [] } });
  const flag = { definition, version: 1, deleted: false, createdAt: 8, createdBy: null, updatedAt: 9, activity };
  await store.flags.change(project.id, "plain", () => ({ ...flag, activity: "[]" }));
  await store.flags.change(project.id, "beta", () => flag);
  const ports = { ...store, now: () => 10, announce: () => undefined };
  await deleteFlag({ projectId: project.id, by: 1 }, 2, ports);

  const { signal } = new AbortController();
  await adoptFlagActivity(store, signal);
  const where = { projectId: project.id, scope: "FeatureFlag", itemId: "2" } as const;
  const listed = await listActivity(where, { limit: 10, offset: 0 }, store);
  assert.deepEqual(
    listed.items.map(({ activity, at, userId, name, changes }) => [activity, at, userId, name, changes.length]),
    [
      ["deleted", 10, 1, "beta", 1],
      ["updated", 9, 1, "beta", 2],
      ["created", 8, null, "beta", 0],
    ],
  );
  assert.deepEqual(listed.items[1]?.changes[1], { path: "name", after: `"${"x".repeat(999)}…` });
  await adoptFlagActivity(store, signal);
  assert.equal((await listActivity({ projectId: project.id }, { limit: 10, offset: 0 }, store)).count, 3);
});
