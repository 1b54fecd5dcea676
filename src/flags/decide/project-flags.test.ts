import assert from "node:assert/strict";
import { test } from "node:test";
import { ProjectFlags } from "./project-flags.ts";

const flag = (key: string, percentage: number) => ({
  key,
  number: key.charCodeAt(0),
  version: 1,
  definition: JSON.stringify({
    key,
    name: "",
    active: true,
    filters: { groups: [{ rollout_percentage: percentage }] },
  }),
  deleted: false,
  createdAt: 1,
  createdBy: null,
  updatedAt: 1,
});

test("flags are prepared again if they, their versions or the group types change, and only then", async () => {
  let now = 0;
  let stored = [flag("a", 10), flag("b", 10)];
  let groupTypes = ["company"];
  const projectFlags = new ProjectFlags({
    flags: { list: async () => stored.map((row) => ({ ...row })) },
    records: {} as never, // no flag has a condition on a cohort
    groups: { types: async () => [...groupTypes] },
    changes: { position: async () => 0, hasChanged: () => true, now: () => 0 },
    now: () => now,
  });
  const read = () => {
    now += 1000;
    return projectFlags.get("1");
  };
  let last = await read();
  assert.equal(await read(), last);
  const changes: (() => void)[] = [
    () => stored.splice(0, 1, flag("a", 20)),
    () => stored.splice(0, 1, { ...flag("a", 20), version: 2 }),
    () => stored.pop(),
    () => groupTypes.push("team"),
    () => {
      stored = [];
      groupTypes = [];
    },
  ];
  for (const [index, change] of changes.entries()) {
    change();
    const next = await read();
    assert.notEqual(next, last, `change ${index}`);
    assert.equal(await read(), next);
    last = next;
  }
});

test("a version that this node does not have yet is read, once for requests that come together", async () => {
  let reads = 0;
  let stored = [flag("a", 10)];
  const projectFlags = new ProjectFlags({
    flags: {
      list: async () => {
        reads += 1;
        return stored;
      },
    },
    records: {} as never, // no flag has a condition on a cohort
    groups: { types: async () => [] },
    changes: { position: async () => 0, hasChanged: () => false, now: () => 0 },
    now: () => 0,
  });
  const { version } = await projectFlags.get("1");
  await projectFlags.catchUp("1", version);
  assert.equal(reads, 1);
  stored = [{ ...flag("a", 20), version: 2 }];
  await Promise.all(Array.from({ length: 50 }, () => projectFlags.catchUp("1", "newer")));
  assert.equal(reads, 2);
  assert.notEqual((await projectFlags.get("1")).version, version);
});
