import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { MAIN, openServiceEnvironment, sendEvents } from "../../test/support/service-process.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";

const STRICT = `CREATE TRIGGER strict BEFORE INSERT ON events WHEN NEW.event LIKE 'poison%'
  BEGIN SELECT RAISE(ABORT, 'not for us'); END`;

async function openEnvironment(context: TestContext) {
  const environment = await openServiceEnvironment(context);
  const { PATH, HOME } = process.env;
  const start = (...argv: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...argv], { env: { PATH, HOME, DATA_DIR: environment.directory } });
    context.after(() => child.kill("SIGKILL"));
    return child;
  };
  return {
    ...environment,
    start,
    async run(...argv: string[]) {
      const child = start(...argv);
      const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return { status, out, err };
    },
    execute(statements: string) {
      const database = new Libsql(`${environment.directory}/sightline.db`, { timeout: 60_000 });
      database.exec(statements);
      database.close();
    },
  };
}

test("dead letters are counted, listed and replayed while the service runs", async (context) => {
  const environment = await openEnvironment(context);
  const { port, child, ended } = await environment.serve();
  const reportedCounts = async () => {
    const ready = (await (await fetch(`http://127.0.0.1:${port}/_ready`)).json()) as {
      journal: { dead_letters: number };
    };
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return [ready.journal.dead_letters, Number(/^sightline_dead_letters (\d+)$/m.exec(metrics)?.[1])];
  };
  const waitForCount = (count: number) =>
    waitUntil(async () => (await reportedCounts()).every((reported) => reported === count));
  await waitForCount(0);

  environment.execute(STRICT);
  const batch = Array.from({ length: 150 }, (_, index) => ({ event: `poison ${index}`, distinct_id: "ann" }));
  const body = JSON.stringify({ api_key: environment.projectApiKey, batch });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/batch/`, { method: "POST", headers, body });
  assert.equal(response.status, 200);
  await waitForCount(150);
  assert.match(
    (await environment.run("dead-letters", "list")).out,
    /\n.* poison 149 +ann +not for us\n.*\nand 100 older ones\n$/s,
  );

  const { status, out, err } = await environment.run("dead-letters", "replay");
  assert.deepEqual([status, out], [1, "stored: 0\n"], "an idle service replays too");
  assert.match(err, /^refused again: 150, see `.* dead-letters list`\n$/);

  environment.execute("DROP TRIGGER strict");
  const load = sendEvents(port, environment.projectApiKey, 4);
  await load.after(50);
  const before = load.answered.length;
  assert.deepEqual(await environment.run("dead-letters", "replay"), { status: 0, out: "stored: 150\n", err: "" });
  await load.after(before + 50);
  assert.deepEqual(load.failures, []);
  await waitForCount(0);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  await load.ended;
  const stored = await environment.stored();
  for (const event of [...batch.map(({ event }) => event), ...load.answered]) assert.equal(stored.get(event), 1, event);
});

test("killing replays and services loses and duplicates nothing", async (context) => {
  const environment = await openEnvironment(context);
  const journal = new JournalDatabase(environment.directory);
  context.after(() => journal.close());
  const total = 10_000;
  const deadLetters = Array.from({ length: total }, (_, index) => {
    const common = { projectId: environment.projectId, uuid: randomUUID() };
    const event = {
      ...common,
      event: `event ${index}`,
      distinctId: "ann",
      timestamp: 1,
      receivedAt: 2,
      properties: {},
    };
    return { ...common, reason: "not for us", sessionId: null, at: 3, event: JSON.stringify(event) };
  });
  journal.deadLetters.setAside(deadLetters);
  const remaining = () => journal.deadLetters.count();
  for (let kills = 0; kills < 2; ) {
    const before = remaining();
    const service = await environment.serve();
    const replay = environment.start("dead-letters", "replay");
    const ended = once(replay, "close");
    await waitUntil(() => remaining() < before);
    replay.kill("SIGKILL");
    service.child.kill("SIGKILL");
    await Promise.all([ended, service.ended]);
    // If it was killed after its end, it begins again: events that are stored are not stored twice.
    if (remaining() === 0) journal.deadLetters.setAside(deadLetters);
    else kills += 1;
  }
  const last = await environment.serve();
  const rest = remaining();
  assert.deepEqual(await environment.run("dead-letters", "replay"), { status: 0, out: `stored: ${rest}\n`, err: "" });
  last.child.kill("SIGTERM");
  assert.deepEqual(await last.ended, [0, null]);
  const stored = await environment.stored();
  assert.equal(stored.size, total);
  for (const [event, times] of stored) assert.equal(times, 1, event);
});
