import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { openClickHouse } from "../../storage/clickhouse/clickhouse.ts";
import { openTestTable } from "../../storage/clickhouse/test-clickhouse.ts";
import { clickHouseUnavailable } from "../../test-support/start-clickhouse.ts";
import { legacySessionOfKey } from "../file-keys.ts";
import { eraseRecording } from "../library/erase-recording.ts";
import {
  listRecordings,
  retrieveProperties,
  retrieveRecording,
  retrieveWithSources,
} from "../library/recording-library.ts";
import { playSource, playWhole } from "../player/recording-player.ts";
import { recordSnapshots } from "../recorder/recorder.ts";
import type { RrwebEvent } from "../recorder/rrweb.ts";
import { incremental, meta, mouseMove } from "../test-events.ts";
import {
  expectedLine,
  flushAll,
  NOON,
  openRecordingEnvironment,
  playedText,
  readText,
  snapshotEvent,
} from "../test-recording-environment.ts";
import { importLegacySession } from "./import-legacy-session.ts";
import { withLegacyRecordings } from "./legacy-files.ts";
import { migrateLegacyRecordings } from "./migrate-legacy-recordings.ts";

const skip = clickHouseUnavailable;
const USER = 5;
const viewing = { userId: USER, at: NOON };
const lease = { owner: "test", leaseMs: 60_000 };
const page = { limit: 100, offset: 0 };
const session = (sessionId: string) => ({ projectId: "1", sessionId });

