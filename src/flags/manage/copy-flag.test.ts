import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { copyFlag } from "./copy-flag.ts";
import { createFlag } from "./edit-flags.ts";

const TYPES: Readonly<Record<string, string[]>> = { 1: ["company", "fleet"], 2: ["company"], 3: ["company", "fleet"] };

test("a flag of groups is copied where the group types have the same index", async (t) => {
  const { store } = await openTestStore(t);
  const groups = { types: async (projectId: string) => TYPES[projectId] ?? [] };
  const ports = { ...store, groups, now: () => 1, announce: () => {} };
  const filters = { aggregation_group_type_index: 1, groups: [{ rollout_percentage: 100 }] };
  await createFlag({ projectId: "1", by: 4 }, { key: "fleets", filters }, ports);
  const projects = ["1", "2", "3"].map((id) => ({ id, organizationId: "o", name: id })) as never;
  const request = { feature_flag_key: "fleets", from_project: 1, target_project_ids: [2, 3] };
  const { success, failed } = await copyFlag(request, 4, projects, ports);
  assert.deepEqual(failed, [{ project_id: 2, errors: "The group type 1 is none there, and fleet here." }]);
  assert.deepEqual(
    success.map(({ key, createdBy }) => [key, createdBy]),
    [["fleets", 4]],
  );
});
