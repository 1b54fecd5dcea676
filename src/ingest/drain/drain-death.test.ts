import assert from "node:assert/strict";
import { test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";
import { replayDeadLetters } from "../journal/replay-dead-letters.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { CrashGuard, InFlightRecord } from "./crash-guard.ts";
import type { Drain } from "./drain.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";

const deadly = () => batchRequest([rawEvent("before", "ann"), rawSnapshot("s1", [{ type: 2, timestamp: NOON }])]);

/** Opens an environment with deadly and other requests, in which drains die at the events chosen. */
async function openDeadlyEnvironment(context: Parameters<typeof openDrainEnvironment>[0]) {
  const environment = await openDrainEnvironment(context);
  const inFlight = new InFlightRecord(environment.directory, environment.journal.identity());
  context.after(() => inFlight.close());
  const store = (events: readonly NormalizedEvent[]) =>
    storeEvents(events, {
      store: environment.store,
      ...createDrainCaches(environment.journal.identity()),
      snapshotLimits: { bytes: 1_000_000, values: 1000 },
    });
  let drain: Drain | undefined;
  return {
    ...environment,
    inFlight,
    /** Runs a drain until it dies; returns the events of which it died. */
    async die(wasSeen: boolean): Promise<string[]> {
      const guard = new CrashGuard(inFlight, wasSeen);
      const died = new Promise<string[]>((resolve) => {
        drain = environment.start({
          guard: {
            runs: (groups) => guard.runs(groups),
            begin: () => {},
            settle: () => {},
            hasSuspects: false,
          },
          async store(events) {
            if (!events.some(({ event }) => event === "$snapshot")) return store(events);
            resolve(events.map(({ event }) => event));
            throw new StoreUnavailable("The drain is dead.");
          },
        });
      });
      const events = await died;
      await drain?.stop();
      return events;
    },
    drainToEnd: (wasSeen: boolean) => environment.drain({ guard: new CrashGuard(inFlight, wasSeen) }),
  };
}

test("a request of which the drain dies twice becomes a dead letter, others are stored once", async (context) => {
  const environment = await openDeadlyEnvironment(context);
  const { append, die } = environment;
  const other = (name: string) => batchRequest([rawEvent(name, "bob", { $set: { last: name } })]);
  append(other("first"), deadly(), other("second"));
  append(other("third"));
  assert.deepEqual(await die(false), ["first", "before", "$snapshot", "second", "third"]);
  assert.deepEqual(await die(true), ["before", "$snapshot"]);
  await environment.drainToEnd(true);

  const [letter, ...others] = environment.deadLetters();
  assert.deepEqual([letter?.project_id, letter?.session_id, others], ["1", "s1", []]);
  assert.match(String(letter?.reason), /^The drain died repeatedly/);
  assert.equal(environment.totals().deadLettered, 1);
  assert.equal(await countEvents(environment.store.events, "1", {}), 3);
  assert.deepEqual((await environment.store.persons.find("1", ["bob"])).get("bob")?.properties, { last: "third" });
});

test("a request that is refused in one run and stored in the next moves no checkpoint past others", async (context) => {
  const environment = await openDeadlyEnvironment(context);
  const { append, die, store } = environment;
  const seen = (distinctId: string) => rawEvent("seen", distinctId, { $set: { x: 1 } });
  const alias = rawEvent("$create_alias", "ann", { properties: { alias: "bob" } });
  append(deadly(), batchRequest([seen("ann"), seen("bob")]), batchRequest([alias]));
  for (const wasSeen of [false, true]) await die(wasSeen);
  const caches = createDrainCaches(environment.journal.identity());
  const snapshotLimits = { bytes: 1_000_000, values: 1000 };
  const interrupted = environment.start({
    guard: new CrashGuard(environment.inFlight, true),
    async store(events) {
      await storeEvents(events.slice(0, 2), { store, ...caches, snapshotLimits });
      throw new StoreUnavailable("The store was unavailable before the merge.");
    },
  });
  await environment.until(() => environment.warnings.some((warning) => warning.includes("before the merge")));
  await interrupted.stop();
  environment.inFlight.clear();
  await environment.drainToEnd(false);

  assert.equal(await countEvents(store.events, "1", {}), 4);
  const persons = await store.persons.find("1", ["ann", "bob"]);
  assert.equal(persons.get("bob")?.uuid, persons.get("ann")?.uuid);
});

test("a replay stores the whole request", async (context) => {
  const environment = await openDeadlyEnvironment(context);
  const { append, die, journal, store } = environment;
  append(deadly());
  for (const wasSeen of [false, true]) await die(wasSeen);
  await environment.drainToEnd(true);
  assert.equal(journal.deadLetters.list({}, { limit: 10, offset: 0 })[0]?.name, "whole request");

  const drain = environment.start({
    async release(upTo) {
      journal.release(upTo);
      journal.sweep();
    },
  });
  const options = { now: () => NOON, onProgress: () => {}, timeoutMs: 180_000 };
  assert.deepEqual(await replayDeadLetters(journal, {}, options), { stored: 1, refused: 0, waiting: 0 });
  await drain.stop();
  assert.deepEqual(environment.deadLetters(), []);
  assert.equal(await countEvents(store.events, "1", {}), 1);
  assert.equal((await store.recordings.library.find("1", ["s1"])).length, 1);
});
