import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { announce, changesOf, watchTopic } from "./changes.ts";
import { LATEST_CHANGES } from "./records/change-kinds.ts";

const SETTLED_MS = 11_000;

test("one read in a while tells what changed since a position, for all topics", async (t) => {
  const { store } = await openTestStore(t);
  let [reads, now] = [0, 0];
  const find: typeof store.records.find = async (...args) => {
    reads += 1;
    return store.records.find(...args);
  };
  const changes = changesOf({ records: async () => ({ find }), maxAgeMs: 500, now: () => now });
  const first = await changes.position();
  await announce(["a", "b"], store.records);
  now = 499;
  assert.equal(await changes.position(), first);
  now = 500;
  const positions = await Promise.all(Array.from({ length: 1000 }, () => changes.position()));
  assert.deepEqual([new Set(positions), reads], [new Set([first + 2]), 2]);
  const changed = () => ["a", "b", "c"].filter((topic) => changes.hasChanged(topic, first));
  assert.deepEqual(changed(), ["a", "b"]);
  now += SETTLED_MS;
  const second = await changes.position();
  assert.deepEqual(changed(), ["a", "b"], "since the first position");
  assert.equal(changes.hasChanged("a", second), false);
});

test("a change that comes some seconds after its announcement is found", async (t) => {
  const { store } = await openTestStore(t);
  let now = 0;
  const changes = changesOf({ records: async () => store.records, maxAgeMs: 0, now: () => now });
  const watcher = watchTopic(changes, "a");
  let value = "old";
  const look = () => watcher.ifChanged(async () => value);
  assert.equal(await look(), "old");
  assert.equal(await look(), undefined);
  await announce(["a"], store.records); // by a process that is slow, or killed now
  assert.equal(await look(), "old");
  value = "new";
  now += 9000;
  assert.equal(await look(), "new");
  now += SETTLED_MS;
  assert.equal(await look(), undefined);
  now += 30_000;
  assert.equal(await look(), "new", "in case nobody announced it");
  await announce(["a"], store.records);
  await assert.rejects(watcher.ifChanged(() => Promise.reject(new Error("failed"))));
  now += SETTLED_MS;
  assert.equal(await look(), "new", "again, because looking failed");
});

test("a node that has missed too many changes, or sees another store, takes everything for changed", async (t) => {
  const { store } = await openTestStore(t);
  let now = 0;
  const changes = changesOf({ records: async () => store.records, maxAgeMs: 0, now: () => now });
  let position = await changes.position();
  for (let number = 0; number <= 100; number++) await announce([`topic ${number}`], store.records);
  assert.ok(((await store.records.find(LATEST_CHANGES, { name: "all" }))?.topics.length ?? 0) <= 100);
  await changes.position();
  assert.equal(changes.hasChanged("any", position), true);
  now += SETTLED_MS;
  position = await changes.position();
  assert.equal(changes.hasChanged("any", position), false);
  await store.records.delete(LATEST_CHANGES, { name: "all" });
  await changes.position();
  assert.equal(changes.hasChanged("any", position), true, "of another store");
  assert.equal(changes.hasChanged("any", await changes.position()), false);
});
