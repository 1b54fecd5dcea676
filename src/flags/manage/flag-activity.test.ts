import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addActivity,
  describeChange,
  type FlagActivity,
  MAX_ACTIVITY_ENTRIES,
  parseActivity,
} from "./flag-activity.ts";

const activity = (version: number, changes: FlagActivity["changes"] = []): FlagActivity => ({
  ...{ version, at: 1, by: null, kind: "updated", changes },
});

test("the latest changes are kept, newest first, up to their number and size", () => {
  let text = "[]";
  for (let version = 1; version <= MAX_ACTIVITY_ENTRIES + 5; version++) text = addActivity(text, activity(version));
  const versions = parseActivity(text).map(({ version }) => version);
  assert.deepEqual([versions.length, versions[0], versions.at(-1)], [MAX_ACTIVITY_ENTRIES, 105, 6]);
  const large = [{ path: "x", before: "y".repeat(300_000) }];
  for (let version = 106; version <= 110; version++) text = addActivity(text, activity(version, large));
  assert.deepEqual(
    parseActivity(text).map(({ version }) => version),
    [110, 109, 108],
  );
});

test("a change says what it does, and nothing if it changes nothing", () => {
  const flag = (name: string, deleted = false) => ({ definition: JSON.stringify({ name }), deleted });
  assert.deepEqual(describeChange(null, flag("a")), { kind: "created", changes: [] });
  assert.equal(describeChange(flag("a"), flag("a")), null);
  const name = { path: "name", before: "a", after: "b" };
  assert.deepEqual(describeChange(flag("a"), flag("b")), { kind: "updated", changes: [name] });
  const deleted = { path: "deleted", before: false, after: true };
  assert.deepEqual(describeChange(flag("a"), flag("b", true)), { kind: "deleted", changes: [deleted, name] });
  assert.equal(describeChange(flag("a", true), flag("a"))?.kind, "restored");
});

test("changes are few, and their values short", () => {
  const flag = (value: unknown) => ({ definition: JSON.stringify({ filters: { value } }), deleted: false });
  const many = describeChange(flag(Array(80).fill(0)), flag(Array(80).fill(1)));
  assert.equal(many?.changes.length, 50);
  const [long] = describeChange(flag(1), flag("x".repeat(2000)))?.changes ?? [];
  assert.deepEqual(long, { path: "filters.value", before: 1, after: `"${"x".repeat(999)}…` });
});
