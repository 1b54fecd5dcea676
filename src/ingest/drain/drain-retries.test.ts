import assert from "node:assert/strict";
import { test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";

const rrweb = (at: number) => ({ type: 3, timestamp: NOON + at, data: { source: 1 } });

test("pauses while the store is unavailable, then stores everything once and in order", async (context) => {
  const environment = await openDrainEnvironment(context);
  const total = 30;
  for (let step = 0; step < total; step++) {
    environment.append(batchRequest([rawEvent("step", "ann", { $set: { step } }), rawSnapshot("s1", [rrweb(step)])]));
  }
  // The step fails midway: recordings are written by then, events are not.
  environment.executeSql("ALTER TABLE events RENAME TO away");
  const drain = environment.start();
  await environment.until(() => environment.warnings.length >= 2);
  for (const warning of environment.warnings) assert.match(warning, /^draining pauses: .*no such table: events/);
  assert.deepEqual(environment.reports, []);
  assert.equal(environment.journal.groupRanges().length, total);
  environment.executeSql("ALTER TABLE away RENAME TO events");
  await environment.until(() => environment.reports.length > 0);
  assert.deepEqual(environment.totals(), { stored: 2 * total, dropped: 0, deadLettered: 0, refusedMerges: 0 });
  assert.equal(await countEvents(environment.store.events, "1", {}), total);
  assert.deepEqual((await environment.store.persons.find("1", ["ann"])).get("ann")?.properties, { step: total - 1 });
  assert.equal((await environment.store.recordings.library.find("1", ["s1"]))[0]?.summary.mouseActivity, total);
  await drain.stop();
});

test("pauses while dead letters cannot be stored, and blames no event for it", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.append(batchRequest([rawEvent("a", "ann"), rawSnapshot("s1", "invalid"), rawEvent("b", "ann")]));
  let isFull = true;
  environment.start({
    setAside: async (deadLetters) => {
      if (isFull) throw new Error("database or disk is full");
      return environment.journal.deadLetters.setAside(deadLetters);
    },
  });
  await environment.until(() => environment.warnings.some((warning) => warning.startsWith("draining pauses")));
  isFull = false;
  await environment.until(() => environment.reports.length > 0);
  assert.deepEqual(
    environment.deadLetters().map(({ reason }) => String(reason).slice(0, 14)),
    ["$snapshot_data"],
  );
  assert.equal(await countEvents(environment.store.events, "1", {}), 2);
});

test("repeating a step after a crash changes nothing", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.append(
    batchRequest([
      rawEvent("$pageview", "anon", { $set_once: { first: "/" }, properties: { $groups: { company: "acme" } } }),
      rawEvent("$identify", "ann", { $set: { plan: "free" }, properties: { $anon_distinct_id: "anon" } }),
      rawSnapshot("s1", [rrweb(0), rrweb(2000)]),
    ]),
    batchRequest([
      rawEvent("$create_alias", "ann", { properties: { alias: "annie" } }),
      rawEvent("$identify", "bob", { properties: { $anon_distinct_id: "guest" } }),
      rawEvent("$snapshot", "ann"),
      rawEvent("", "ann"),
    ]),
  );
  environment.append(
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
  const first = environment.start({ release: crash });
  await environment.until(() => environment.warnings.some((warning) => warning.includes("killed")));
  await first.stop();
  const before = environment.contents();
  const deadLetters = environment.deadLetters();
  assert.ok((before.events?.length ?? 0) > 0 && deadLetters.length === 1);
  await environment.drain();
  await environment.drain();
  assert.deepEqual(environment.contents(), before);
  assert.deepEqual(environment.deadLetters(), deadLetters);
});

test("what another node has overwritten since does not come back from a copy of the journal", async (context) => {
  const environment = await openDrainEnvironment(context);
  const properties = { $group_type: "company", $group_key: "acme", $group_set: { size: 1 } };
  environment.append(
    batchRequest([
      rawEvent("seen", "ann", { $set: { plan: "free" } }),
      rawEvent("$groupidentify", "ann", { properties }),
    ]),
  );
  const keepsGroups = environment.start({ release: async () => Promise.reject(new Error("killed")) });
  await environment.until(() => environment.warnings.some((warning) => warning.includes("killed")));
  await keepsGroups.stop();

  const { persons, groups } = environment.store;
  const person = async () => (await persons.find("1", ["ann"])).get("ann");
  const group = { type: "company", key: "acme" };
  await persons.update("1", [
    { uuid: (await person())?.uuid ?? "", changes: [{ set: { plan: "pro" } }], identify: false },
  ]);
  await groups.update("1", [{ ...group, at: NOON, changes: [{ set: { size: 2 } }] }]);
  await environment.drain();
  assert.deepEqual((await person())?.properties, { plan: "pro" });
  assert.deepEqual((await groups.find("1", [group]))[0]?.properties, { size: 2 });
});

test("stopping ends a pause, and leaves unstored groups in the journal", async (context) => {
  const environment = await openDrainEnvironment(context);
  environment.append(batchRequest([rawEvent("a", "ann")]));
  environment.executeSql("ALTER TABLE persons RENAME TO away");
  const drain = environment.start();
  await environment.until(() => environment.warnings.length >= 3);
  await drain.stop();
  assert.equal(environment.journal.groupRanges().length, 1);
  environment.executeSql("ALTER TABLE away RENAME TO persons");
  await environment.drain();
  assert.equal(await countEvents(environment.store.events, "1", {}), 1);
});
