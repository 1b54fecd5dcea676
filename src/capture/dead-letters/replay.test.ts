import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { Documents } from "../../storage/ports/engines.ts";
import { batch, event, NOON, openDrainWorld } from "../drain/test-drain.ts";
import type { LetterFilter } from "../journal/dead-letters.ts";
import { replayDeadLetters } from "./replay.ts";

const STRICT = `CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event = 'poison'
  BEGIN SELECT RAISE(ABORT, 'events called poison are not for us'); END`;
const STRICTER =
  "DROP TRIGGER strict; CREATE TRIGGER strict BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'nothing is for us'); END";

const snapshot = (data: unknown) =>
  event("$snapshot", "ann", { properties: { $session_id: "s1", $snapshot_data: data } });

/** A store that refuses events called poison, and dead letters: of two projects, and one snapshot that makes no sense. */
async function openLetters(context: TestContext) {
  const world = await openDrainWorld(context);
  world.operate(STRICT);
  world.append(
    batch([event("poison", "ann", { $set: { plan: "pro" } }), snapshot("no sense"), event("fine", "ann")]),
    batch([event("poison", "bob")], { projectId: "2" }),
  );
  await world.drain();
  assert.equal(world.totals().deadLettered, 3);
  return {
    ...world,
    letters: world.journal.deadLetters,
    replay: (filter: LetterFilter = {}, documents: Documents = world.documents) => {
      let tried = 0;
      const advance = (letters: number) => {
        tried += letters;
      };
      return replayDeadLetters(world.journal.deadLetters, filter, documents, advance).then((replayed) => ({
        ...replayed,
        tried,
      }));
    },
    /** The reasons of the dead letters that there are. */
    reasons: () => world.deadLetters().map(({ reason }) => String(reason)),
  };
}

test("what the store takes now goes through the domain and is stored; what is refused stays, with its new reason", async (context) => {
  const { replay, operate, documents, reasons } = await openLetters(context);
  operate("DROP TRIGGER strict");
  const before = reasons();
  assert.deepEqual(await replay(), { stored: 2, refused: 1, tried: 3 });
  const [poison] = await documents.events.latest("1", { event: "poison" }, 10);
  assert.deepEqual([poison?.timestamp, poison?.properties], [NOON, '{"$set":{"plan":"pro"}}']);
  assert.deepEqual((await documents.persons.find("1", ["ann"])).get("ann")?.properties, { plan: "pro" });
  assert.equal(await documents.events.count("2", {}), 1);
  assert.deepEqual(reasons(), [before[1]]);
  assert.deepEqual(await replay(), { stored: 0, refused: 1, tried: 1 });
});

test("one that is refused anew says why it is now", async (context) => {
  const { replay, operate, documents, reasons } = await openLetters(context);
  operate(STRICTER);
  assert.deepEqual(await replay({ projectId: "2" }), { stored: 0, refused: 1, tried: 1 });
  assert.deepEqual(
    reasons().toSorted(),
    [reasons()[1], "events called poison are not for us", "nothing is for us"].toSorted(),
  );
  assert.equal(await documents.events.count("2", {}), 0);
});

test("only those that the filter wants are tried", async (context) => {
  const { replay, operate, documents, letters } = await openLetters(context);
  operate("DROP TRIGGER strict");
  assert.deepEqual(await replay({ projectId: "2" }), { stored: 1, refused: 0, tried: 1 });
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 1, refused: 0, tried: 1 });
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 0, refused: 0, tried: 0 });
  assert.equal(letters.count(), 1);
  assert.equal(await documents.events.count("1", {}), 2);
});

test("a snapshot that makes sense by now goes into its recording", async (context) => {
  const { replay, documents, letters } = await openLetters(context);
  const rrweb = { type: 3, timestamp: NOON, data: { source: 1 } };
  const mended = {
    projectId: "1",
    uuid: randomUUID(),
    event: "$snapshot",
    distinctId: "ann",
    timestamp: NOON,
    receivedAt: NOON,
    properties: { $session_id: "s1", $snapshot_data: [rrweb] },
  };
  letters.setAside([{ projectId: "1", uuid: mended.uuid, reason: "mended", at: NOON, event: JSON.stringify(mended) }]);
  assert.deepEqual(await replay({ reason: "mended" }), { stored: 1, refused: 0, tried: 1 });
  assert.equal((await documents.recordings.find("1", ["s1"])).length, 1);
  assert.equal(await documents.events.count("1", { event: "$snapshot" }), 0);
});

test("a damaged one is refused, and holds up no other", async (context) => {
  const { replay, operate, letters, reasons } = await openLetters(context);
  operate("DROP TRIGGER strict");
  letters.setAside(
    ["{", "null", "{}"].map((text) => ({ projectId: "1", uuid: randomUUID(), reason: "?", at: NOON, event: text })),
  );
  assert.deepEqual(await replay({ reason: "not for us" }), { stored: 2, refused: 0, tried: 2 });
  assert.deepEqual(await replay({ reason: "?" }), { stored: 0, refused: 3, tried: 3 });
  assert.ok(reasons().includes("The dead letter is damaged: its event is no JSON object."));
});

test("where the store is away nothing goes; ended between storing and settling, it stores nothing twice", async (context) => {
  const { replay, operate, documents, letters, contents } = await openLetters(context);
  operate("DROP TRIGGER strict; ALTER TABLE events RENAME TO away");
  await assert.rejects(replay(), { name: "StoreUnavailable" });
  assert.equal(letters.count(), 3);
  operate("ALTER TABLE away RENAME TO events");

  const killed = { portions: letters.portions.bind(letters), settle: () => assert.fail("killed") };
  await assert.rejects(
    replayDeadLetters(killed, {}, documents, () => {}),
    { message: "killed" },
  );
  assert.equal(letters.count(), 3);
  const stored = contents();
  assert.equal(stored.events?.length, 3);
  assert.deepEqual(await replay(), { stored: 2, refused: 1, tried: 3 });
  assert.deepEqual(contents(), stored);
});
