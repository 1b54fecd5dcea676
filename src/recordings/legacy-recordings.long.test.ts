import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { clickHouseUnavailable, openTestTable } from "../../test/support/engines/test-clickhouse.ts";
import { incremental, meta, mouseMove } from "../../test/support/test-events.ts";
import {
  expectedLine,
  flushAll,
  NOON,
  openRecordingEnvironment,
  playedText,
  readText,
  snapshotEvent,
} from "../../test/support/test-recording-environment.ts";
import { openClickHouse } from "../store/clickhouse/clickhouse.ts";
import { legacySessionOfKey } from "./file-keys.ts";
import { importLegacySession, migrateLegacyRecordings } from "./import-legacy-session.ts";
import { withLegacyRecordings } from "./legacy-files.ts";
import { recordSnapshots } from "./recorder.ts";
import {
  eraseRecording,
  listRecordings,
  retrieveProperties,
  retrieveRecording,
  retrieveWithSources,
} from "./recording-library.ts";
import { playSource, playWhole } from "./recording-player.ts";
import type { RrwebEvent } from "./rrweb.ts";

const skip = clickHouseUnavailable;
const USER = 5;
const viewing = { userId: USER, at: NOON };
const lease = { owner: "test", leaseMs: 60_000 };
const page = { limit: 100, offset: 0 };
const session = (sessionId: string) => ({ projectId: "1", sessionId });

