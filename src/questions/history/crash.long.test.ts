import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { memoryRecords } from "../../../test/support/memory-history.ts";
import { replayTable } from "../../../test/support/replay-table.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { StoredEvent } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { folderFiles } from "./cached-files.ts";
import { fromFiles } from "./event-columns.ts";
import { fileNextBatch } from "./file-events.ts";
import { readFiledEvents } from "./history.ts";
import { eraseFromHistory } from "./history-eraser.ts";
import { tablePrefix } from "./history-keys.ts";
import { leaveStore } from "./leave-store.ts";
import { mergeFiles } from "./merge-files.ts";
import { deleteOrphans, deleteReplaced } from "./remove-leftovers.ts";
import { TableLog } from "./table-log.ts";
import { openWorkshop } from "./workshop.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-history-"));
const store = await openSqlite(directory);
const { files } = await openFolder(directory);
const localPath = files.localPath?.bind(files);
assert.ok(localPath);
const NOON = Date.UTC(2026, 0, 10, 12);
const DAY_MS = 86_400_000;
const clock = { now: NOON };
const now = () => clock.now;
const open = (name: string) => openWorkshop(join(directory, name), [join(directory, "files", "history")]);
const workshops = [await open("first"), await open("second")] as const;
after(async () => {
  for (const workshop of workshops) await workshop.close();
  await store.close();
  await rm(directory, { recursive: true });
});

/** Of a process that goes on after a write has failed. */
const table = new TableLog();

class Interruption extends Error {}

/** Returns the ports of a process that ends before or after one of its writes. */
function newNode(records: ReturnType<typeof memoryRecords>, writesLeft: number, workshop = workshops[0]) {
  let left = writesLeft;
  const interrupted = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new Interruption();
      const result = await work(...args);
      if (left === 0) throw new Interruption();
      return result;
    };
  };
  const ports = {
    ...records,
    movePosition: interrupted(records.movePosition),
    changeManifest: interrupted(records.changeManifest),
    moveLeft: interrupted(records.moveLeft),
  };
  const leave = interrupted((...args: Parameters<typeof store.events.leave>) => store.events.leave(...args));
  const put = interrupted((...args: Parameters<typeof files.put>) => files.put(...args));
  const remove = interrupted((keys: readonly string[]) => files.delete(keys));
  return {
    records: ports,
    events: { ...store.events, leave },
    isClaimed: async () => true,
    files: { ...(localPath && { localPath }), list: (prefix: string) => files.list(prefix), put, delete: remove },
    local: folderFiles(localPath as NonNullable<typeof localPath>),
    table: below(2) === 0 ? new TableLog() : table,
    workshop: async () => workshop,
    now,
    onBatch: async () => undefined,
  };
}

type Node = ReturnType<typeof newNode>;

