import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import {
  ALWAYS_DUE,
  forEachEnginePair,
  NOON,
  readText,
  recordSnapshotsAt,
  unflushedSessions,
  withFiles,
} from "../../test/support/test-recording-environment.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import type { Files } from "../store/ports/files.ts";
import { eraseRecording } from "./recording-library.ts";
import { type MaintenanceOptions, startRecordingMaintenance } from "./recording-maintenance.ts";

const fail = (error: unknown) => assert.fail(error as Error);

function options(changes: Partial<MaintenanceOptions> = {}): MaintenanceOptions {
  const events = { flushed: () => {}, failed: () => {}, waitingSince: () => {} };
  return { ...ALWAYS_DUE, intervalMs: 5, retentionMs: 0, report: fail, events, ...changes };
}

forEachEnginePair((openEnvironment) => {
  test("flushes due sessions and deletes erased files until stopped", async (t) => {
    const environment = await openEnvironment(t);
    const maintenance = startRecordingMaintenance(options(), { ...environment, now: Date.now });
    for (const sessionId of ["a", "b"]) {
      await recordSnapshotsAt(environment, sessionId, [0]);
      await waitUntil(async () => (await unflushedSessions(environment, [sessionId])).length === 0);
    }
    const failing = withFiles(environment, { delete: () => Promise.reject(new Error("unavailable")) });
    await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, failing);
    await waitUntil(async () => (await environment.erasure.erasures(1)).length === 0);
    await maintenance.stop();
    await recordSnapshotsAt(environment, "c", [0]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(await unflushedSessions(environment, ["c"]), ["c"]);
  });

  test("survives an outage of object storage, reports its length, and completes the work afterwards", async (t) => {
    const environment = await openEnvironment(t);
    await environment.disconnectFiles();
    await recordSnapshotsAt(environment, "a", [0]);
    let failures = 0;
    const waited = new Set<number | null>();
    const events = {
      flushed: () => {},
      failed: () => {
        failures += 1;
      },
      waitingSince: (at: number | null) => void waited.add(at),
    };
    const maintenance = startRecordingMaintenance(options({ events, report: () => {} }), {
      ...environment,
      now: Date.now,
    });
    await waitUntil(async () => failures >= 2 && waited.has(NOON));
    assert.deepEqual(await unflushedSessions(environment, ["a"]), ["a"]);
    await environment.restoreFiles();
    await waitUntil(async () => (await unflushedSessions(environment, ["a"])).length === 0 && waited.has(null));
    await maintenance.stop();
  });

  test("erases expired recordings, and forgets cached ones that another node erased", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    await recordSnapshotsAt(environment, "a", [0]);
    await readText(other.memory.lines("1", "a"));
    assert.ok(other.memory.bytes > 0);
    const never = { ageMs: Number.POSITIVE_INFINITY, bytes: 1e12 };
    const [eraser, holder] = [
      startRecordingMaintenance(options({ ...never, retentionMs: 1000 }), environment),
      startRecordingMaintenance(options(never), other),
    ];
    environment.clock.now += 1000;
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal((await environment.library.find("1", ["a"])).length, 1, "not older than the retention");
    environment.clock.now += 1;
    await waitUntil(async () => (await environment.library.find("1", ["a"])).length === 0);
    await waitUntil(async () => other.memory.bytes === 0);
    await Promise.all([eraser.stop(), holder.stop()]);
  });

  test("an idle node asks one thing, and one that is not chosen seeks no work of all", async (t) => {
    const environment = await openEnvironment(t);
    const calls = new Map<string, number>();
    const counting = <P extends object>(port: P): P =>
      new Proxy(port, {
        get: (target, name) => {
          calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
          return Reflect.get(target, name);
        },
      });
    const { flushing, pieces, erasure } = environment;
    const ports = { flushing: counting(flushing), pieces: counting(pieces), erasure: counting(erasure) };
    const isChosen = async () => false;
    const maintenance = startRecordingMaintenance(options({ retentionMs: 1 }), { ...environment, ...ports, isChosen });
    await waitUntil(async () => (calls.get("waitingSince") ?? 0) >= 2);
    const sought = calls.get("due") ?? 0; // before it was known that nothing waits
    await waitUntil(async () => (calls.get("waitingSince") ?? 0) >= 5);
    await maintenance.stop();
    assert.ok((calls.get("due") ?? 0) <= sought + 1, "one may have begun");
    assert.deepEqual(
      [...calls.keys()].filter((name) => !["waitingSince", "due"].includes(name)),
      [],
    );
  });

  test("stopping waits for the current file, but not for a pause", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    const signs = new EventEmitter();
    const put: Files["put"] = async (key, content) => {
      const opened = once(signs, "open");
      signs.emit("begun");
      await opened;
      return environment.files.put(key, content);
    };
    const ports = withFiles(environment, { put });
    const begun = once(signs, "begun");
    const maintenance = startRecordingMaintenance(options({ intervalMs: 3_600_000 }), ports);
    await begun;
    let stopped = false;
    const stopping = maintenance.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    assert.equal(stopped, false);
    signs.emit("open");
    await stopping;
    assert.deepEqual(await unflushedSessions(environment, ["a"]), []);

    const pausing = startRecordingMaintenance(options({ intervalMs: 3_600_000 }), environment);
    await recordSnapshotsAt(environment, "b", [0]);
    await pausing.stop();
  });
});