test("recordings of the old ingestion method", { skip }, async (t) => {
  const table = await openTestTable(t);
  const legacy = await openClickHouse(table.options);
  t.after(() => legacy.close());

  const openLegacyEnvironment = async () => {
    const { files: objects, ...environment } = await openRecordingEnvironment(t);
    return { ...environment, objects, files: withLegacyRecordings(objects, legacy), legacy };
  };
  /** Inserts rows of a session. Returns their lines as played. */
  const insert = async (sessionId: string, events: readonly RrwebEvent[]): Promise<string[]> => {
    const row = { project_id: "1", session_id: sessionId, window_id: "w", distinct_id: "ann" };
    await table.insert(events.map((event) => ({ ...row, timestamp: event.timestamp, data: JSON.stringify(event) })));
    return events.map((event) => `${JSON.stringify({ window_id: "w", data: [event] })}\n`);
  };
  const visit = (at = NOON, clicks = 700): RrwebEvent[] => [
    meta(at, "https://shop.example/"),
    ...Array.from({ length: clicks }, (_, index) => incremental(at + 10 + index, 2, { type: 2 })),
  ];

  await t.test("are listed with their figures and played from their rows", async () => {
    const environment = await openLegacyEnvironment();
    const lines = await insert("old", visit());
    const others = [snapshotEvent("older", { at: NOON - 5000 }), snapshotEvent("newer", { at: NOON + 5000 })];
    await recordSnapshots("1", others, environment);
    await flushAll(environment);
    assert.equal(await importLegacySession(session("old"), lease, environment), true);
    assert.equal(await importLegacySession(session("old"), lease, environment), false);

    const { count, items } = await listRecordings("1", {}, page, USER, environment);
    assert.equal(count, 3);
    assert.deepEqual(
      items.map(({ sessionId, storage }) => [sessionId, storage]),
      [
        ["newer", "object_storage"],
        ["old", "columnar"],
        ["older", "object_storage"],
      ],
    );
    const old = await retrieveRecording(session("old"), USER, environment);
    assert.deepEqual(
      [old.clickCount, old.recordingDuration, old.activeSeconds, old.startUrl, old.summary.firstMs, old.viewed],
      [700, 1, 1, "https://shop.example/", NOON, false],
    );
    const { sources } = await retrieveWithSources(session("old"), USER, environment);
    assert.deepEqual(sources, [{ source: "columnar", key: null, firstMs: NOON, lastMs: NOON + 709 }]);
    const properties = await retrieveProperties("1", ["old"], USER, environment);
    assert.deepEqual(properties.results, [{ sessionId: "old", properties: {} }]);

    assert.equal(await readText(await playSource(session("old"), "columnar", viewing, environment)), lines.join(""));
    assert.equal(await readText(await playWhole(session("old"), viewing, environment)), lines.join(""));
    assert.equal((await retrieveRecording(session("old"), USER, environment)).viewed, true);
    await assert.rejects(playSource(session("old"), "object_storage", viewing, environment), { code: "not_found" });
    await legacy.erase([session("old")]);
  });

  await t.test("skips rows that are not rrweb events", async () => {
    const environment = await openLegacyEnvironment();
    const [line] = await insert("odd", [mouseMove(NOON)]);
    const row = { project_id: "1", session_id: "odd", window_id: "w", distinct_id: "ann", timestamp: NOON };
    await table.insert([
      { ...row, data: "{" },
      { ...row, data: "[]" },
      { ...row, data: "" },
    ]);
    await importLegacySession(session("odd"), lease, environment);
    assert.equal(await readText(await playWhole(session("odd"), viewing, environment)), line);
    await legacy.erase([session("odd")]);
  });

  await t.test("an interrupted import resumes, whatever a flusher did meanwhile", async () => {
    const steps = ["append", "files", "claim", "beginFile", "piecesOfOpenFile", "finishFile"] as const;
    for (const step of steps) {
      for (const flushed of [false, true]) {
        const environment = await openLegacyEnvironment();
        const sessionId = `${step} ${flushed}`;
        const lines = await insert(sessionId, visit(NOON, 3));
        const broken = { [step]: () => assert.fail("cut") };
        const pieces = { ...environment.pieces, ...broken };
        const flushing = { ...environment.flushing, ...broken };
        const ports = { ...environment, pieces, flushing };
        await assert.rejects(importLegacySession(session(sessionId), lease, ports), /cut/);
        environment.clock.now += 100_000; // claims end
        if (flushed) await flushAll(environment);
        await importLegacySession(session(sessionId), lease, environment);
        const played = await readText(await playWhole(session(sessionId), viewing, environment));
        const events = played.split("\n").filter((line) => line !== "" && !line.endsWith('"data":[]}'));
        assert.deepEqual(
          events.map((line) => `${line}\n`),
          lines,
          sessionId,
        );
        const { clickCount, recordingDuration } = await retrieveRecording(session(sessionId), USER, environment);
        assert.deepEqual([clickCount, recordingDuration], [3, 0], sessionId);
        await legacy.erase([session(sessionId)]);
      }
    }
  });

  await t.test("a session recorded by both methods is one recording", async () => {
    const environment = await openLegacyEnvironment();
    const lines = await insert("both", visit(NOON, 2));
    const sent = snapshotEvent("both", { at: NOON + 60_000 });
    await recordSnapshots("1", [sent], environment);
    await importLegacySession(session("both"), lease, environment);
    assert.equal((await listRecordings("1", {}, page, USER, environment)).count, 1);
    const played = async () => (await readText(await playWhole(session("both"), viewing, environment))).split("\n");
    const expected = [...lines, expectedLine(sent)].join("").split("\n").sort();
    assert.deepEqual((await played()).sort(), expected);
    await migrateLegacyRecordings(Date.now(), { ...environment, files: environment.objects }, () => {});
    assert.deepEqual((await played()).sort(), expected);
  });

  await t.test("erasing a recording removes its rows, and rows that arrive later, too", async () => {
    const environment = await openLegacyEnvironment();
    await insert("erased", visit(NOON, 2));
    await importLegacySession(session("erased"), lease, environment);
    await eraseRecording(session("erased"), NOON, environment);
    assert.deepEqual(await legacy.existingSessions("1", ["erased"]), new Set());
    await insert("erased", visit(NOON, 1));
    assert.equal(await importLegacySession(session("erased"), lease, environment), false);
    assert.deepEqual(await legacy.existingSessions("1", ["erased"]), new Set());
    assert.equal((await listRecordings("1", {}, page, USER, environment)).count, 0);
  });

  await t.test("migration keeps every snapshot, reports each session, and skips recent ones", async () => {
    const environment = await openLegacyEnvironment();
    const expected = new Map<string, string>();
    for (const name of ["x", "y", "z"]) expected.set(name, (await insert(name, visit(NOON, 20))).join(""));
    await insert("new", visit(NOON + 3_600_000, 2));
    await importLegacySession(session("x"), lease, environment);
    const progress: [string, unknown][] = [];
    const ports = { ...environment, files: environment.objects };
    const moved = await migrateLegacyRecordings(NOON + 60_000, ports, ({ sessionId }, error) =>
      progress.push([sessionId, error]),
    );
    assert.equal(moved, 3);
    assert.deepEqual(progress.sort(), [
      ["x", null],
      ["y", null],
      ["z", null],
    ]);
    assert.deepEqual(await legacy.existingSessions("1", ["x", "y", "z", "new"]), new Set(["new"]));
    for (const [name, text] of expected) {
      assert.equal(await readText(await playWhole(session(name), viewing, environment)), text);
      assert.equal((await retrieveRecording(session(name), USER, environment)).storage, "object_storage");
      const { sources } = await retrieveWithSources(session(name), USER, environment);
      assert.equal(sources.length, 1);
      for (const source of sources) assert.equal(await playedText(session(name), source, viewing, environment), text);
    }
    await legacy.erase([session("new")]);
  });

  await t.test("recordings stay playable if the migration is interrupted at any step", async () => {
    const environment = await openLegacyEnvironment();
    const lines = (await insert("half", visit(NOON, 20))).join("");
    await importLegacySession(session("half"), lease, environment);
    const ports = { ...environment, files: environment.objects };
    const play = async () => readText(await playWhole(session("half"), viewing, environment));
    const cut = () => Promise.reject(new Error("cut"));

    const unwritten = { ...environment.objects, get: (key: string) => environment.objects.get(key), put: cut };
    const errors: unknown[] = [];
    await migrateLegacyRecordings(
      Date.now(),
      { ...ports, files: { ...unwritten, delete: cut, list: () => assert.fail() } },
      (_, error) => errors.push(error),
    );
    assert.match(String(errors), /cut/);
    assert.equal(await play(), lines);
    const unmarked = Object.assign(Object.create(legacy), {
      erase: cut,
      sessions: legacy.sessions.bind(legacy),
      events: legacy.events.bind(legacy),
      present: legacy.existingSessions.bind(legacy),
    });
    await assert.rejects(
      migrateLegacyRecordings(Date.now(), { ...ports, legacy: unmarked }, () => {}),
      /cut/,
    );
    assert.equal((await retrieveRecording(session("half"), USER, environment)).storage, "columnar");
    assert.equal(await play(), lines);

    assert.equal(await migrateLegacyRecordings(Date.now(), ports, (_, error) => assert.equal(error, null)), 1);
    assert.equal((await retrieveRecording(session("half"), USER, environment)).storage, "object_storage");
    assert.equal(await play(), lines);
  });

  await t.test("detects a file that lacks a snapshot and keeps the rows", async () => {
    const environment = await openLegacyEnvironment();
    await insert("bad", visit(NOON, 20));
    await importLegacySession(session("bad"), lease, environment);
    const [file] = await environment.pieces.files("1", "bad");
    assert.ok(file && legacySessionOfKey(file.key));
    await environment.files.put(file.key, Readable.from([]));
    await insert("bad", [mouseMove(NOON + 500)]);
    const errors: unknown[] = [];
    const moved = await migrateLegacyRecordings(
      Date.now(),
      { ...environment, files: environment.objects },
      (_, error) => errors.push(error),
    );
    assert.equal(moved, 0);
    assert.match(String(errors), /lacks 1 of its snapshots/);
    assert.deepEqual(await legacy.existingSessions("1", ["bad"]), new Set(["bad"]));
    await legacy.erase([session("bad")]);
  });
});
