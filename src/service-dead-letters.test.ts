import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import Libsql from "libsql";
import { JournalDatabase } from "./capture/journal/journal-database.ts";
import { MAIN, openServiceEnvironment, sendEvents } from "./test-support/service-process.ts";

const STRICT = `CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event LIKE 'poison%'
  BEGIN SELECT RAISE(ABORT, 'not for us'); END`;
const TIMEOUT_MS = 20_000;

async function openEnvironment(context: TestContext) {
  const world = await openServiceEnvironment(context);
  const { PATH, HOME } = process.env;
  const start = (...argv: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...argv], { env: { PATH, HOME, DATA_DIR: world.directory } });
    context.after(() => child.kill("SIGKILL"));
    return child;
  };
  return {
    ...world,
    start,
    async run(...argv: string[]) {
      const child = start(...argv);
      const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return { status, out, err };
    },
    operate(statements: string) {
      const file = new Libsql(`${world.directory}/sightline.db`, { timeout: 5000 });
      file.exec(statements);
      file.close();
    },
  };
}

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; !(await holds()); await pause(20)) {
    if (Date.now() > end) assert.fail("it never came about");
  }
}

test("dead letters are told, listed and replayed while the service runs and takes events", async (context) => {
  const world = await openEnvironment(context);
  const { port, child, ended } = await world.serve();
  const told = async () => {
    const ready = (await (await fetch(`http://127.0.0.1:${port}/_ready`)).json()) as {
      journal: { dead_letters: number };
    };
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return [ready.journal.dead_letters, Number(/^sightline_dead_letters (\d+)$/m.exec(metrics)?.[1])];
  };
  const tell = (count: number) => waitUntil(async () => (await told()).every((figure) => figure === count));
  await tell(0);

  world.operate(STRICT);
  const batch = Array.from({ length: 150 }, (_, place) => ({ event: `poison ${place}`, distinct_id: "ann" }));
  const body = JSON.stringify({ api_key: world.projectApiKey, batch });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${port}/batch/`, { method: "POST", headers, body });
  assert.equal(answer.status, 200);
  await tell(150);
  assert.match(
    (await world.run("dead-letters", "list")).out,
    /\n.* poison 149 +ann +not for us\n.*\nand 100 older ones\n$/s,
  );

  const refused = { status: 1, out: "stored: 0\n", err: "refused again: 150, see `sightline dead-letters list`\n" };
  assert.deepEqual(
    await world.run("dead-letters", "replay"),
    refused,
    "a service that has nothing else to do looks too",
  );

  world.operate("DROP TRIGGER strict");
  const load = sendEvents(port, world.projectApiKey, 4);
  await load.after(50);
  const before = load.answered.length;
  assert.deepEqual(await world.run("dead-letters", "replay"), { status: 0, out: "stored: 150\n", err: "" });
  await load.after(before + 50);
  assert.deepEqual(load.failures, []);
  await tell(0);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  await load.ended;
  const stored = await world.stored();
  for (const event of [...batch.map(({ event }) => event), ...load.answered]) assert.equal(stored.get(event), 1, event);
});

test("replays and services that are killed lose nothing and double nothing", async (context) => {
  const world = await openEnvironment(context);
  const journal = new JournalDatabase(world.directory);
  context.after(() => journal.close());
  const total = 10_000;
  const letters = Array.from({ length: total }, (_, place) => {
    const common = { projectId: world.projectId, uuid: randomUUID() };
    const event = {
      ...common,
      event: `event ${place}`,
      distinctId: "ann",
      timestamp: 1,
      receivedAt: 2,
      properties: {},
    };
    return { ...common, reason: "not for us", sessionId: null, at: 3, event: JSON.stringify(event) };
  });
  journal.deadLetters.setAside(letters);
  const left = () => journal.deadLetters.count();
  for (let kills = 0; kills < 2; kills++) {
    const before = left();
    const service = await world.serve();
    const replay = world.start("dead-letters", "replay");
    const ended = once(replay, "close");
    await waitUntil(() => left() < before);
    replay.kill("SIGKILL");
    service.child.kill("SIGKILL");
    await Promise.all([ended, service.ended]);
    assert.ok(left() > 0, "it was killed before its end");
  }
  const last = await world.serve();
  const rest = left();
  assert.deepEqual(await world.run("dead-letters", "replay"), { status: 0, out: `stored: ${rest}\n`, err: "" });
  last.child.kill("SIGTERM");
  assert.deepEqual(await last.ended, [0, null]);
  const stored = await world.stored();
  assert.equal(stored.size, total);
  for (const [event, times] of stored) assert.equal(times, 1, event);
});
