import assert from "node:assert/strict";
import { test } from "node:test";
import Libsql from "libsql";
import { openServerWorld, sendEvents } from "./test-server.ts";

const PATIENCE_SECONDS = 20;

test("killed under load, started again: every event that was answered 200 is stored, once", async (context) => {
  const world = await openServerWorld(context);
  const first = await world.serve();
  const load = sendEvents(first.port, world.projectApiKey, 8);
  await load.after(100 + Math.floor(Math.random() * 300));
  first.child.kill("SIGKILL");
  assert.deepEqual(await first.ended, [null, "SIGKILL"]);
  await load.ended;

  const second = await world.serve();
  second.child.kill("SIGTERM");
  assert.deepEqual(await second.ended, [0, null]);
  const stored = await world.stored();
  assert.ok(load.answered.length >= 100);
  assert.deepEqual(
    load.answered.filter((event) => stored.get(event) !== 1),
    [],
  );
  for (const [event, times] of stored) assert.equal(times, 1, event);
});

test("SIGTERM under load: what was answered is stored, connections end, and the exit status is 0", async (context) => {
  const world = await openServerWorld(context);
  const server = await world.serve({ SHUTDOWN_SECONDS: String(PATIENCE_SECONDS) });
  const load = sendEvents(server.port, world.projectApiKey, 8);
  await load.after(200);
  const asked = performance.now();
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  const seconds = (performance.now() - asked) / 1000;
  assert.ok(seconds < PATIENCE_SECONDS, `clients that stay connected do not hold it up: ${seconds} s`);
  await load.ended;
  for (const failure of load.failures) assert.match(failure, /^ECONN(REFUSED|RESET)$/);
  const stored = await world.stored();
  assert.deepEqual([stored.size, load.answered.filter((event) => stored.get(event) !== 1)], [load.answered.length, []]);
  assert.match(server.output(), /"msg":"stopped"/);
});

test("SIGTERM while the store is away: it ends in time with 0, and the next start stores what was answered", async (context) => {
  const world = await openServerWorld(context);
  const operate = (statements: string) => {
    const file = new Libsql(`${world.directory}/sightline.db`);
    file.exec(statements);
    file.close();
  };
  const server = await world.serve({ SHUTDOWN_SECONDS: "1" });
  operate("ALTER TABLE events RENAME TO away");
  const load = sendEvents(server.port, world.projectApiKey, 4);
  await load.after(50);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  await load.ended;
  operate("ALTER TABLE away RENAME TO events");
  assert.equal((await world.stored()).size, 0);

  const next = await world.serve();
  next.child.kill("SIGTERM");
  assert.deepEqual(await next.ended, [0, null]);
  const stored = await world.stored();
  assert.deepEqual([stored.size, load.answered.filter((event) => stored.get(event) !== 1)], [load.answered.length, []]);
});
