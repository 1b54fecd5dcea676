import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";

const client = new Client();
const from_project = Number(target.tenant.projectId);
const at = (project: number, rest: object = {}) => ({ path: { project_id: String(project), ...rest } });

describe("flags are copied to other projects", needs("state"), () => {
  const targets: number[] = [];
  before(async () => {
    for (const name of ["Copies", "More copies"]) {
      targets.push((await client.expectStatus("projects_create", 201, { json: { name } })).id);
    }
  });
  after(async () => {
    for (const id of targets) await client.request("organization_projects_destroy", at(id));
  });
  const create = (fields: object, project = from_project) =>
    client.expectStatus("feature_flags_create", 201, {
      ...at(project),
      json: { key: `copied-${randomUUID()}`, filters: { groups: [] }, ...fields },
    });
  const copy = (feature_flag_key: string, target_project_ids = targets) =>
    client.expectStatus("feature_flags_copy", 200, { json: { feature_flag_key, from_project, target_project_ids } });

  test("with all that decides, and replace what has their key", async () => {
    const [first = 0, second = 0] = targets;
    const variants = ["control", "test"].map((key) => ({ key, rollout_percentage: 50 }));
    const scope = { bucketing_identifier: "device_id", evaluation_runtime: "client", evaluation_contexts: ["docs"] };
    const flag = await create({
      ...{ name: "New form", active: false, tags: ["form"], ensure_experience_continuity: false, ...scope },
      filters: {
        groups: [{ properties: [], rollout_percentage: 20 }],
        multivariate: { variants },
        payloads: { test: 1 },
      },
    });
    const other = await create({ key: flag.key, is_remote_configuration: true, tags: ["other"] }, second);
    const { success, failed } = await copy(flag.key);
    assert.deepEqual([success.length, failed], [2, []]);
    for (const [index, project] of [first, second].entries()) {
      const { id, version, created_at, updated_at, created_by, ...rest } = success[index] as typeof flag;
      assert.deepEqual({ ...flag, ...rest }, flag);
      assert.deepEqual(await client.expectStatus("feature_flags_retrieve", 200, at(project, { id: String(id) })), {
        ...flag,
        ...{ id, version, created_at, updated_at, created_by },
      });
    }
    assert.deepEqual([success[1]?.id, success[1]?.version], [other.id, 2]);
    const { results } = await client.expectStatus(
      "feature_flags_activity_list",
      200,
      at(second, { id: String(other.id) }),
    );
    assert.equal(results.length, 2);
  });

  test("with the cohorts that have the same names, and not without them", async () => {
    const [first = 0, second = 0] = targets;
    const name = `Guests ${randomUUID()}`;
    const cohort = (project: number) =>
      client.expectStatus("cohorts_create", 201, { ...at(project), json: { name, is_static: true } });
    const [own] = [await cohort(from_project), await cohort(first)];
    const there = await cohort(first).then(({ id }) => id);
    const groups = [{ properties: [{ key: "id", type: "cohort", value: own.id }], rollout_percentage: 100 }];
    const flag = await create({ filters: { groups } });
    const refused = await copy(flag.key);
    assert.deepEqual(refused.failed, [
      { project_id: first, errors: `The project has several cohorts ${name}.` },
      { project_id: second, errors: `The project has no cohort ${name}.` },
    ]);
    await client.expectStatus("cohorts_partial_update", 200, {
      ...at(first, { id: String(there) }),
      json: { deleted: true },
    });
    const { success } = await copy(flag.key, [first]);
    const [{ properties: [condition] = [] } = {}] = (success[0]?.filters.groups ?? []) as typeof groups;
    assert.ok(condition && condition.value !== there, "it is the one that is left");
  });

  test("not without the flags and the group types that they test", async () => {
    const needed = await create({});
    const dependent = { key: needed.key, type: "flag", operator: "flag_evaluates_to", value: true };
    const flag = await create({ filters: { groups: [{ properties: [dependent], rollout_percentage: 100 }] } });
    const [first = 0] = targets;
    const { failed } = await copy(flag.key, [first, first]);
    assert.deepEqual(failed, [{ project_id: first, errors: `The project has no flag ${needed.key}.` }]);
    await copy(needed.key, [first]);
    assert.equal((await copy(flag.key, [first])).success.length, 1);
  });

  test("only between projects of the organization", needs("tenants"), async () => {
    const flag = await create({});
    const foreign = Number(target.otherTenant.projectId);
    const { success, failed } = await copy(flag.key, [foreign, 999_999]);
    assert.deepEqual(success, []);
    assert.deepEqual(
      failed.map(({ errors }) => errors),
      ["There is no such project.", "There is no such project."],
    );
    for (const project of [foreign, 999_999]) {
      const json = { feature_flag_key: flag.key, from_project: project, target_project_ids: targets };
      await client.expectError("feature_flags_copy", [400, "invalid_input", "from_project"], { json });
    }
    const json = { feature_flag_key: "absent", from_project, target_project_ids: targets };
    await client.expectError("feature_flags_copy", [400, "invalid_input", "feature_flag_key"], { json });
  });
});
