import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { batchRequest, NOON, openDrainEnvironment, rawEvent } from "../drain/test-drain.ts";
import type { DeadLetterFilter } from "../journal/dead-letters.ts";
import { JournalDatabase } from "../journal/journal-database.ts";
import { replayDeadLetters } from "./replay-dead-letters.ts";

const TIMEOUT_MS = 20_000;
const REJECT_POISON_SQL = `CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event = 'poison'
  BEGIN SELECT RAISE(ABORT, 'events called poison are not for us'); END`;
const REJECT_ALL_SQL = `DROP TRIGGER strict; CREATE TRIGGER strict BEFORE INSERT ON events
  BEGIN SELECT RAISE(ABORT, 'nothing is for us'); END`;

const snapshot = (data: unknown) =>
  rawEvent("$snapshot", "ann", { properties: { $session_id: "s1", $snapshot_data: data } });

/** A store that refused events called poison, and dead letters: of two projects, and one snapshot that makes no sense. */
async function openDeadLetters(context: TestContext) {
  const world = await openDrainEnvironment(context);
  world.operate(REJECT_POISON_SQL);
  world.append(
    batchRequest([rawEvent("poison", "ann", { $set: { plan: "pro" } }), snapshot("no sense"), rawEvent("fine", "ann")]),
    batchRequest([rawEvent("poison", "bob")], { projectId: "2" }),
  );
  await world.drain();
  world.journal.sweep();
  assert.equal(world.totals().deadLettered, 3);
  const other = new JournalDatabase(world.directory);
  context.after(() => other.close());
  const letters = world.journal.deadLetters;
  return {
    ...world,
    letters,
    /** Replays as another process does, while a drain runs. */
    async replay(filter: DeadLetterFilter = {}) {
      let known = 0;
      const onProgress = (more: number) => {
        known += more;
      };
      const drain = world.start({
        release: async (upTo) => {
          world.journal.release(upTo);
          world.journal.sweep();
        },
      });
      const looking = setInterval(() => drain.wake(), 10);
      const replayed = await replayDeadLetters(other, filter, {
        now: Date.now,
        onProgress,
        timeoutMs: TIMEOUT_MS,
      });
      clearInterval(looking);
      await drain.stop();
      return { ...replayed, known };
    },
    reasons: () => letters.list({}, 10).map(({ reason }) => reason),
  };
}

test("what the store takes now goes through the domain and is stored; what is refused is a dead letter again", async (context) => {
  const { replay, operate, documents, letters } = await openDeadLetters(context);
  operate("DROP TRIGGER strict");
  assert.deepEqual(await replay(), { stored: 2, refused: 1, waiting: 0, known: 3 });
  const [poison] = await documents.events.latest("1", { event: "poison" }, 10);
  assert.deepEqual(
    [poison?.timestamp, poison?.receivedAt, poison?.properties],
    [NOON, NOON, '{"$set":{"plan":"pro"}}'],
  );
  assert.deepEqual((await documents.persons.find("1", ["ann"])).get("ann")?.properties, { plan: "pro" });
  assert.equal(await documents.events.count("2", {}), 1);
  assert.deepEqual(
    letters.list({}, 10).map(({ name }) => name),
    ["$snapshot"],
  );
  assert.deepEqual(await replay(), { stored: 0, refused: 1, waiting: 0, known: 1 });
});

test("one that is refused again says why it is now", async (context) => {
  const { replay, operate, documents, reasons } = await openDeadLetters(context);
  operate(REJECT_ALL_SQL);
  const senseless = reasons().filter((reason) => reason.startsWith("$snapshot"));
  assert.deepEqual(await replay({ projectId: "2" }), { stored: 0, refused: 1, waiting: 0, known: 1 });
  const expected = [...senseless, "events called poison are not for us", "nothing is for us"];
  assert.deepEqual(reasons().toSorted(), expected);
  assert.equal(await documents.events.count("2", {}), 0);
});

test("only those that the filter wants are tried", async (context) => {
  const { replay, operate, documents, letters } = await openDeadLetters(context);
  operate("DROP TRIGGER strict");
  assert.equal((await replay({ projectId: "2" })).stored, 1);
  assert.equal((await replay({ reason: "not for us" })).stored, 1);
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 0, refused: 0, waiting: 0, known: 0 });
  assert.equal(letters.count(), 1);
  assert.equal(await documents.events.count("1", {}), 2);
});

test("one that is damaged stays, says so, and holds up no other", async (context) => {
  const { replay, operate, letters, reasons } = await openDeadLetters(context);
  operate("DROP TRIGGER strict");
  letters.setAside([
    { projectId: "1", uuid: randomUUID(), reason: "not for us", sessionId: null, at: NOON, event: "{" },
  ]);
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 2, refused: 1, waiting: 0, known: 3 });
  assert.match(reasons()[0] ?? "", /^The dead letter is damaged: /);
});

test("without a drain they wait in the journal, and are stored by the next one; a store that is away loses none", async (context) => {
  const { operate, start, until, reports, documents, journal, letters } = await openDeadLetters(context);
  const onProgress = (more: number) => assert.equal(more, 0, "nothing is known yet");
  const options = { now: Date.now, onProgress, timeoutMs: 0 };
  operate("DROP TRIGGER strict; ALTER TABLE events RENAME TO away");
  const replayed = await replayDeadLetters(journal, { reason: "not for us" }, options);
  assert.deepEqual(replayed, { stored: 0, refused: 0, waiting: 2 });
  assert.deepEqual([letters.count(), journal.groupRanges().map(({ entries }) => entries)], [1, [2]]);
  const before = reports.length;
  start();
  operate("ALTER TABLE away RENAME TO events");
  await until(() => reports.length > before);
  assert.equal(await documents.events.count("1", { event: "poison" }), 1);
  assert.equal(await documents.events.count("2", {}), 1);
});
