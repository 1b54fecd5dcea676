import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Files } from "../storage/ports/files.ts";
import { eraseRecording } from "./erase.ts";
import { NOON, openWorld, recordAt, type World } from "./test-world.ts";
import { startUpkeep } from "./upkeep.ts";

const fail = (error: unknown) => assert.fail(error as Error);
const everything = { ageMs: -1, bytes: 0 };

const unflushed = async ({ recordings }: Pick<World, "recordings">, ids: string[]) =>
  (await recordings.find("1", ids)).filter((recording) => recording.unflushed).map(({ sessionId }) => sessionId);

test("the loop flushes what becomes due and deletes what was erased, until it is stopped", async (t) => {
  const world = await openWorld(t);
  const upkeep = startUpkeep({ ...everything, intervalMs: 5, leaseMs: 0, report: fail }, { ...world, now: Date.now });
  t.after(() => upkeep.stop());
  for (const sessionId of ["a", "b"]) {
    await recordAt(world, sessionId, [0]);
    await until(async () => (await unflushed(world, [sessionId])).length === 0);
  }
  const away = { ...world, files: { delete: () => Promise.reject(new Error("away")) } };
  await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, away);
  await until(async () => (await world.recordings.erasures(1)).length === 0);
  await upkeep.stop();
  await recordAt(world, "c", [0]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(await unflushed(world, ["c"]), ["c"]);
});

test("the loop outlives stores that fail, and completes its work when they are back", async (t) => {
  const world = await openWorld(t);
  const root = join(world.directory, "files");
  await rename(root, `${root}-away`);
  await recordAt(world, "a", [0]);
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  const upkeep = startUpkeep({ ...everything, intervalMs: 1, report }, world);
  t.after(() => upkeep.stop());
  await until(async () => reported.length >= 3);
  assert.deepEqual(await unflushed(world, ["a"]), ["a"]);
  await rm(root, { recursive: true, force: true });
  await rename(`${root}-away`, root);
  await until(async () => (await unflushed(world, ["a"])).length === 0);
});

test("stopping waits for the file at hand, but not for a pause", async (t) => {
  const world = await openWorld(t);
  await recordAt(world, "a", [0]);
  const signs = new EventEmitter();
  const put: Files["put"] = async (key, content) => {
    const opened = once(signs, "open");
    signs.emit("begun");
    await opened;
    return world.files.put(key, content);
  };
  const ports = { ...world, files: { put, delete: fail } };
  const begun = once(signs, "begun");
  const upkeep = startUpkeep({ ...everything, intervalMs: 3_600_000, report: fail }, ports);
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

  const pausing = startUpkeep({ ...everything, intervalMs: 3_600_000, report: fail }, world);
  await recordAt(world, "b", [0]);
  await pausing.stop();
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
