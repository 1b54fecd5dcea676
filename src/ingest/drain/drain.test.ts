import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";

const rrweb = (at: number) => ({ type: 3, timestamp: NOON + at, data: { source: 1 } });

test("stores events with persons and groups; counts dropped events", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.append(
    batchRequest([
      rawEvent("$pageview", "ann", { properties: { $groups: { company: "acme" }, path: "/" } }),
      rawEvent("", "ann"),
      rawEvent("no id", ""),
    ]),
    batchRequest([
      rawEvent("$groupidentify", "ann", {
        properties: { $group_type: "company", $group_key: "acme", $group_set: { size: 3 } },
      }),
    ]),
  );
  const last = environment.append(
    batchRequest([rawEvent("signed up", "bob", { $set: { plan: "pro" } })], { projectId: "2" }),
  );
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 3, dropped: 2, deadLettered: 0, refusedMerges: 0 });
  assert.equal(environment.reports.at(-1)?.upTo, last);

  const { events, persons, groups } = environment.store;
  const [pageview] = await events.latest("1", { event: "$pageview" }, 10);
  assert.equal(pageview?.properties, '{"$groups":{"company":"acme"},"path":"/"}');
  assert.equal(pageview?.timestamp, NOON);
  assert.deepEqual((await groups.find("1", [{ type: "company", key: "acme" }]))[0]?.properties, { size: 3 });
  assert.deepEqual((await persons.find("2", ["bob"])).get("bob")?.properties, { plan: "pro" });
  assert.equal((await persons.find("1", ["bob"])).size, 0);
  assert.equal(await countEvents(events, "1", {}), 2);
  environment.journal.sweep();
  assert.deepEqual(environment.journal.groupRanges(), []);
});

test("keeps the order of a distinct id's events across requests, groups and batches", async (context) => {
  const environment = await openDrainEnvironment(context);
  const steps = Array.from({ length: 5000 }, (_, step) =>
    rawEvent("step", "ann", { $set: { step }, $set_once: { first: step } }),
  );
  environment.append(batchRequest(steps.slice(0, 10)), batchRequest(steps.slice(10, 20)));
  environment.append(batchRequest(steps.slice(20)));
  environment.append(batchRequest([rawEvent("last", "ann", { $unset: ["gone"], $set: { last: true } })]));
  await environment.drain();
  const person = (await environment.store.persons.find("1", ["ann"])).get("ann");
  assert.deepEqual(person?.properties, { first: 0, step: 4999, last: true });
  assert.equal(await countEvents(environment.store.events, "1", {}), 5001);
});

test("stores an event that is sent twice once", async (context) => {
  const environment = await openDrainEnvironment(context);
  const uuid = randomUUID();
  environment.append(
    batchRequest([rawEvent("a", "ann", { uuid }), rawEvent("b", "ann", { uuid: uuid.toUpperCase() })]),
  );
  environment.append(batchRequest([rawEvent("a", "ann", { uuid })]));
  await environment.drain();
  assert.equal(environment.totals().stored, 1);
  assert.deepEqual(
    (await environment.store.events.latest("1", {}, 10)).map(({ event }) => event),
    ["a"],
  );
});

test("a woken drain stores what was appended meanwhile", async (context) => {
  const environment = await openDrainEnvironment(context);
  const drain = environment.start();
  for (const name of ["a", "b", "c"]) {
    const id = environment.append(batchRequest([rawEvent(name, "ann")]));
    drain.wake();
    await environment.until(() => environment.reports.some(({ upTo }) => upTo === id));
  }
  assert.equal(await countEvents(environment.store.events, "1", {}), 3);
});

test("an event that can never be stored becomes a dead letter, and the rest is stored", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.executeSql(`CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event = 'poison'
    BEGIN SELECT RAISE(ABORT, 'events called poison are not for us'); END`);
  const uuid = randomUUID();
  const many = Array.from({ length: 100 }, (_, index) =>
    index === 37
      ? rawEvent("poison", "eve", { uuid, $set: { x: 1 } })
      : rawEvent("fine", "ann", { properties: { index } }),
  );
  environment.append(batchRequest(many));
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 99, dropped: 0, deadLettered: 1, refusedMerges: 0 });
  assert.equal(await countEvents(environment.store.events, "1", { event: "fine" }), 99);
  assert.equal(await countEvents(environment.store.events, "1", {}), 99);

  const deadLetters = environment.deadLetters();
  assert.deepEqual(
    deadLetters.map(({ project_id, uuid, reason, at }) => [project_id, uuid, reason, at]),
    [["1", uuid, "events called poison are not for us", NOON]],
  );
  const { event: name, distinctId, properties } = JSON.parse(String(deadLetters[0]?.event));
  assert.deepEqual([name, distinctId, properties], ["poison", "eve", { $set: { x: 1 } }]);
});

