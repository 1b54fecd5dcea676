import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import type { Files } from "../../storage/ports/files.ts";
import { eraseRecording } from "../library/erase-recording.ts";
import {
  ALWAYS_DUE,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  withFiles,
} from "../test-recording-environment.ts";
import { type MaintenanceOptions, startRecordingMaintenance } from "./recording-maintenance.ts";

const fail = (error: unknown) => assert.fail(error as Error);

function options(changes: Partial<MaintenanceOptions> = {}): MaintenanceOptions {
  const events = { flushed: () => {}, failed: () => {}, waitingSince: () => {} };
  return { ...ALWAYS_DUE, intervalMs: 5, retentionMs: 0, report: fail, events, ...changes };
}

const unflushed = async ({ library }: Pick<RecordingEnvironment, "library">, ids: string[]) =>
  (await library.find("1", ids)).filter((recording) => recording.unflushed).map(({ sessionId }) => sessionId);

forEachEnginePair((openWorld) => {
  test("the loop flushes what becomes due and deletes what was erased, until it is stopped", async (t) => {
    const world = await openWorld(t);
    const upkeep = startRecordingMaintenance(options(), { ...world, now: Date.now });
    for (const sessionId of ["a", "b"]) {
      await recordSnapshotsAt(world, sessionId, [0]);
      await until(async () => (await unflushed(world, [sessionId])).length === 0);
    }
    const away = withFiles(world, { delete: () => Promise.reject(new Error("away")) });
    await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, away);
    await until(async () => (await world.erasure.erasures(1)).length === 0);
    await upkeep.stop();
    await recordSnapshotsAt(world, "c", [0]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(await unflushed(world, ["c"]), ["c"]);
  });

  test("the loop outlives an object store that is away, tells for how long, and completes its work when it is back", async (t) => {
    const world = await openWorld(t);
    await world.takeFilesAway();
    await recordSnapshotsAt(world, "a", [0]);
    let failures = 0;
    const waited = new Set<number | null>();
    const events = {
      flushed: () => {},
      failed: () => {
        failures += 1;
      },
      waitingSince: (at: number | null) => void waited.add(at),
    };
    const upkeep = startRecordingMaintenance(options({ events, report: () => {} }), { ...world, now: Date.now });
    await until(async () => failures >= 2 && waited.has(NOON));
    assert.deepEqual(await unflushed(world, ["a"]), ["a"]);
    await world.bringFilesBack();
    await until(async () => (await unflushed(world, ["a"])).length === 0 && waited.has(null));
    await upkeep.stop();
  });

  test("what is older than the retention goes, and what another node erased leaves the memory", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    await recordSnapshotsAt(world, "a", [0]);
    await readText(other.memory.lines("1", "a"));
    assert.ok(other.memory.bytes > 0);
    const never = { ageMs: Number.POSITIVE_INFINITY, bytes: 1e12 };
    const [eraser, holder] = [
      startRecordingMaintenance(options({ ...never, retentionMs: 1000 }), world),
      startRecordingMaintenance(options(never), other),
    ];
    world.clock.now += 1000;
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal((await world.library.find("1", ["a"])).length, 1, "not older than the retention");
    world.clock.now += 1;
    await until(async () => (await world.library.find("1", ["a"])).length === 0);
    await until(async () => other.memory.bytes === 0);
    await Promise.all([eraser.stop(), holder.stop()]);
  });

  test("stopping waits for the file at hand, but not for a pause", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "a", [0]);
    const signs = new EventEmitter();
    const put: Files["put"] = async (key, content) => {
      const opened = once(signs, "open");
      signs.emit("begun");
      await opened;
      return world.files.put(key, content);
    };
    const ports = withFiles(world, { put });
    const begun = once(signs, "begun");
    const upkeep = startRecordingMaintenance(options({ intervalMs: 3_600_000 }), ports);
    await begun;
    let stopped = false;
    const stopping = upkeep.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    assert.equal(stopped, false);
    signs.emit("open");
    await stopping;
    assert.deepEqual(await unflushed(world, ["a"]), []);

    const pausing = startRecordingMaintenance(options({ intervalMs: 3_600_000 }), world);
    await recordSnapshotsAt(world, "b", [0]);
    await pausing.stop();
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
