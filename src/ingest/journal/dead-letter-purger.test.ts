import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";
import { mouseMove } from "../../../test/support/test-events.ts";
import { journalEntry } from "../../../test/support/test-journal.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";
import { deadLetterPurger } from "./dead-letter-purger.ts";
import type { DeadLetterFilter } from "./dead-letters.ts";

/** Opens a node, which may have recordings and dead letters of the same sessions. */
async function openDeadLetters(context: TestContext) {
  const environment = await openDrainEnvironment(context);
  const { store, journal } = environment;
  const ports = {
    deadLetters: journal.deadLetters,
    erasure: async () => store.recordings.erasure,
    removals: async () => store.projectRemovals,
    deleteBatch: async (letters: DeadLetterFilter) => journal.deadLetters.deleteBatch(letters),
  };
  return {
    ...environment,
    ports,
    async send(projectId: string, ...sessionIds: unknown[]) {
      const events = sessionIds.flatMap((id) => [rawSnapshot(id, "invalid"), rawSnapshot(id, [mouseMove(NOON)])]);
      environment.append(batchRequest(events, { projectId }));
      await environment.drain();
    },
    erase: (projectId: string, sessionId: string) => store.recordings.erasure.erase(projectId, sessionId, NOON),
    remaining: () => journal.deadLetters.sessions(null, 100).map(({ projectId, sessionId }) => [projectId, sessionId]),
  };
}

test("deletes dead letters with snapshots of erased recordings, and no others", async (context) => {
  const { send, erase, remaining, ports, journal, append, drain } = await openDeadLetters(context);
  append(batchRequest([rawEvent("$snapshot", "ann", { properties: { $snapshot_data: "of no session" } })]));
  await drain();
  await send("1", "a", "b");
  await send("2", "a");
  const purge = deadLetterPurger(ports);
  await purge();
  assert.equal(journal.deadLetters.count(), 4);
  assert.equal(await erase("1", "a"), true);
  await purge();
  assert.deepEqual(remaining(), [
    ["1", "b"],
    ["2", "a"],
  ]);
  assert.equal(journal.deadLetters.count(), 3);
});

test("deletes dead letters of removed projects, and no others", async (context) => {
  const { send, remaining, ports, store } = await openDeadLetters(context);
  for (let count = 0; count < 2; count++) {
    await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  }
  await send("1", "a", "b");
  await send("2", "a");
  assert.deepEqual(ports.deadLetters.projects(), ["1", "2"]);
  await store.projectRemovals.begin("1", NOON);
  await deadLetterPurger(ports)();
  assert.deepEqual(remaining(), [["2", "a"]]);
  assert.deepEqual(ports.deadLetters.projects(), ["2"]);
});

test("keeps events that are no snapshots, whatever their session", async (context) => {
  const { send, erase, ports, journal, executeSql, append, drain } = await openDeadLetters(context);
  executeSql("CREATE TRIGGER strict BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'not for us'); END");
  append(batchRequest([rawEvent("$pageview", "ann", { properties: { $session_id: "a" } })]));
  await drain();
  await send("1", "a");
  await erase("1", "a");
  await deadLetterPurger(ports)();
  assert.deepEqual(
    journal.deadLetters.list({}, { limit: 10, offset: 0 }).map(({ name }) => name),
    ["$pageview"],
  );
});

const ids: [name: string, json: string, sessionId: string][] = [
  ["a number", "12345", "12345"],
  ["a number that JavaScript cannot represent", "12345678901234567890123", "12345678901234567890123"],
  ["a boolean", "true", "true"],
  ["with NUL and a lone surrogate", '"a\\u0000b\\ud800"', "a\uFFFDb\uFFFD"],
  ["with the escape character of an engine", '"a\\uffff0000"', "a\uFFFF0000"],
  ["as long as allowed", JSON.stringify("x".repeat(200)), "x".repeat(200)],
];
for (const [name, json, sessionId] of ids) {
  test(`finds a session by an id of any form: ${name}`, async (context) => {
    const { append, drain, erase, remaining, ports, journal } = await openDeadLetters(context);
    const body = (data: string) =>
      `{"event":"$snapshot","distinct_id":"ann","properties":{"$session_id":${json},"$snapshot_data":${data}}}`;
    append(journalEntry(body('"invalid"')), journalEntry(body(JSON.stringify([mouseMove(NOON)]))));
    await drain();
    assert.deepEqual(remaining(), [["1", sessionId]]);
    assert.equal(await erase("1", sessionId), true);
    await deadLetterPurger(ports)();
    assert.equal(journal.deadLetters.count(), 0);
  });
}

test("checks one batch of sessions at a time, and then begins again", async (context) => {
  const { send, erase, remaining, ports } = await openDeadLetters(context);
  await send("1", "a", "b", "c");
  await send("2", "a");
  const purge = deadLetterPurger(ports, 2);
  for (const sessionId of ["a", "c"]) await erase("1", sessionId);
  await purge();
  assert.deepEqual(remaining(), [
    ["1", "b"],
    ["1", "c"],
    ["2", "a"],
  ]);
  await erase("1", "b");
  await purge();
  assert.deepEqual(remaining(), [
    ["1", "b"],
    ["2", "a"],
  ]);
  for (let times = 0; times < 2; times++) await purge();
  assert.deepEqual(remaining(), [["2", "a"]]);
});

test("an unavailable store delays only the sessions of that batch, which are checked again", async (context) => {
  const { send, erase, remaining, ports } = await openDeadLetters(context);
  await send("1", "a", "b");
  for (const sessionId of ["a", "b"]) await erase("1", sessionId);
  let isUnavailable = true;
  const erasure = async () => {
    if (isUnavailable) throw new StoreUnavailable("unavailable");
    return ports.erasure();
  };
  const purge = deadLetterPurger({ ...ports, erasure }, 1);
  await assert.rejects(purge(), StoreUnavailable);
  isUnavailable = false;
  await purge();
  assert.deepEqual(remaining(), [["1", "a"]]);
  for (let times = 0; times < 2; times++) await purge();
  assert.deepEqual(remaining(), []);
});

test("leaves the rest to the next call when aborted", async (context) => {
  const { send, erase, remaining, ports } = await openDeadLetters(context);
  await send("1", "a");
  await erase("1", "a");
  await deadLetterPurger(ports)(AbortSignal.abort());
  assert.deepEqual(remaining(), [["1", "a"]]);
});