const PROJECTS = ["1", "2", "3"];
let seed = 7;
const below = (limit: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const signal = new AbortController().signal;

/** What was sent and not erased, and what an interrupted erasure may have erased, by uuid. */
const alive = new Map<string, StoredEvent>();
const doubtful = new Map<string, StoredEvent>();

function someEvents(): StoredEvent[] {
  return Array.from({ length: below(12) }, () => ({
    projectId: PROJECTS[below(PROJECTS.length)] as ProjectId,
    uuid: randomUUID(),
    event: ["clicked", "a \ud800", "\0"][below(3)] as string,
    distinctId: `user ${below(6)}`,
    timestamp: clock.now - below(3) * DAY_MS - below(1000),
    receivedAt: clock.now,
    properties: `{"n":1.${"0".repeat(20)},"$browser":"Firefox ${below(3)}"}`,
  }));
}

/** One thing that a service does in the background. */
async function step(node: Node): Promise<void> {
  const projectId = PROJECTS[below(PROJECTS.length)] as ProjectId;
  const steps = [
    () => fileNextBatch(node, signal, 1 + below(30)),
    () => fileNextBatch(node, signal, 1 + below(30)),
    () => mergeFiles(projectId, node, signal),
    () => deleteReplaced(projectId, below(2) * 1000, node),
    () => deleteOrphans(projectId, below(2) * 1000, node),
    () => erase(projectId, `user ${below(6)}`, node),
    () => leaveStore({ storeMs: 500, graceMs: below(2) * 1000 }, node, signal),
    () => leaveStore({ storeMs: 500, graceMs: 0 }, node, signal),
    ...(below(20) === 0 ? [() => forgetTable(projectId, node)] : []),
  ];
  try {
    await steps[below(steps.length)]?.();
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
}

/** Does as a former version, which knows no table. */
async function forgetTable(projectId: ProjectId, { records }: Node): Promise<void> {
  const { value, version } = await records.manifest(projectId);
  const { table: _, ...rest } = value;
  if (version !== null) await records.changeManifest(projectId, rest, version);
}

async function erase(projectId: ProjectId, distinctId: string, node: Node): Promise<void> {
  const rows = await store.events.latest(projectId, { distinctIds: [distinctId] }, 1000);
  const uuids = rows.map(({ uuid }) => uuid);
  await store.events.erase(projectId, uuids);
  for (const [uuid, event] of alive) {
    if (event.projectId !== projectId || event.distinctId !== distinctId) continue;
    uuids.push(uuid);
    alive.delete(uuid);
    doubtful.set(uuid, event);
  }
  await eraseFromHistory({ projectId, distinctIds: [distinctId], receivedUntil: clock.now }, node);
  const { filed } = await uuidsInFiles(projectId, node.records);
  assert.deepEqual(
    filed.filter((uuid) => uuids.includes(uuid)),
    [],
  );
}

function tableFolder(projectId: ProjectId): string {
  return join(directory, "files", tablePrefix(projectId));
}

/** Checks that the table has the live files, or those before the last change; only the latter if interrupted. */
async function checkTable(projectId: ProjectId, records: Node["records"], isComplete = false) {
  const { value } = await records.manifest(projectId);
  if (!value.table) return;
  const keys = (files: readonly HistoryFile[]) => files.map(({ key }) => key);
  const { added, removed, version } = value.table;
  const before = [...keys(value.files).filter((key) => added && !added.includes(key)), ...removed].toSorted();
  const { live, ...replayed } = await replayTable(files, tablePrefix(projectId), workshops[0]);
  if (live.length === 0 && version === 0 && !isComplete) return; // it has not begun
  const paths = live.map(({ path }) => join(tableFolder(projectId), path)).toSorted();
  const expected = replayed.version === version ? keys(value.files).toSorted() : before;
  if (isComplete) assert.equal(replayed.version, version);
  else assert.ok(replayed.version === version || replayed.version === version - 1);
  assert.deepEqual(
    paths,
    expected.map((key) => localPath?.(key)),
  );
  if (paths.length === 0) return;
  const rows = await workshops[0].duckdb.run(`SELECT uuid::VARCHAR AS uuid FROM ${fromFiles(paths)}`);
  assert.equal(new Set(rows.map(({ uuid }) => uuid)).size, rows.length);
  assert.equal(
    live.reduce((sum, { stats }) => sum + stats.numRecords, 0),
    rows.length,
  );
}

async function uuidsInFiles(projectId: ProjectId, records: Node["records"]) {
  const { files: live, filedUpTo } = await readFiledEvents(projectId, records);
  const keys = live.map(({ key }) => key);
  const paths = keys.map((key) => (localPath as NonNullable<typeof localPath>)(key));
  const rows =
    paths.length > 0 ? await workshops[0].duckdb.run(`SELECT uuid::VARCHAR AS uuid FROM ${fromFiles(paths)}`) : [];
  return { filed: rows.map((row) => String(row["uuid"])), filedUpTo };
}

test("each event is in exactly one live file, or in the store only, wherever processes are interrupted", async () => {
  const records = memoryRecords();
  for (let round = 0; round < 200; round++) {
    clock.now += below(2000);
    const sent = someEvents();
    for (const event of sent) alive.set(event.uuid, event);
    // Some arrive again, perhaps after they have left.
    await store.events.insert([...sent, ...[...alive.values()].filter(() => below(6) === 0)]);
    const nodes = below(3) === 0 ? workshops : workshops.slice(0, 1);
    await Promise.all(nodes.map((workshop) => step(newNode(records, below(4) === 0 ? 1000 : below(12), workshop))));
    for (const projectId of PROJECTS) await checkTable(projectId, records);
    if (round % 8 > 0) continue;
    for (const projectId of PROJECTS) {
      const { filed, filedUpTo } = await uuidsInFiles(projectId, newNode(records, 1000).records);
      const unfiled: string[] = [];
      for await (const { uuid } of store.events.stored({ projectId, after: filedUpTo })) unfiled.push(uuid);
      const known = new Set([...filed, ...unfiled]);
      assert.equal(new Set(filed).size, filed.length, "no event is in files twice");
      const kept = [...alive.values()].filter((event) => event.projectId === projectId);
      assert.deepEqual(
        kept.filter(({ uuid }) => !known.has(uuid)),
        [],
        "no event is lost",
      );
      assert.deepEqual(
        [...known].filter((uuid) => !alive.has(uuid) && !doubtful.has(uuid)),
        [],
      );
    }
  }
  const node = newNode(records, 1000);
  while ((await fileNextBatch(node, signal)) !== null);
  for (const projectId of PROJECTS) {
    await node.table.change(projectId, await records.manifest(projectId), node);
    await checkTable(projectId, records, true);
  }
  clock.now += 10_000;
  await leaveStore({ storeMs: 500, graceMs: 0 }, node, signal);
  await leaveStore({ storeMs: 500, graceMs: 0 }, node, signal);
  for (const project of PROJECTS) {
    assert.equal(await countEvents(store.events, project, {}), 0);
    const { filed } = await uuidsInFiles(project, node.records);
    const kept = [...alive.values()].filter(({ projectId }) => projectId === project);
    assert.equal(new Set(filed).size, filed.length);
    assert.deepEqual(
      kept.filter(({ uuid }) => !filed.includes(uuid)),
      [],
    );
  }
});
