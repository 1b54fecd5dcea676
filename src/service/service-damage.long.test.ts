import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import Libsql from "libsql";
import type { Schemas } from "../../generated/openapi.ts";
import { minimalProcessEnv, runProcess } from "../../test/support/child-process.ts";
import { MAIN, openServiceEnvironment } from "../../test/support/service-process.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import { recordBackup } from "../store/newest-backup.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

const PAGE_BYTES = 4096;

/** Overwrites the last leaf of a table or index, and returns the number of its page. */
async function damage(path: string, tree: string): Promise<number> {
  const database = new Libsql(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const select = "SELECT max(pageno) AS page FROM dbstat WHERE name = ? AND pagetype = 'leaf'";
  const { page } = database.prepare(select).get([tree]) as { page: number };
  database.close();
  const file = await open(path, "r+");
  await file.write(randomBytes(PAGE_BYTES).fill(0xee, 0, 1), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  await file.close();
  return page;
}

const readyOf = async (port: number) => {
  const response = await fetch(`http://127.0.0.1:${port}/_ready`);
  const { engines } = (await response.json()) as Schemas["Readiness"];
  return { status: response.status, ...engines };
};

const readMetrics = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** Stores enough events for indexes of several pages. */
async function storeEvents(directory: string, projectId: string): Promise<void> {
  const store = await openSqlite(directory);
  const common = { projectId, distinctId: "ann", receivedAt: 0, properties: `{"text":"${"x".repeat(200)}"}` };
  const events = Array.from({ length: 500 }, (_, at) => ({ ...common, uuid: randomUUID(), event: "e", timestamp: at }));
  await store.events.insert(events);
  await store.close();
}

test("damage that no request meets is found in the background", async (context) => {
  const { directory, projectId, projectApiKey, serve } = await openServiceEnvironment(context);
  await storeEvents(directory, projectId);
  await recordBackup(directory, { directory: "/backups/monday", begun: "2026-05-04T03:00:00.000Z" });
  const page = await damage(join(directory, "sightline.db"), "events_by_time");
  const { port, output } = await serve();
  await waitUntil(async () => (await readyOf(port)).documents === "damaged");
  assert.deepEqual(await readyOf(port), { status: 200, documents: "damaged", files: "ok", journal: "ok" });
  assert.match(await readMetrics(port), /^sightline_engine_damaged\{engine="documents"\} 1$/m);
  const line = new RegExp(`"level":50.*page ${page}:.*verify ${directory}.*the newest known is /backups/monday`);
  await waitUntil(() => line.test(output()), output);

  const body = JSON.stringify({ api_key: projectApiKey, event: "later", distinct_id: "ann" });
  assert.equal((await fetch(`http://127.0.0.1:${port}/capture/`, { method: "POST", body })).status, 200);
  const exported = await runProcess([MAIN, "events", "list"], minimalProcessEnv({ DATA_DIR: directory }));
  assert.equal(exported.status, 1);
  assert.match(exported.stderr, /sightline\.db is damaged \(.*\)\. Run `.* verify .*restore a backup/);
  const verified = await runProcess([MAIN, "verify", directory], minimalProcessEnv());
  assert.equal(verified.status, 1);
});

test("damage that a request meets is reported at once", async (context) => {
  const { directory, projectId, personalApiKey, serve } = await openServiceEnvironment(context);
  const page = await damage(join(directory, "sightline.db"), "persons_by_time");
  const { port, output } = await serve();
  const headers = { Authorization: `Bearer ${personalApiKey}` };
  const path = `api/projects/${projectId}/persons`;
  assert.equal((await fetch(`http://127.0.0.1:${port}/${path}`, { headers })).status, 503);
  await waitUntil(async () => (await readyOf(port)).documents === "damaged");
  await waitUntil(async () => new RegExp(`persons_by_time: page ${page}:.*Run .* verify `).test(output()));
});

test("with a damaged journal a node is not ready", async (context) => {
  const { directory, projectId, serve } = await openServiceEnvironment(context);
  const journal = new JournalDatabase(directory);
  const letter = { projectId, reason: "r", sessionId: null, at: 0, event: `{"pad":"${"x".repeat(1000)}"}` };
  journal.deadLetters.setAside(Array.from({ length: 50 }, () => ({ ...letter, uuid: randomUUID() })));
  journal.close();
  await damage(join(directory, "journal.db"), "dead_letters");
  const { port, output } = await serve();
  await waitUntil(async () => (await readyOf(port)).journal === "damaged");
  assert.deepEqual(await readyOf(port), { status: 503, documents: "ok", files: "ok", journal: "damaged" });
  assert.match(await readMetrics(port), /^sightline_engine_damaged\{engine="journal"\} 1$/m);
  await waitUntil(async () => /journal\.db is damaged \(dead_letters: /.test(output()));
});

test("an intact database is verified", async (context) => {
  const { directory, projectId, serve } = await openServiceEnvironment(context);
  await storeEvents(directory, projectId);
  const { port, child, ended } = await serve();
  await waitUntil(async () => /^sightline_engine_verified_seconds\{engine="journal"\}/m.test(await readMetrics(port)));
  assert.match(await readMetrics(port), /^sightline_engine_verified_seconds\{engine="documents"\}/m);
  assert.match(await readMetrics(port), /^sightline_engine_damaged\{engine="documents"\} 0$/m);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});
