import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { UniqueKeyTaken } from "../store/ports/records.ts";
import { ACTIVITY, type ActivityRecord } from "../store/records/change-kinds.ts";
import { activityOf, type Item, listActivity, logged } from "./activity-log.ts";

const CONTEXT = { projectId: "1", by: 7, now: 5 };
const ALL = { limit: 1000, offset: 0 };
const item = (content: object, id = "3"): Item => ({ scope: "Dashboard", id, name: "n", revision: 2, content });

test("a change that is not made is not logged, and one with an unknown end is", async (t) => {
  const { store } = await openTestStore(t);
  const { records } = store;
  const created = () => activityOf(CONTEXT, null, item({}));
  const count = async () => (await listActivity({ projectId: "1" }, ALL, store)).count;
  const seen = async () => ((await count()) === 1 ? "made" : null);
  assert.equal(await logged(created(), records, async () => null), null);
  await assert.rejects(
    logged(created(), records, () => Promise.reject(new UniqueKeyTaken(ACTIVITY))),
    UniqueKeyTaken,
  );
  assert.equal(await count(), 0);
  assert.equal(await logged(created(), records, seen), "made", "it is logged before it is made");
  await assert.rejects(
    logged(created(), records, () => Promise.reject(new Error("the store is gone"))),
    /gone/,
  );
  assert.equal(await count(), 2);
  assert.equal(await logged(null, records, async () => "unlogged"), "unlogged");
  assert.equal(await count(), 2);
});

test("a project keeps its newest changes, each of a bounded size", async (t) => {
  const { store } = await openTestStore(t);
  const { records } = store;
  const old = activityOf(CONTEXT, null, item({})) ?? assert.fail();
  await store.transaction(async (ports) => {
    for (let index = 0; index <= 10_000; index += 1) {
      await ports.records.insert(ACTIVITY, { ...old, id: `${index}`, sequence: index, itemId: `${index}` });
    }
  });
  const other = { ...CONTEXT, projectId: "2" };
  const countedNow = (one: ActivityRecord | null) => one && { ...one, id: "one that ends with 0" };
  await logged(countedNow(activityOf(other, null, item({}, "0"))), records, async () => true);
  await logged(countedNow(activityOf(CONTEXT, null, item({}, "new"))), records, async () => true);
  const last = await listActivity({ projectId: "1" }, { limit: 1, offset: 9_999 }, store);
  assert.deepEqual([last.count, last.items[0]?.id], [10_000, "2"]);
  assert.equal((await listActivity({ projectId: "2" }, ALL, store)).count, 1);

  const long = (value: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}`, value.repeat(900)]));
  const large = activityOf(CONTEXT, item(long("a")), item(long("b"))) ?? assert.fail();
  assert.ok(large.changes.length <= 16 * 1024 + 2 && large.changes.length > 14_000 && large.hasMore);
  await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      records.insert(ACTIVITY, { ...large, id: `large ${at}`, itemId: "large", sequence: 1e9 + at }),
    ),
  );
  const page = await listActivity({ projectId: "1", scope: "Dashboard", itemId: "large" }, ALL, store);
  assert.equal(page.count, 200);
  assert.ok(page.items.length > 100 && page.items.length < 200, "a page ends before its limit");
});

test("what changes nothing is not logged", () => {
  assert.equal(activityOf(CONTEXT, item({ a: [1] }), item({ a: [1] })), null);
});
