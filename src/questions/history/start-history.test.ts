import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { replayTable } from "../../../test/support/replay-table.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import type { StoredEvent } from "../../store/ports/events.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { openLocalFiles } from "./cached-files.ts";
import { startDuckdb } from "./duckdb-process.ts";
import { fromFiles } from "./event-columns.ts";
import { historyOf } from "./history.ts";
import { newFileKey, tablePrefix } from "./history-keys.ts";
import { historyRecords } from "./history-records.ts";
import { type HistoryRun, startHistory } from "./start-history.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-history-"));
const store = await openSqlite(directory);
const fileStore = await openFolder(directory);
after(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const NOON = Date.UTC(2026, 0, 10, 12);

function newEvent(projectId: string, parts: Partial<StoredEvent>): StoredEvent {
  const common = { event: "$pageview", distinctId: "ada", timestamp: NOON, receivedAt: NOON + 5, properties: "{}" };
  return { projectId, uuid: randomUUID(), ...common, ...parts };
}

test("stored events are filed at intervals, by project and day, exactly as they were sent", async () => {
  const { id: project } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  const properties = '{"$browser":"Firefox","$os":12.50,"half":"\\ud800","n":123456789012345678901234567890.10}';
  const events = [
    newEvent(project, { properties, event: "a\0b" }),
    newEvent(project, { timestamp: NOON - 86_400_000 }),
  ];
  await store.events.insert(events);
  const options = { directory, intervalMs: 20, retentionSeconds: 0, storeSeconds: 0, persons: true };
  const ran = new Promise<HistoryRun | null>((resolve, onFailure) => {
    const lazy = <T>(value: T) => ({ get: async () => value });
    const task = startHistory(options, { store: lazy(store), fileStore: lazy(fileStore), onRun: resolve, onFailure });
    after(() => task.stop());
  });
  assert.equal((await ran)?.filed, 2);
  const local = await openLocalFiles(directory, "questions", fileStore.files, 1);
  const history = historyOf(historyRecords(store.records), local);
  const live = await history.liveFiles(project);
  assert.deepEqual(
    live.events.map(({ day, rows }) => [day, rows]),
    [
      ["2026-01-09", 1],
      ["2026-01-10", 1],
    ],
  );
  const table = await replayTable(fileStore.files, tablePrefix(project));
  assert.deepEqual(
    table.live.map(({ path, partitionValues, stats }) => [path.split("/")[0], partitionValues, stats]),
    ["2026-01-09", "2026-01-10"].map((day) => [
      `day=${day}`,
      { day },
      {
        numRecords: 1,
        minValues: { timestamp: `${day}T12:00:00.000Z` },
        maxValues: { timestamp: `${day}T12:00:00.000Z` },
      },
    ]),
  );
  const duckdb = startDuckdb(join(directory, "work"), history.folder(project));
  after(() => duckdb.close());
  const source = fromFiles(live.events.slice(1).map(({ path }) => path));
  const [described] = await duckdb.run(`SELECT list(column_name) AS columns FROM (DESCRIBE ${source})`);
  assert.ok(!String(described?.["columns"]).includes("day"), "the folder's name makes no column");
  const [row] = await duckdb.run(
    `SELECT event, uuid::VARCHAR AS uuid, epoch_ms(timestamp)::VARCHAR AS time, properties, p_browser, p_os, p_host
     FROM ${source}`,
  );
  assert.deepEqual(row, {
    event: "a\uFFFDb",
    uuid: events[0]?.uuid,
    time: String(NOON),
    properties,
    p_browser: "Firefox",
    p_os: "12.5",
    p_host: null,
  });
  await assert.rejects(duckdb.run("SELECT * FROM read_text('/etc/hostname')"), /disabled by configuration/);
});

test("a file in another node's own folder makes questions unavailable, and the reason says what to do", async () => {
  const local = await openLocalFiles(directory, "questions", fileStore.files, 1);
  const elsewhere = { key: newFileKey("1", "2026-01-10", NOON), day: "2026-01-10", rows: 1, bytes: 1 };
  const held = local.hold("1", [elsewhere]);
  await assert.rejects(held, { name: "StoreUnavailable", message: /cannot be read.*S3_BUCKET, or share this folder/ });
});