test("what an event that cannot be stored rolls back, merges too, is repeated without it", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.executeSql(`CREATE TRIGGER strict BEFORE INSERT ON groups WHEN NEW.key = 'poison'
    BEGIN SELECT RAISE(ABORT, 'groups called poison are not for us'); END`);
  environment.append(
    batchRequest([
      rawEvent("seen", "ann", { $set: { plan: "pro" } }),
      rawEvent("seen", "anon", { $set: { city: "Oslo" } }),
      rawEvent("$identify", "ann", { properties: { $anon_distinct_id: "anon" } }),
      rawEvent("seen", "eve", { properties: { $groups: { company: "poison" } } }),
    ]),
  );
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 3, dropped: 0, deadLettered: 1, refusedMerges: 0 });
  const { persons } = environment.store;
  assert.deepEqual((await persons.find("1", ["anon"])).get("anon")?.properties, { plan: "pro", city: "Oslo" });
});

test("counts refused merges, logs one line without distinct ids, and stores their events", async (context) => {
  const environment = await openDrainEnvironment(context);
  const uuid = randomUUID();
  environment.append(
    batchRequest([
      rawEvent("$identify", "ann", { properties: { $anon_distinct_id: "tablet" } }),
      rawEvent("$identify", "bob"),
      rawEvent("$identify", "bob", { uuid, properties: { $anon_distinct_id: "tablet" } }),
      rawEvent("$create_alias", "bob", { properties: { alias: "undefined" } }),
    ]),
  );
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 4, dropped: 0, deadLettered: 0, refusedMerges: 2 });
  assert.deepEqual(environment.warnings, [
    `merges of persons refused: already_identified {"merges":2,"projectId":"1","uuid":"${uuid}"}`,
  ]);
});

test("invalid snapshots become dead letters, and the others a recording", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.append(
    batchRequest([
      rawSnapshot("s1", [rrweb(0), rrweb(1000)]),
      rawSnapshot("s1", "not rrweb"),
      rawSnapshot("s1", []),
      rawEvent("$snapshot", "ann", { properties: { $snapshot_data: [rrweb(0)] } }),
      rawEvent("$pageview", "ann"),
    ]),
  );
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 2, dropped: 0, deadLettered: 3, refusedMerges: 0 });
  const [recording] = await environment.store.recordings.library.find("1", ["s1"]);
  assert.equal(recording?.summary.lastMs, NOON + 1000);
  for (const { reason } of environment.deadLetters()) assert.match(String(reason), /^\$s(napshot_data|ession_id) is /);
  assert.equal(await countEvents(environment.store.events, "1", {}), 1, "a snapshot is kept in its recording only");
});

test("counts a dead letter that is sent twice once", async (context) => {
  const environment = await openDrainEnvironment(context);
  const again = { ...rawSnapshot("s1", "invalid"), uuid: randomUUID() };
  environment.append(batchRequest([again]));
  environment.append(batchRequest([again]));
  await environment.drain();
  assert.equal(environment.totals().deadLettered, 1);
  assert.equal(environment.deadLetters().length, 1);
});

test("a request that cannot be read becomes a dead letter, and the others are stored", async (context) => {
  const environment = await openDrainEnvironment(context);
  const unreadable = { ...batchRequest([]), body: Buffer.from('{"batch":[{"event":"a","distinct_id":"ann"},{"event"') };
  environment.append(batchRequest([rawEvent("before", "ann")]), unreadable, batchRequest([rawEvent("after", "ann")]));
  await environment.drain();
  const [letter, ...others] = environment.deadLetters();
  assert.match(String(letter?.reason), /^The text is not JSON/);
  assert.deepEqual(others, []);
  const stored = await environment.store.events.latest("1", {}, 10);
  assert.deepEqual(stored.map(({ event }) => event).sort(), ["after", "before"]);
});
