import assert from "node:assert/strict";
import { test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, openDrainEnvironment, rawEvent } from "../../../test/support/test-drain.ts";
import { MAX_GROUP_TYPES } from "../../store/ports/persons.ts";

const TEXT = "x".repeat(600_000);

test("properties above their limit are refused per event and counted; the events are stored", async (context) => {
  const environment = await openDrainEnvironment(context);
  const { append, drain, store, reports } = environment;
  append(
    batchRequest([
      rawEvent("first", "ann", { $set: { one: TEXT } }),
      rawEvent("second", "ann", { $set: { two: TEXT, seen: true }, $set_once: { also: true } }),
      rawEvent("third", "ann", { $set: { small: 1 } }),
      rawEvent("$identify", "ann", { properties: { $anon_distinct_id: "anon" } }),
    ]),
    batchRequest([
      rawEvent("fourth", "bob", { $set: { three: TEXT } }),
      rawEvent("$create_alias", "ann", { properties: { alias: "bob" } }),
    ]),
  );
  await drain();
  const persons = await store.persons.find("1", ["ann", "anon", "bob"]);
  assert.equal(new Set([...persons.values()].map(({ uuid }) => uuid)).size, 1);
  assert.deepEqual(persons.get("bob")?.properties, { one: TEXT, small: 1 });
  assert.equal(await countEvents(store.events, "1", {}), 6);
  assert.equal(environment.totals().deadLettered, 0);
  assert.deepEqual(
    reports.map(({ refusedChanges }) => refusedChanges),
    [2],
  );
});

test("groups of types above the limit are not stored, but counted", async (context) => {
  const { append, drain, store, reports } = await openDrainEnvironment(context);
  const $groups = Object.fromEntries(Array.from({ length: MAX_GROUP_TYPES + 50 }, (_, index) => [`t${index}`, "k"]));
  const set = { $group_type: "too many", $group_key: "k", $group_set: { a: 1 } };
  append(
    batchRequest([
      rawEvent("e", "ann", { properties: { $groups } }),
      rawEvent("$groupidentify", "ann", { properties: set }),
    ]),
  );
  await drain();
  assert.equal((await store.groups.types("1")).length, MAX_GROUP_TYPES);
  const wanted = [...Object.keys($groups), "too many"].map((type) => ({ type, key: "k" }));
  assert.equal((await store.groups.find("1", wanted)).length, MAX_GROUP_TYPES);
  assert.deepEqual(
    reports.map(({ refusedChanges }) => refusedChanges),
    [51],
  );
});
