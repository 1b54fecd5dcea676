import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { attach } from "../../test/support/test-people.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  readText,
  recordSnapshotsAt,
  sessionEvent,
  snapshotEvent,
} from "../../test/support/test-recording-environment.ts";
import { Problem } from "../lib/problem.ts";
import { recordSnapshots } from "./recorder.ts";
import {
  eraseRecording,
  listRecordings,
  pinRecording,
  type RecordingQuery,
  retrieveProperties,
  retrieveRecording,
  retrieveWithSources,
} from "./recording-library.ts";
import { playWhole } from "./recording-player.ts";

const session = { projectId: "1", sessionId: "a" };
const userId = 5;
const viewing = { userId, at: NOON };
const page = { limit: 100, offset: 0 };

forEachEnginePair((openEnvironment) => {
  test("lists recordings with figures, person, storage and whether the user has played them", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshots("1", [snapshotEvent("a"), snapshotEvent("a", { at: NOON + 3000 })], environment);
    await flushAll(environment);
    await recordSnapshots("1", [snapshotEvent("b", { at: NOON + 5000, distinctId: "bob" })], environment);
    const person = (await environment.persons.ensure("1", [{ distinctId: "ann", at: NOON }])).get("ann");
    assert.ok(person);
    await attach(environment.persons, "1", "ann@example.com", person.uuid);
    await readText(await playWhole(session, viewing, environment));

    const { count, items } = await listRecordings("1", {}, page, userId, environment);
    assert.equal(count, 2);
    assert.deepEqual(
      items.map((item) => [
        item.sessionId,
        item.storage,
        item.viewed,
        item.recordingDuration,
        item.person?.distinctIds,
      ]),
      [
        ["b", "in_memory", false, 0, undefined],
        ["a", "object_storage", true, 3, ["ann", "ann@example.com"]],
      ],
    );
    assert.equal(items[0]?.person, null);
    assert.equal(items[1]?.person?.uuid, person.uuid);
    assert.equal(items[1]?.pinnedCount, 0);
    assert.deepEqual(await retrieveRecording(session, userId, environment), items[1]);
    assert.equal((await retrieveRecording(session, 6, environment)).viewed, false);
  });

  test("looks up a page's persons together, with at most a hundred distinct ids each", async (t) => {
    const environment = await openEnvironment(t);
    const people = Array.from({ length: 30 }, (_, index) => ({ distinctId: `p${index}`, at: NOON + index }));
    const uuid = (await environment.persons.ensure("1", people)).get("p0")?.uuid;
    assert.ok(uuid);
    for (let index = 0; index < 120; index++) await attach(environment.persons, "1", `p0-${index}`, uuid);
    const events = people.flatMap(({ distinctId }) =>
      [0, 1].map((n) => snapshotEvent(`${distinctId}/${n}`, { distinctId })),
    );
    await recordSnapshots("1", events, environment);
    let calls = 0;
    const summarize: typeof environment.persons.summarize = (...args) => {
      calls += 1;
      return environment.persons.summarize(...args);
    };
    const persons = { ...environment.persons, summarize };
    const { items } = await listRecordings("1", {}, page, userId, { ...environment, persons });
    assert.equal(calls, 1);
    for (const { summary, person } of items) assert.equal(person?.distinctIds[0], summary.distinctId);
    assert.deepEqual(new Set(items.map(({ person }) => person?.distinctIds.length)), new Set([1, 100]));
  });

  test("a list has less than megabytes of one person; the recording has all", async (t) => {
    const environment = await openEnvironment(t);
    const found = await environment.persons.ensure("1", [{ distinctId: "ann", at: NOON }]);
    const { uuid } = found.get("ann") ?? assert.fail();
    const set = { text: "x".repeat(9000) };
    await environment.persons.update("1", [{ uuid, changes: [{ set }], identify: false }]);
    for (let index = 0; index < 99; index++) await attach(environment.persons, "1", `${index}`.padEnd(200), uuid);
    const listed = async () => (await listRecordings("1", {}, { limit: 1000, offset: 0 }, userId, environment)).items;
    await recordSnapshots("1", [snapshotEvent("a")], environment);
    assert.deepEqual((await listed())[0]?.person?.properties, set);
    const sessions = Array.from({ length: 199 }, (_, index) => snapshotEvent(`s${index}`));
    await recordSnapshots("1", sessions, environment);
    const persons = (await listed()).map(({ person }) => person);
    assert.equal(persons.length, 200);
    assert.ok(JSON.stringify(persons).length < 1.2 * 1024 * 1024, `${JSON.stringify(persons).length}`);
    assert.deepEqual([persons[0]?.properties, persons[0]?.distinctIds[0]], [null, "ann"]);
    const { person } = await retrieveRecording(session, userId, environment);
    assert.deepEqual([person?.properties, person?.distinctIds.length], [set, 100]);
  });

  test("a page is part of the project's own list", async (t) => {
    const environment = await openEnvironment(t);
    for (const [index, id] of ["a", "b", "c"].entries()) await recordSnapshotsAt(environment, id, [index]);
    await recordSnapshots("2", [snapshotEvent("theirs")], environment);
    const { count, items } = await listRecordings("1", {}, { limit: 1, offset: 1 }, userId, environment);
    assert.deepEqual([count, items.map(({ sessionId }) => sessionId)], [3, ["b"]]);
    assert.deepEqual(await listRecordings("3", {}, page, userId, environment), { count: 0, items: [] });
    await assert.rejects(retrieveRecording({ projectId: "1", sessionId: "theirs" }, userId, environment), isNotFound);
  });

  test("retrieves a recording with the sources of its snapshots", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    await recordSnapshotsAt(environment, "a", [1]);
    const { recording, sources } = await retrieveWithSources(session, userId, environment);
    assert.equal(recording.storage, "in_memory");
    assert.deepEqual(
      sources.map(({ source }) => source),
      ["object_storage", "in_memory"],
    );
    await assert.rejects(retrieveWithSources({ ...session, sessionId: "none" }, userId, environment), isNotFound);
  });

  test("retrieves the saved properties of the given recordings, newest first", async (t) => {
    const environment = await openEnvironment(t);
    const seen = (sessionId: string) =>
      sessionEvent("$pageview", { $session_id: sessionId, $os: `os of ${sessionId}` });
    await recordSnapshotsAt(environment, "a", [0]);
    await recordSnapshotsAt(environment, "b", [9]);
    await recordSnapshotsAt(environment, "c", [5]);
    await recordSnapshots("1", [seen("a"), seen("b"), seen("no recording")], environment);

    const retrieved = await retrieveProperties("1", ["a", "c", "b", "none", "no recording"], userId, environment);
    assert.equal(retrieved.recording.sessionId, "b");
    assert.deepEqual(retrieved.results, [
      { sessionId: "b", properties: { $os: "os of b" } },
      { sessionId: "c", properties: {} },
      { sessionId: "a", properties: { $os: "os of a" } },
    ]);
    const newest = await retrieveProperties("1", null, userId, environment);
    assert.deepEqual(
      newest.results.map(({ sessionId }) => sessionId),
      ["b"],
    );
    await assert.rejects(retrieveProperties("1", ["none"], userId, environment), isNotFound);
    await assert.rejects(retrieveProperties("2", null, userId, environment), isNotFound);
  });

  test("lists and counts the recordings that match a query", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshots(
      "1",
      [snapshotEvent("a", { distinctId: "ann" }), snapshotEvent("b", { distinctId: "bob" })],
      environment,
    );
    await recordSnapshots("1", [snapshotEvent("c", { distinctId: "anna", at: NOON + 1000 })], environment);
    await recordSnapshots("1", [snapshotEvent("c", { distinctId: "anna", at: NOON + 60_500 })], environment);
    const found = await environment.persons.ensure("1", [{ distinctId: "ann", at: NOON }]);
    const uuid = found.get("ann")?.uuid ?? "";
    await attach(environment.persons, "1", "anna", uuid);
    const list = async (query: RecordingQuery, limit = 10) => {
      const { count, items } = await listRecordings("1", query, { limit, offset: 0 }, userId, environment);
      return [count, ...items.map(({ sessionId }) => sessionId)];
    };
    assert.deepEqual(await list({ personUuid: uuid }), [2, "c", "a"]);
    assert.deepEqual(await list({ personUuid: uuid }, 1), [2, "c"]);
    assert.deepEqual(await list({ personUuid: randomUUID() }), [0]);
    assert.deepEqual(await list({ personUuid: uuid, distinctIds: ["ann"] }), [1, "a"]);
    assert.deepEqual(await list({ personUuid: uuid, distinctIds: ["bob"] }), [0]);
    assert.deepEqual(await list({ distinctIds: ["bob"] }), [1, "b"]);
    assert.deepEqual(await list({ minDuration: 0 }), [3, "c", "a", "b"]);
    assert.deepEqual(await list({ minDuration: 60 }), [1, "c"]);
    const [longest] = (await listRecordings("1", { minDuration: 60 }, page, userId, environment)).items;
    assert.equal(longest?.recordingDuration, 60);
    assert.deepEqual(await list({ minDuration: 61 }), [0]);
    assert.deepEqual(await list({ from: NOON + 1, to: NOON + 1000, sessionIds: ["b", "c"] }), [1, "c"]);
  });

  test("refuses a person with too many distinct ids", async (t) => {
    const environment = await openEnvironment(t);
    const many = Array.from({ length: 10_001 }, (_, index) => `id ${index}`);
    const persons = { ...environment.persons, distinctIds: async () => many };
    const listed = listRecordings("1", { personUuid: randomUUID() }, page, userId, { ...environment, persons });
    await assert.rejects(listed, { code: "invalid_input", attr: "person_uuid" });
  });

  test("counts the users who pinned a recording; a pinned one does not expire", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    const pinned = async () => (await retrieveRecording(session, userId, environment)).pinnedCount;
    for (const user of [1, 2, 1]) await pinRecording(session, user, true, environment.library);
    assert.equal(await pinned(), 2);
    for (const user of [1, 3, 1]) await pinRecording(session, user, false, environment.library);
    assert.equal(await pinned(), 1);
    for (const isPinned of [true, false]) {
      await assert.rejects(
        pinRecording({ ...session, sessionId: "none" }, 1, isPinned, environment.library),
        isNotFound,
      );
    }
    assert.deepEqual(await environment.erasure.expired(NOON + 1, 10), []);
    await pinRecording(session, 2, false, environment.library);
    assert.equal((await environment.erasure.expired(NOON + 1, 10)).length, 1);
  });

  test("an erased recording is gone everywhere, and later events for it are dropped", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    await recordSnapshotsAt(environment, "a", [1]);
    await readText(await playWhole(session, viewing, environment));
    assert.ok(environment.memory.bytes > 0);

    await eraseRecording(session, NOON, environment);
    assert.equal(environment.memory.bytes, 0);
    for await (const key of environment.files.list("")) assert.fail(key);
    await recordSnapshotsAt(environment, "a", [2]);
    await assert.rejects(retrieveRecording(session, userId, environment), isNotFound);
    await assert.rejects(playWhole(session, viewing, environment), isNotFound);
    await assert.rejects(eraseRecording(session, NOON, environment), isNotFound);
  });

  test("another project's recording cannot be erased", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    await assert.rejects(eraseRecording({ ...session, projectId: "2" }, NOON, environment), isNotFound);
    assert.equal((await readText(await playWhole(session, viewing, environment))).length > 0, true);
  });
});

function isNotFound(error: unknown): boolean {
  return error instanceof Problem && error.code === "not_found";
}