test("recordings of the old ingestion method", { skip }, async (t) => {
  const table = await openTestTable(t);
  const columnar = await openClickHouse(table.options);
  t.after(() => columnar.close());

  const openColumnarWorld = async () => {
    const { files: objects, ...world } = await openRecordingEnvironment(t);
    return { ...world, objects, files: withLegacyRecordings(objects, columnar), columnar };
  };
  /** Rows of a session; gives the lines that a player gets for them. */
  const insert = async (sessionId: string, events: readonly RrwebEvent[]): Promise<string[]> => {
    const row = { project_id: "1", session_id: sessionId, window_id: "w", distinct_id: "ann" };
    await table.insert(events.map((event) => ({ ...row, timestamp: event.timestamp, data: JSON.stringify(event) })));
    return events.map((event) => `${JSON.stringify({ window_id: "w", data: [event] })}\n`);
  };
  const visit = (at = NOON, clicks = 700): RrwebEvent[] => [
    meta(at, "https://shop.example/"),
    ...Array.from({ length: clicks }, (_, index) => incremental(at + 10 + index, 2, { type: 2 })),
  ];

  await t.test("are listed in their place, with their figures, and played from where they are", async () => {
    const world = await openColumnarWorld();
    const lines = await insert("old", visit());
    await recordSnapshots(
      "1",
      [snapshotEvent("older", { at: NOON - 5000 }), snapshotEvent("newer", { at: NOON + 5000 })],
      world,
    );
    await flushAll(world);
    assert.equal(await importLegacySession(session("old"), lease, world), true);
    assert.equal(await importLegacySession(session("old"), lease, world), false);

    const { count, items } = await listRecordings("1", {}, page, USER, world);
    assert.equal(count, 3);
    assert.deepEqual(
      items.map(({ sessionId, storage }) => [sessionId, storage]),
      [
        ["newer", "object_storage"],
        ["old", "columnar"],
        ["older", "object_storage"],
      ],
    );
    const old = await retrieveRecording(session("old"), USER, world);
    assert.deepEqual(
      [old.clickCount, old.recordingDuration, old.activeSeconds, old.startUrl, old.summary.firstMs, old.viewed],
      [700, 1, 1, "https://shop.example/", NOON, false],
    );
    const { sources } = await retrieveWithSources(session("old"), USER, world);
    assert.deepEqual(sources, [{ source: "columnar", key: null, firstMs: NOON, lastMs: NOON + 709 }]);
    const properties = await retrieveProperties("1", ["old"], USER, world);
    assert.deepEqual(properties.results, [{ sessionId: "old", properties: {} }]);

    assert.equal(await readText(await playSource(session("old"), "columnar", viewing, world)), lines.join(""));
    assert.equal(await readText(await playWhole(session("old"), viewing, world)), lines.join(""));
    assert.equal((await retrieveRecording(session("old"), USER, world)).viewed, true);
    await assert.rejects(playSource(session("old"), "object_storage", viewing, world), { code: "not_found" });
    await columnar.erase([session("old")]);
  });

  await t.test("what is no rrweb event among the rows is passed over", async () => {
    const world = await openColumnarWorld();
    const [line] = await insert("odd", [mouseMove(NOON)]);
    const row = { project_id: "1", session_id: "odd", window_id: "w", distinct_id: "ann", timestamp: NOON };
    await table.insert([
      { ...row, data: "{" },
      { ...row, data: "[]" },
      { ...row, data: "" },
    ]);
    await importLegacySession(session("odd"), lease, world);
    assert.equal(await readText(await playWhole(session("odd"), viewing, world)), line);
    await columnar.erase([session("odd")]);
  });

  await t.test("taking up goes on where it was broken off, whatever a flusher did meanwhile", async () => {
    const steps = ["append", "files", "claim", "beginFile", "boundPieces", "finishFile"] as const;
    for (const step of steps) {
      for (const flushed of [false, true]) {
        const world = await openColumnarWorld();
        const sessionId = `${step} ${flushed}`;
        const lines = await insert(sessionId, visit(NOON, 3));
        const broken = {
          [step]: () => {
            throw new Error("cut");
          },
        };
        const ports = {
          ...world,
          pieces: { ...world.pieces, ...broken },
          flushing: { ...world.flushing, ...broken },
        };
        await assert.rejects(importLegacySession(session(sessionId), lease, ports), /cut/);
        world.clock.now += 100_000; // claims end
        if (flushed) await flushAll(world);
        await importLegacySession(session(sessionId), lease, world);
        const played = await readText(await playWhole(session(sessionId), viewing, world));
        const events = played.split("\n").filter((line) => line !== "" && !line.endsWith('"data":[]}'));
        assert.deepEqual(
          events.map((line) => `${line}\n`),
          lines,
          sessionId,
        );
        const { clickCount, recordingDuration } = await retrieveRecording(session(sessionId), USER, world);
        assert.deepEqual([clickCount, recordingDuration], [3, 0], sessionId);
        await columnar.erase([session(sessionId)]);
      }
    }
  });

  await t.test("a session that both methods recorded is one recording", async () => {
    const world = await openColumnarWorld();
    const lines = await insert("both", visit(NOON, 2));
    const sent = snapshotEvent("both", { at: NOON + 60_000 });
    await recordSnapshots("1", [sent], world);
    await importLegacySession(session("both"), lease, world);
    assert.equal((await listRecordings("1", {}, page, USER, world)).count, 1);
    const played = async () => (await readText(await playWhole(session("both"), viewing, world))).split("\n");
    const expected = [...lines, expectedLine(sent)].join("").split("\n").sort();
    assert.deepEqual((await played()).sort(), expected);
    await migrateLegacyRecordings(Date.now(), { ...world, files: world.objects }, () => {});
    assert.deepEqual((await played()).sort(), expected);
  });

  await t.test("erasing one removes its rows, and rows that come later go as well", async () => {
    const world = await openColumnarWorld();
    await insert("gone", visit(NOON, 2));
    await importLegacySession(session("gone"), lease, world);
    await eraseRecording(session("gone"), NOON, world);
    assert.deepEqual(await columnar.existingSessions("1", ["gone"]), new Set());
    await insert("gone", visit(NOON, 1));
    assert.equal(await importLegacySession(session("gone"), lease, world), false);
    assert.deepEqual(await columnar.existingSessions("1", ["gone"]), new Set());
    assert.equal((await listRecordings("1", {}, page, USER, world)).count, 0);
  });

  await t.test("moving them keeps every snapshot, tells of each, and leaves what is too new", async () => {
    const world = await openColumnarWorld();
    const expected = new Map<string, string>();
    for (const name of ["x", "y", "z"]) expected.set(name, (await insert(name, visit(NOON, 20))).join(""));
    await insert("new", visit(NOON + 3_600_000, 2));
    await importLegacySession(session("x"), lease, world);
    const told: [string, unknown][] = [];
    const ports = { ...world, files: world.objects };
    const moved = await migrateLegacyRecordings(NOON + 60_000, ports, ({ sessionId }, error) =>
      told.push([sessionId, error]),
    );
    assert.equal(moved, 3);
    assert.deepEqual(told.sort(), [
      ["x", null],
      ["y", null],
      ["z", null],
    ]);
    assert.deepEqual(await columnar.existingSessions("1", ["x", "y", "z", "new"]), new Set(["new"]));
    for (const [name, text] of expected) {
      assert.equal(await readText(await playWhole(session(name), viewing, world)), text);
      assert.equal((await retrieveRecording(session(name), USER, world)).storage, "object_storage");
      const { sources } = await retrieveWithSources(session(name), USER, world);
      assert.equal(sources.length, 1);
      for (const source of sources) assert.equal(await playedText(session(name), source, viewing, world), text);
    }
    await columnar.erase([session("new")]);
  });

  await t.test("moving them is broken off anywhere, and each still plays, from one place", async () => {
    const world = await openColumnarWorld();
    const lines = (await insert("half", visit(NOON, 20))).join("");
    await importLegacySession(session("half"), lease, world);
    const ports = { ...world, files: world.objects };
    const play = async () => readText(await playWhole(session("half"), viewing, world));
    const cut = () => Promise.reject(new Error("cut"));

    const unwritten = { ...world.objects, get: (key: string) => world.objects.get(key), put: cut };
    const errors: unknown[] = [];
    await migrateLegacyRecordings(
      Date.now(),
      { ...ports, files: { ...unwritten, delete: cut, list: () => assert.fail() } },
      (_, error) => errors.push(error),
    );
    assert.match(String(errors), /cut/);
    assert.equal(await play(), lines);
    const unmarked = Object.assign(Object.create(columnar), {
      erase: cut,
      sessions: columnar.sessions.bind(columnar),
      events: columnar.events.bind(columnar),
      present: columnar.existingSessions.bind(columnar),
    });
    await assert.rejects(
      migrateLegacyRecordings(Date.now(), { ...ports, columnar: unmarked }, () => {}),
      /cut/,
    );
    assert.equal((await retrieveRecording(session("half"), USER, world)).storage, "columnar");
    assert.equal(await play(), lines);

    assert.equal(await migrateLegacyRecordings(Date.now(), ports, (_, error) => assert.equal(error, null)), 1);
    assert.equal((await retrieveRecording(session("half"), USER, world)).storage, "object_storage");
    assert.equal(await play(), lines);
  });

  await t.test("a file that lacks a snapshot is found, and the rows stay", async () => {
    const world = await openColumnarWorld();
    await insert("bad", visit(NOON, 20));
    await importLegacySession(session("bad"), lease, world);
    const [file] = await world.pieces.files("1", "bad");
    assert.ok(file && legacySessionOfKey(file.key));
    await world.files.put(file.key, Readable.from([]));
    await insert("bad", [mouseMove(NOON + 500)]);
    const errors: unknown[] = [];
    const moved = await migrateLegacyRecordings(Date.now(), { ...world, files: world.objects }, (_, error) =>
      errors.push(error),
    );
    assert.equal(moved, 0);
    assert.match(String(errors), /lacks 1 of its snapshots/);
    assert.deepEqual(await columnar.existingSessions("1", ["bad"]), new Set(["bad"]));
    await columnar.erase([session("bad")]);
  });
});
