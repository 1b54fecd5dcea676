import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { batchRequest, NOON, openDrainEnvironment, rawEvent } from "./test-drain.ts";

const snapshot = (session: string, data: unknown) =>
  rawEvent("$snapshot", "ann", { properties: { $session_id: session, $snapshot_data: data } });
const rrweb = (at: number) => ({ type: 3, timestamp: NOON + at, data: { source: 1 } });

test("events come into the store once, with persons and groups; what is dropped is counted", async (context) => {
  const world = await openDrainEnvironment(context);
  world.append(
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
  const last = world.append(
    batchRequest([rawEvent("signed up", "bob", { $set: { plan: "pro" } })], { projectId: "2" }),
  );
  await world.drain();
  assert.deepEqual(world.totals(), { stored: 3, dropped: 2, deadLettered: 0, refusedMerges: 0 });
  assert.equal(world.reports.at(-1)?.upTo, last);

  const { events, persons, groups } = world.documents;
  const [pageview] = await events.latest("1", { event: "$pageview" }, 10);
  assert.equal(pageview?.properties, '{"$groups":{"company":"acme"},"path":"/"}');
  assert.equal(pageview?.timestamp, NOON);
  assert.deepEqual((await groups.find("1", [{ type: "company", key: "acme" }]))[0]?.properties, { size: 3 });
  assert.deepEqual((await persons.find("2", ["bob"])).get("bob")?.properties, { plan: "pro" });
  assert.equal((await persons.find("1", ["bob"])).size, 0);
  assert.equal(await events.count("1", {}), 2);
  world.journal.sweep();
  assert.deepEqual(world.journal.groupRanges(), []);
});

test("what one distinct id does is done in its order, over events, requests, groups and portions", async (context) => {
  const world = await openDrainEnvironment(context);
  const steps = Array.from({ length: 5000 }, (_, step) =>
    rawEvent("step", "ann", { $set: { step }, $set_once: { first: step } }),
  );
  world.append(batchRequest(steps.slice(0, 10)), batchRequest(steps.slice(10, 20)));
  world.append(batchRequest(steps.slice(20)));
  world.append(batchRequest([rawEvent("last", "ann", { $unset: ["gone"], $set: { last: true } })]));
  await world.drain();
  const person = (await world.documents.persons.find("1", ["ann"])).get("ann");
  assert.deepEqual(person?.properties, { first: 0, step: 4999, last: true });
  assert.equal(await world.documents.events.count("1", {}), 5001);
});

test("an event that is sent again is stored once", async (context) => {
  const world = await openDrainEnvironment(context);
  const uuid = randomUUID();
  world.append(batchRequest([rawEvent("a", "ann", { uuid }), rawEvent("b", "ann", { uuid: uuid.toUpperCase() })]));
  world.append(batchRequest([rawEvent("a", "ann", { uuid })]));
  await world.drain();
  assert.equal(world.totals().stored, 1);
  assert.deepEqual(
    (await world.documents.events.latest("1", {}, 10)).map(({ event }) => event),
    ["a"],
  );
});

test("a woken drain takes what came meanwhile", async (context) => {
  const world = await openDrainEnvironment(context);
  const drain = world.start();
  for (const name of ["a", "b", "c"]) {
    const id = world.append(batchRequest([rawEvent(name, "ann")]));
    drain.wake();
    await world.until(() => world.reports.some(({ upTo }) => upTo === id));
  }
  assert.equal(await world.documents.events.count("1", {}), 3);
});

test("an event that the store will never take becomes a dead letter, and the rest is stored", async (context) => {
  const world = await openDrainEnvironment(context);
  world.operate(`CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event = 'poison'
    BEGIN SELECT RAISE(ABORT, 'events called poison are not for us'); END`);
  const uuid = randomUUID();
  const many = Array.from({ length: 100 }, (_, place) =>
    place === 37
      ? rawEvent("poison", "eve", { uuid, $set: { x: 1 } })
      : rawEvent("fine", "ann", { properties: { place } }),
  );
  // As a program of another version may have let it in.
  many.push(rawEvent("no uuid", "ann", { uuid: "not a uuid" }));
  world.append(batchRequest(many));
  await world.drain();
  assert.deepEqual(world.totals(), { stored: 99, dropped: 0, deadLettered: 2, refusedMerges: 0 });
  assert.equal(await world.documents.events.count("1", { event: "fine" }), 99);
  assert.equal(await world.documents.events.count("1", {}), 99);

  const letters = world.deadLetters();
  assert.deepEqual(
    letters.map(({ project_id, uuid, reason, at }) => [project_id, uuid, reason, at]),
    [
      ["1", uuid, "events called poison are not for us", NOON],
      ["1", "not a uuid", '"not a uuid" is not a UUID in lower case.', NOON],
    ],
  );
  const { event: name, distinctId, properties } = JSON.parse(String(letters[0]?.event));
  assert.deepEqual([name, distinctId, properties], ["poison", "eve", { $set: { x: 1 } }]);
});

test("what an event that cannot be taken undoes of others, merges too, is done again without it", async (context) => {
  const world = await openDrainEnvironment(context);
  world.operate(`CREATE TRIGGER strict BEFORE INSERT ON groups WHEN NEW.key = 'poison'
    BEGIN SELECT RAISE(ABORT, 'groups called poison are not for us'); END`);
  world.append(
    batchRequest([
      rawEvent("seen", "ann", { $set: { plan: "pro" } }),
      rawEvent("seen", "anon", { $set: { city: "Oslo" } }),
      rawEvent("$identify", "ann", { properties: { $anon_distinct_id: "anon" } }),
      rawEvent("seen", "eve", { properties: { $groups: { company: "poison" } } }),
    ]),
  );
  await world.drain();
  assert.deepEqual(world.totals(), { stored: 3, dropped: 0, deadLettered: 1, refusedMerges: 0 });
  const { persons } = world.documents;
  assert.deepEqual((await persons.find("1", ["anon"])).get("anon")?.properties, { plan: "pro", city: "Oslo" });
});

test("refused merges are counted, and told in one line without a name; their events are stored", async (context) => {
  const world = await openDrainEnvironment(context);
  const uuid = randomUUID();
  world.append(
    batchRequest([
      rawEvent("$identify", "ann", { properties: { $anon_distinct_id: "tablet" } }),
      rawEvent("$identify", "bob"),
      rawEvent("$identify", "bob", { uuid, properties: { $anon_distinct_id: "tablet" } }),
      rawEvent("$create_alias", "bob", { properties: { alias: "undefined" } }),
    ]),
  );
  await world.drain();
  assert.deepEqual(world.totals(), { stored: 4, dropped: 0, deadLettered: 0, refusedMerges: 2 });
  assert.deepEqual(world.warnings, [
    `event ${uuid} of project 1 asks for one of 2 merges that were refused: already_identified`,
  ]);
});

test("snapshots that make no sense become dead letters, and the others a recording", async (context) => {
  const world = await openDrainEnvironment(context);
  world.append(
    batchRequest([
      snapshot("s1", [rrweb(0), rrweb(1000)]),
      snapshot("s1", "not rrweb"),
      snapshot("s1", []),
      rawEvent("$snapshot", "ann", { properties: { $snapshot_data: [rrweb(0)] } }),
      rawEvent("$pageview", "ann"),
    ]),
  );
  await world.drain();
  assert.deepEqual(world.totals(), { stored: 2, dropped: 0, deadLettered: 3, refusedMerges: 0 });
  const [recording] = await world.documents.recordings.library.find("1", ["s1"]);
  assert.equal(recording?.summary.lastMs, NOON + 1000);
  for (const { reason } of world.deadLetters()) assert.match(String(reason), /^\$s(napshot_data|ession_id) is /);
  assert.equal(await world.documents.events.count("1", {}), 1, "a snapshot is kept in its recording only");
});

test("a dead letter that comes again is counted once", async (context) => {
  const world = await openDrainEnvironment(context);
  const again = { ...snapshot("s1", "no sense"), uuid: randomUUID() };
  world.append(batchRequest([again]));
  world.append(batchRequest([again]));
  await world.drain();
  assert.equal(world.totals().deadLettered, 1);
  assert.equal(world.deadLetters().length, 1);
});

test("while the store is away the drain pauses; when it is back all is stored once and in order", async (context) => {
  const world = await openDrainEnvironment(context);
  const total = 30;
  for (let step = 0; step < total; step++) {
    world.append(batchRequest([rawEvent("step", "ann", { $set: { step } }), snapshot("s1", [rrweb(step)])]));
  }
  // Away in the middle of a step: persons and recordings are written by then, events are not.
  world.operate("ALTER TABLE events RENAME TO away");
  const drain = world.start();
  await world.until(() => world.warnings.length >= 2);
  for (const warning of world.warnings) assert.match(warning, /^draining pauses for \d+ ms: .*no such table: events/);
  assert.deepEqual(world.reports, []);
  assert.equal(world.journal.groupRanges().length, total);
  world.operate("ALTER TABLE away RENAME TO events");
  await world.until(() => world.reports.length > 0);
  assert.deepEqual(world.totals(), { stored: 2 * total, dropped: 0, deadLettered: 0, refusedMerges: 0 });
  assert.equal(await world.documents.events.count("1", {}), total);
  assert.deepEqual((await world.documents.persons.find("1", ["ann"])).get("ann")?.properties, { step: total - 1 });
  assert.equal((await world.documents.recordings.library.find("1", ["s1"]))[0]?.summary.mouseActivity, total);
  await drain.stop();
});

test("where dead letters cannot be kept, the drain pauses too, and no event is blamed for it", async (context) => {
  const world = await openDrainEnvironment(context);
  world.append(batchRequest([rawEvent("a", "ann"), snapshot("s1", "no sense"), rawEvent("b", "ann")]));
  let isFull = true;
  world.start({
    setAside: async (letters) => {
      if (isFull) throw new Error("database or disk is full");
      return world.journal.deadLetters.setAside(letters);
    },
  });
  await world.until(() => world.warnings.some((warning) => warning.startsWith("draining pauses")));
  isFull = false;
  await world.until(() => world.reports.length > 0);
  assert.deepEqual(
    world.deadLetters().map(({ reason }) => String(reason).slice(0, 14)),
    ["$snapshot_data"],
  );
  assert.equal(await world.documents.events.count("1", {}), 2);
});

test("a step that is repeated after a crash changes nothing", async (context) => {
  const world = await openDrainEnvironment(context);
  world.append(
    batchRequest([
      rawEvent("$pageview", "anon", { $set_once: { first: "/" }, properties: { $groups: { company: "acme" } } }),
      rawEvent("$identify", "ann", { $set: { plan: "free" }, properties: { $anon_distinct_id: "anon" } }),
      snapshot("s1", [rrweb(0), rrweb(2000)]),
    ]),
    batchRequest([
      rawEvent("$create_alias", "ann", { properties: { alias: "annie" } }),
      rawEvent("$identify", "bob", { properties: { $anon_distinct_id: "guest" } }),
      rawEvent("$snapshot", "ann"),
      rawEvent("", "ann"),
    ]),
  );
  world.append(
    batchRequest([
      rawEvent("upgraded", "ann", { $set: { plan: "pro" }, $unset: ["first"] }),
      rawEvent("$groupidentify", "ann", {
        properties: { $group_type: "company", $group_key: "acme", $group_set: { size: 1 } },
      }),
      rawEvent("seen", "annie", { properties: { $session_id: "s1", $browser: "Firefox" } }),
    ]),
  );
  const crash = async () => {
    throw new Error("killed");
  };
  const first = world.start({ release: crash });
  await world.until(() => world.warnings.some((warning) => warning.includes("killed")));
  await first.stop();
  const before = world.contents();
  const letters = world.deadLetters();
  assert.ok((before.events?.length ?? 0) > 0 && letters.length === 1);
  await world.drain();
  await world.drain();
  assert.deepEqual(world.contents(), before);
  assert.deepEqual(world.deadLetters(), letters);
});

test("stopping ends a pause, and leaves in the journal what is not stored", async (context) => {
  const world = await openDrainEnvironment(context);
  world.append(batchRequest([rawEvent("a", "ann")]));
  world.operate("ALTER TABLE persons RENAME TO away");
  const drain = world.start();
  await world.until(() => world.warnings.length >= 3);
  await drain.stop();
  assert.equal(world.journal.groupRanges().length, 1);
  world.operate("ALTER TABLE away RENAME TO persons");
  await world.drain();
  assert.equal(await world.documents.events.count("1", {}), 1);
});
