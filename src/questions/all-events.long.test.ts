import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { collect, newEvent, storedEvents } from "../../test/conformance/samples.ts";
import { countEvents } from "../../test/support/count-events.ts";
import { fileAndLeave } from "../../test/support/file-and-leave.ts";
import { completeEvents, openAnswers } from "../service/open-answers.ts";
import { readConfig } from "../settings/config.ts";
import { openFolder } from "../store/filesystem/files.ts";
import type { EventFilter, EventPosition, StoredEvent } from "../store/ports/events.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { openLocalFiles } from "./history/cached-files.ts";
import { historyEraser } from "./history/history-eraser.ts";
import { historyRecords } from "./history/history-records.ts";
import { openProjectEvents } from "./history/project-events.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-left-"));
const store = await openSqlite(directory);
const fileStore = await openFolder(directory);
const { files } = fileStore;
const answers = openAnswers(readConfig({ DATA_DIR: directory }), store, { files }, { error: assert.fail });
const events = completeEvents(store, async () => answers);
after(async () => {
  await answers.close();
  await fileStore.close();
  await store.close();
  await rm(directory, { recursive: true });
});

const { id: project } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
const NOON = Date.UTC(2026, 0, 10, 12);
const NOW = Date.now();
const PROPERTIES = '{ "n": 123456789012345678901234567890.10, "half": "\\ud800" }';
/** Many have the same time, arrive late, or belong to another day. */
const old = Array.from({ length: 60 }, (_, index) =>
  newEvent(project, {
    uuid: randomUUID(),
    event: index % 2 === 0 ? "even" : "odd",
    distinctId: ["ada", "bob", "a\0b"][index % 3] as string,
    timestamp: NOON - Math.floor(index / 7) * 40_000_000,
    receivedAt: NOON + index,
    properties: PROPERTIES,
  }),
);
const young = Array.from({ length: 10 }, (_, index) => newEvent(project, { timestamp: NOW - index, receivedAt: NOW }));
const late = newEvent(project, { timestamp: NOON - 5, receivedAt: NOW });

async function pages(filter: EventFilter, limit: number): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  let before: EventPosition | null = null;
  do {
    const page = await events.newest(project, filter, before, { events: limit, bytes: 1e6 });
    assert.ok(page.events.length <= limit);
    found.push(...page.events);
    before = page.next;
  } while (before !== null);
  return found;
}

const uuidsOf = (list: readonly StoredEvent[]) => list.map(({ uuid }) => uuid).toSorted();

async function assertAll(all: readonly StoredEvent[]): Promise<void> {
  const local = await openLocalFiles(directory, "eraser", files, 0);
  const ports = { events: store.events, records: historyRecords(store.records), local };
  const read = await openProjectEvents(project, ports, join(directory, "read"));
  for (const [filter, matches] of [
    [{}, () => true],
    [{ event: "odd" }, ({ event }: StoredEvent) => event === "odd"],
    [{ distinctIds: ["ada", "a\0b"] }, ({ distinctId }: StoredEvent) => ["ada", "a\0b"].includes(distinctId)],
    [{ from: NOON - 100, to: NOW }, ({ timestamp }: StoredEvent) => timestamp >= NOON - 100 && timestamp < NOW],
    [{ from: NOW - 3 }, ({ timestamp }: StoredEvent) => timestamp >= NOW - 3],
  ] as const) {
    const expected = all.filter(matches);
    assert.equal(await read.count(filter), expected.length);
    const listed = await pages(filter, 25);
    assert.deepEqual(uuidsOf(listed), uuidsOf(expected), JSON.stringify(filter));
    const times = listed.map(({ timestamp }) => timestamp);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    const scanned = await collect(read.scan(filter));
    assert.deepEqual(uuidsOf(scanned), uuidsOf(expected));
    assert.deepEqual(
      scanned.map(({ timestamp }) => timestamp),
      times.toReversed(),
    );
    const newest = await events.latest(project, filter, 9);
    assert.deepEqual(
      newest.map(({ timestamp }) => timestamp),
      times.slice(0, 9),
    );
  }
  await read.close();
}

test("events that left are found as those that did not, each once", async () => {
  await store.events.insert(old);
  await store.events.insert([...young, late]);
  await assertAll([...old, ...young, late]);
  assert.equal(await fileAndLeave(store, files, directory, NOON + 30), 30);
  await assertAll([...old, ...young, late]);
  assert.equal(await fileAndLeave(store, files, directory, NOON + 60), 30);
  assert.equal(await countEvents(store.events, project, {}), young.length + 1);
  const [first] = old;
  assert.ok(first);
  assert.deepEqual(await events.latest(project, { uuid: first.uuid }, 1), [first]);
  assert.deepEqual(await events.latest(project, { uuid: "no uuid" }, 1), []);
  assert.deepEqual(await events.latest(project, { uuid: late.uuid }, 1), [late]);
  assert.equal(await store.events.insert([...old, ...young, late]), old.length, "those that left arrive again");
  assert.equal(await fileAndLeave(store, files, directory, NOON), 0);
  await assertAll([...old, ...young, late]);
});

test("pages go on where they were when others leave meanwhile", async () => {
  const { id } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  const sent = Array.from({ length: 9 }, (_, index) =>
    newEvent(id, { timestamp: NOW + 1000 - Math.floor(index / 3), receivedAt: NOW + 1000 }),
  ).toReversed();
  for (const event of sent) await store.events.insert([event]);
  sent.reverse();
  const limits = { events: 4, bytes: 1e6 };
  const first = await events.newest(id, {}, null, limits);
  assert.equal(await fileAndLeave(store, files, directory, NOW + 1), young.length + 1);
  const second = await events.newest(id, {}, first.next, limits);
  const third = await events.newest(id, {}, second.next, limits);
  assert.equal(third.next, null);
  assert.deepEqual(uuidsOf([...first.events, ...second.events, ...third.events]), uuidsOf(sent));
});

test("events that are in no live file stay", async () => {
  const { id } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  const [filed, lost] = [0, 1].map((day) => newEvent(id, { timestamp: day * 86_400_000, receivedAt: NOW + 1000 }));
  assert.ok(filed && lost);
  await store.events.insert([filed, lost]);
  await fileAndLeave(store, files, directory, 0);
  const records = historyRecords(store.records);
  const { value, version } = await records.manifest(id);
  const [first] = value.files;
  await records.changeManifest(id, { ...value, files: first ? [first] : [] }, version);
  await fileAndLeave(store, files, directory, NOW + 2000);
  await fileAndLeave(store, files, directory, NOW + 2000);
  assert.deepEqual(await storedEvents(store.events, id), [lost]);
});

test("events of a person that left are erased", async () => {
  const { id } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  const sent = ["ada", "bob", "ada"].map((distinctId) => newEvent(id, { distinctId, receivedAt: NOW + 2000 }));
  await store.events.insert(sent);
  await fileAndLeave(store, files, directory, NOW + 3000);
  const erased = { projectId: id, distinctIds: ["ada"], receivedUntil: NOW + 2000 };
  const eraser = historyEraser(directory, () => ({ steps: 0, isRunning: false }));
  await eraser.erase(erased, { records: store.records, files }, async () => {});
  assert.deepEqual(await storedEvents(events, id), [sent[1]]);
  assert.deepEqual(await storedEvents(events, id, { distinctIds: ["ada"] }), []);
});
