import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { mouseMove } from "../../recordings/test-events.ts";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent } from "../drain/test-drain.ts";
import { journalEntry } from "../journal/test-journal.ts";
import { DeadLetterPurger } from "./dead-letter-purger.ts";

const snapshot = (sessionId: unknown, data: unknown = "no sense") =>
  rawEvent("$snapshot", "ann", { properties: { $session_id: sessionId, $snapshot_data: data } });

/** A node with recordings and, of the same sessions, dead letters. */
async function openDeadLetters(context: TestContext) {
  const world = await openDrainEnvironment(context);
  const { documents, journal } = world;
  const ports = {
    letters: journal.deadLetters,
    erasure: async () => documents.recordings.erasure,
    drop: async (session: { projectId: string; sessionId: string }) => journal.deadLetters.deleteBySession(session),
  };
  return {
    ...world,
    ports,
    async send(projectId: string, ...sessionIds: unknown[]) {
      const events = sessionIds.flatMap((id) => [snapshot(id), snapshot(id, [mouseMove(NOON)])]);
      world.append(batchRequest(events, { projectId }));
      await world.drain();
    },
    erase: (projectId: string, sessionId: string) => documents.recordings.erasure.erase(projectId, sessionId, NOON),
    left: () => journal.deadLetters.sessions(null, 100).map(({ projectId, sessionId }) => [projectId, sessionId]),
  };
}

test("dead letters with snapshots of what was erased go, those of other projects and recordings stay", async (context) => {
  const { send, erase, left, ports, journal, append, drain } = await openDeadLetters(context);
  append(batchRequest([rawEvent("$snapshot", "ann", { properties: { $snapshot_data: "of no session" } })]));
  await drain();
  await send("1", "a", "b");
  await send("2", "a");
  const erased = new DeadLetterPurger(ports);
  await erased.purge();
  assert.equal(journal.deadLetters.count(), 4);
  assert.equal(await erase("1", "a"), true);
  await erased.purge();
  assert.deepEqual(left(), [
    ["1", "b"],
    ["2", "a"],
  ]);
  assert.equal(journal.deadLetters.count(), 3);
});

test("an event that is no snapshot stays, whatever its session", async (context) => {
  const { send, erase, ports, journal, operate, append, drain } = await openDeadLetters(context);
  operate("CREATE TRIGGER strict BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'not for us'); END");
  append(batchRequest([rawEvent("$pageview", "ann", { properties: { $session_id: "a" } })]));
  await drain();
  await send("1", "a");
  await erase("1", "a");
  await new DeadLetterPurger(ports).purge();
  assert.deepEqual(
    journal.deadLetters.list({}, 10).map(({ name }) => name),
    ["$pageview"],
  );
});

const ids: [name: string, json: string, sessionId: string][] = [
  ["a number", "12345", "12345"],
  ["a number with more digits than it can have", "12345678901234567890123", "12345678901234567890123"],
  ["a boolean", "true", "true"],
  ["with NUL and half a pair", '"a\\u0000b\\ud800"', "a\uFFFDb\uFFFD"],
  ["with what an engine escapes", '"a\\uffff0000"', "a\uFFFF0000"],
  ["as long as may be", JSON.stringify("x".repeat(200)), "x".repeat(200)],
];
for (const [name, json, sessionId] of ids) {
  test(`a session's id in whatever form: ${name}`, async (context) => {
    const { append, drain, erase, left, ports, journal } = await openDeadLetters(context);
    const body = (data: string) =>
      `{"event":"$snapshot","distinct_id":"ann","properties":{"$session_id":${json},"$snapshot_data":${data}}}`;
    append(journalEntry(body('"no sense"')), journalEntry(body(JSON.stringify([mouseMove(NOON)]))));
    await drain();
    assert.deepEqual(left(), [["1", sessionId]]);
    assert.equal(await erase("1", sessionId), true);
    await new DeadLetterPurger(ports).purge();
    assert.equal(journal.deadLetters.count(), 0);
  });
}

test("so many sessions are asked for each time, in turn, and again from the first", async (context) => {
  const { send, erase, left, ports } = await openDeadLetters(context);
  await send("1", "a", "b", "c");
  await send("2", "a");
  const erased = new DeadLetterPurger(ports, 2);
  for (const sessionId of ["a", "c"]) await erase("1", sessionId);
  await erased.purge();
  assert.deepEqual(left(), [
    ["1", "b"],
    ["1", "c"],
    ["2", "a"],
  ]);
  await erase("1", "b");
  await erased.purge();
  assert.deepEqual(left(), [
    ["1", "b"],
    ["2", "a"],
  ]);
  for (let times = 0; times < 2; times++) await erased.purge();
  assert.deepEqual(left(), [["2", "a"]]);
});

test("a store that is away keeps none but the sessions at hand waiting, and those come again", async (context) => {
  const { send, erase, left, ports } = await openDeadLetters(context);
  await send("1", "a", "b");
  for (const sessionId of ["a", "b"]) await erase("1", sessionId);
  let isAway = true;
  const erasure = async () => {
    if (isAway) throw new StoreUnavailable("away");
    return ports.erasure();
  };
  const erased = new DeadLetterPurger({ ...ports, erasure }, 1);
  await assert.rejects(erased.purge(), StoreUnavailable);
  isAway = false;
  await erased.purge();
  assert.deepEqual(left(), [["1", "a"]]);
  for (let times = 0; times < 2; times++) await erased.purge();
  assert.deepEqual(left(), []);
});

test("stopped, it leaves what is left to the next time", async (context) => {
  const { send, erase, left, ports } = await openDeadLetters(context);
  await send("1", "a");
  await erase("1", "a");
  await new DeadLetterPurger(ports).purge(AbortSignal.abort());
  assert.deepEqual(left(), [["1", "a"]]);
});
