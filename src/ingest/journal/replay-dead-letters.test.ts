import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";
import type { DeadLetterFilter } from "./dead-letters.ts";
import { JournalDatabase } from "./journal-database.ts";
import { replayDeadLetters } from "./replay-dead-letters.ts";

const TIMEOUT_MS = 180_000;
const REJECT_POISON_SQL = `CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event = 'poison'
  BEGIN SELECT RAISE(ABORT, 'events called poison are not for us'); END`;
const REJECT_ALL_SQL = `DROP TRIGGER strict; CREATE TRIGGER strict BEFORE INSERT ON events
  BEGIN SELECT RAISE(ABORT, 'nothing is for us'); END`;

/** Opens a store that rejects events named poison, with dead letters of two projects and of an invalid snapshot. */
async function openDeadLetters(context: TestContext) {
  const environment = await openDrainEnvironment(context);
  environment.executeSql(REJECT_POISON_SQL);
  environment.append(
    batchRequest([
      rawEvent("poison", "ann", { $set: { plan: "pro" } }),
      rawSnapshot("s1", "invalid"),
      rawEvent("fine", "ann"),
    ]),
    batchRequest([rawEvent("poison", "bob")], { projectId: "2" }),
  );
  await environment.drain();
  environment.journal.sweep();
  assert.equal(environment.totals().deadLettered, 3);
  const other = new JournalDatabase(environment.directory);
  context.after(() => other.close());
  const deadLetters = environment.journal.deadLetters;
  return {
    ...environment,
    deadLetters,
    /** Replays through another connection, while a drain runs. */
    async replay(filter: DeadLetterFilter = {}) {
      let known = 0;
      const onProgress = (more: number) => {
        known += more;
      };
      const drain = environment.start({
        release: async (upTo) => {
          environment.journal.release(upTo);
          environment.journal.sweep();
        },
      });
      const waking = setInterval(() => drain.wake(), 10);
      const replayed = await replayDeadLetters(other, filter, {
        now: Date.now,
        onProgress,
        timeoutMs: TIMEOUT_MS,
      });
      clearInterval(waking);
      await drain.stop();
      return { ...replayed, known };
    },
    reasons: () => deadLetters.list({}, { limit: 10, offset: 0 }).map(({ reason }) => reason),
  };
}

test("stores what the store accepts now; what it rejects becomes a dead letter again", async (context) => {
  const { replay, executeSql, store, deadLetters } = await openDeadLetters(context);
  executeSql("DROP TRIGGER strict");
  assert.deepEqual(await replay(), { stored: 2, refused: 1, waiting: 0, known: 3 });
  const [poison] = await store.events.latest("1", { event: "poison" }, 10);
  assert.deepEqual(
    [poison?.timestamp, poison?.receivedAt, poison?.properties],
    [NOON, NOON, '{"$set":{"plan":"pro"}}'],
  );
  assert.deepEqual((await store.persons.find("1", ["ann"])).get("ann")?.properties, { plan: "pro" });
  assert.equal(await countEvents(store.events, "2", {}), 1);
  assert.deepEqual(
    deadLetters.list({}, { limit: 10, offset: 0 }).map(({ name }) => name),
    ["$snapshot"],
  );
  assert.deepEqual(await replay(), { stored: 0, refused: 1, waiting: 0, known: 1 });
});

test("a letter rejected again gets the new reason", async (context) => {
  const { replay, executeSql, store, reasons } = await openDeadLetters(context);
  executeSql(REJECT_ALL_SQL);
  const invalid = reasons().filter((reason) => reason.startsWith("$snapshot"));
  assert.deepEqual(await replay({ projectId: "2" }), { stored: 0, refused: 1, waiting: 0, known: 1 });
  const expected = [...invalid, "events called poison are not for us", "nothing is for us"];
  assert.deepEqual(reasons().toSorted(), expected);
  assert.equal(await countEvents(store.events, "2", {}), 0);
});

test("replays only letters that match the filter", async (context) => {
  const { replay, executeSql, store, deadLetters } = await openDeadLetters(context);
  executeSql("DROP TRIGGER strict");
  assert.equal((await replay({ projectId: "2" })).stored, 1);
  assert.equal((await replay({ reason: "not for us" })).stored, 1);
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 0, refused: 0, waiting: 0, known: 0 });
  assert.equal(deadLetters.count(), 1);
  assert.equal(await countEvents(store.events, "1", {}), 2);
});

test("a damaged letter stays, with that as its reason, and blocks no other", async (context) => {
  const { replay, executeSql, deadLetters, reasons } = await openDeadLetters(context);
  executeSql("DROP TRIGGER strict");
  deadLetters.setAside([
    { projectId: "1", uuid: randomUUID(), reason: "not for us", sessionId: null, at: NOON, event: "{" },
  ]);
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 2, refused: 1, waiting: 0, known: 3 });
  assert.match(reasons()[0] ?? "", /^The dead letter is damaged: /);
});

test("without a drain the events wait in the journal, and the next drain stores them", async (context) => {
  const { executeSql, start, until, reports, store, journal, deadLetters } = await openDeadLetters(context);
  const onProgress = (more: number) => assert.equal(more, 0, "no outcome is known");
  const options = { now: Date.now, onProgress, timeoutMs: 0 };
  executeSql("DROP TRIGGER strict; ALTER TABLE events RENAME TO away");
  const replayed = await replayDeadLetters(journal, { reason: "not for us" }, options);
  assert.deepEqual(replayed, { stored: 0, refused: 0, waiting: 2 });
  assert.deepEqual([deadLetters.count(), journal.groupRanges().map(({ entries }) => entries)], [1, [2]]);
  const before = reports.length;
  start();
  executeSql("ALTER TABLE away RENAME TO events");
  await until(() => reports.length > before);
  assert.equal(await countEvents(store.events, "1", { event: "poison" }), 1);
  assert.equal(await countEvents(store.events, "2", {}), 1);
});
