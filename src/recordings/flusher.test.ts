import assert from "node:assert/strict";
import { test } from "node:test";
import type { Files } from "../storage/ports/files.ts";
import type { FlushPorts } from "./flush-session.ts";
import { flushDue } from "./flusher.ts";
import { playWhole } from "./player.ts";
import { NOON, openWorld, recordAt, textOf, type World } from "./test-world.ts";

const flushing = { owner: "one", leaseMs: 60_000 };
const fail = (error: unknown) => assert.fail(error as Error);
const everything = { ageMs: -1, bytes: 0 };

const unflushed = async ({ recordings }: Pick<World, "recordings">, ids: string[]) =>
  (await recordings.find("1", ids)).filter((recording) => recording.unflushed).map(({ sessionId }) => sessionId);

test("a session is due when a snapshot has waited long enough, or there are many bytes of them", async (t) => {
  const world = await openWorld(t);
  await recordAt(world, "small", [0]);
  await recordAt(world, "large", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const due = { ageMs: 600_000, bytes: 500 };
  assert.equal(await flushDue(due, flushing, world, fail), 1);
  assert.deepEqual(await unflushed(world, ["small", "large"]), ["small"]);
  world.clock.now = NOON + 600_000;
  assert.equal(await flushDue(due, flushing, world, fail), 0, "not older than the limit");
  world.clock.now += 1;
  assert.equal(await flushDue(due, flushing, world, fail), 1);
  assert.deepEqual(await unflushed(world, ["small", "large"]), []);
});

test("two flushers at once write each file once, and each snapshot into one", async (t) => {
  const world = await openWorld(t);
  const sessions = Array.from({ length: 130 }, (_, index) => `s${index}`);
  const lines = new Map<string, string>();
  for (const sessionId of sessions) lines.set(sessionId, (await recordAt(world, sessionId, [0, 1, 2])).join(""));
  const written: string[] = [];
  const noting = (node: FlushPorts & { files: Files }): FlushPorts => {
    const put: Files["put"] = (key, content) => {
      written.push(key);
      return node.files.put(key, content);
    };
    return { ...node, files: { put } };
  };
  const nodes = [noting(world), noting(await world.reopen())];
  const owners = nodes.map((_, index) => ({ ...flushing, owner: `${index}` }));
  const counts = await Promise.all(
    nodes.map((node, index) => flushDue(everything, owners[index] ?? flushing, node, fail)),
  );

  assert.ok(
    counts.every((count) => count > 0),
    `both had a part: ${counts}`,
  );
  assert.equal(written.length, 130);
  assert.equal(new Set(written).size, 130);
  for (const [sessionId, text] of lines) {
    const { stream } = await playWhole({ projectId: "1", sessionId }, { userId: 1, at: NOON }, world);
    assert.equal(await textOf(stream), text);
  }
});

test("a session that fails is reported and passed over, the others are flushed", async (t) => {
  const world = await openWorld(t);
  for (const sessionId of ["a", "b", "c"]) await recordAt(world, sessionId, [0]);
  const put: Files["put"] = async (key, content) => {
    if (key.includes("/b/")) throw new Error("This key cannot be.");
    return world.files.put(key, content);
  };
  const reported: (string | undefined)[] = [];
  const ports = { ...world, files: { put } };
  const report = (_: unknown, session?: { sessionId: string }) => reported.push(session?.sessionId);
  assert.equal(await flushDue(everything, flushing, ports, report), 2);
  assert.deepEqual(reported, ["b"]);
  assert.deepEqual(await unflushed(world, ["a", "b", "c"]), ["b"]);
  assert.equal(await flushDue(everything, flushing, world, fail), 1);
});

test("once aborted it ends after the session at hand", async (t) => {
  const world = await openWorld(t);
  for (const sessionId of ["a", "b", "c"]) await recordAt(world, sessionId, [0]);
  const stop = new AbortController();
  const put: Files["put"] = async (key, content) => {
    stop.abort();
    return world.files.put(key, content);
  };
  const ports = { ...world, files: { put } };
  assert.equal(await flushDue(everything, flushing, ports, fail, stop.signal), 1);
  assert.equal((await unflushed(world, ["a", "b", "c"])).length, 2);
});
