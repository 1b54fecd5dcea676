import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { startCapture } from "../../ingest/capture.ts";
import type { CaptureEvents } from "../../ingest/capture-events.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { readConfig } from "../../settings/config.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

/** Opens a store with a project and three dead letters: of the project, of another one, and damaged. */
async function openDeadLettersCli(t: TestContext) {
  const cli = await openTestCli(t);
  await cli.setup();
  const { DATA_DIR = "" } = cli.environment;
  const journal = new JournalDatabase(DATA_DIR);
  t.after(() => journal.close());
  const event = (projectId: string) => {
    const uuid = randomUUID();
    const properties = JSON.parse('{"__proto__": 1, "price": 1299}');
    const common = { event: "ordered", distinctId: "ada", timestamp: NOON, receivedAt: NOON + 1, properties };
    return { uuid, text: JSON.stringify({ projectId, uuid, ...common }) };
  };
  const [first, second, damaged] = [event("1"), event("2"), { uuid: randomUUID(), text: "{damaged" }];
  const deadLetter = (projectId: string, { uuid, text }: typeof first, reason: string) => ({
    ...{ projectId, uuid, reason, sessionId: null, at: NOON + 2 },
    event: text,
  });
  journal.deadLetters.setAside([deadLetter("1", first, "too\tlarge"), deadLetter("2", second, "too small")]);
  journal.deadLetters.setAside([deadLetter("2", damaged, "too strange")]);
  return {
    ...cli,
    journal,
    uuids: [first.uuid, second.uuid, damaged.uuid],
    /** Runs `replay` while a service runs. */
    async replayDuringService(...argv: string[]) {
      const events = new EventEmitter<CaptureEvents>().on("fatal", (error) => assert.fail(error));
      const store = await openSqlite(DATA_DIR);
      const selected = { ...store, name: "SQLite", isAdopted: false };
      const capture = await startCapture(readConfig(cli.environment), selected, { events });
      const outcome = await cli.run(["dead-letters", "replay", ...argv]);
      await capture.stop(AbortSignal.timeout(60_000));
      await store.close();
      return outcome;
    },
    execute(statements: string) {
      const database = new Libsql(join(DATA_DIR, "sightline.db"), { timeout: 60_000 });
      database.exec(statements);
      database.close();
    },
    async storedEvents(projectId: string) {
      const store = await openSqlite(DATA_DIR);
      const events = await store.events.latest(projectId, {}, 10);
      await store.close();
      return events;
    },
  };
}

test("list prints a table, newest first", async (t) => {
  const { run, uuids } = await openDeadLettersCli(t);
  const { status, out, err } = await run(["dead-letters", "list"]);
  assert.deepEqual([status, err], [0, ""]);
  assert.deepEqual(
    out.split("\n").map((line) => line.split(/ {2,}/)),
    [
      ["SET ASIDE (UTC)", "PROJECT", "UUID", "EVENT", "DISTINCT ID", "REASON"],
      ["2026-05-01T12:00:00", "2", uuids[2], "too strange"],
      ["2026-05-01T12:00:00", "2", uuids[1], "ordered", "ada", "too small"],
      ["2026-05-01T12:00:00", "1", uuids[0], "ordered", "ada", "too?large"],
      [""],
    ],
  );
});

test("list shows the 50 newest and the number of older ones", async (t) => {
  const { run, journal } = await openDeadLettersCli(t);
  const many = Array.from({ length: 60 }, () => {
    return { projectId: "7", uuid: randomUUID(), reason: "x".repeat(1000), sessionId: null, at: NOON, event: "{}" };
  });
  journal.deadLetters.setAside(many);
  const { out } = await run(["dead-letters", "list"]);
  const lines = out.trimEnd().split("\n");
  assert.equal(lines.length, 1 + 50 + 1);
  assert.match(lines[1] ?? "", new RegExp(`${many.at(-1)?.uuid} +x{160}…$`));
  assert.equal(lines.at(-1), "and 13 older ones");
});

test("export prints events with their reasons, oldest first, and damaged ones verbatim", async (t) => {
  const { run, uuids } = await openDeadLettersCli(t);
  const { status, out, err } = await run(["dead-letters", "export"]);
  assert.deepEqual([status, err], [0, ""]);
  const [first, second, third] = out.trimEnd().split("\n");
  assert.equal(
    first,
    `{"reason":"too\\tlarge","set_aside_at":"2026-05-01T12:00:00.002Z","project_id":"1","uuid":"${uuids[0]}",` +
      '"event":"ordered","distinct_id":"ada","timestamp":"2026-05-01T12:00:00.000Z",' +
      '"received_at":"2026-05-01T12:00:00.001Z",' +
      '"properties":{"__proto__":1,"price":1299}}',
  );
  assert.equal(JSON.parse(second ?? "").uuid, uuids[1]);
  assert.deepEqual([JSON.parse(third ?? "").uuid, JSON.parse(third ?? "").damaged], [uuids[2], "{damaged"]);
});

test("replay keeps events that are refused again and exits with 1", async (t) => {
  const { run, uuids, storedEvents } = await openDeadLettersCli(t);
  const outcome = await run(["dead-letters", "replay"]);
  const err = "refused again: 1, see `sightline dead-letters list`\n";
  assert.deepEqual(outcome, { status: 1, out: "stored: 2\n", err });
  const [event] = await storedEvents("1");
  assert.deepEqual([event?.uuid, event?.timestamp, event?.receivedAt], [uuids[0], NOON, NOON + 1]);
  assert.equal(event?.properties, '{"__proto__":1,"price":1299}');
  assert.equal((await storedEvents("2")).length, 1);
  const { out } = await run(["dead-letters", "list"]);
  assert.match(out, new RegExp(`^[^\\n]+\\n[^\\n]+${uuids[2]}[^\\n]+The dead letter is damaged[^\\n]+\\n$`));
});

test("all commands accept the same filters", async (t) => {
  const { run, replayDuringService, uuids, storedEvents } = await openDeadLettersCli(t);
  const filters: [argv: string[], expected: number[]][] = [
    [
      ["--project", "2"],
      [1, 2],
    ],
    [
      ["--reason", "too s"],
      [1, 2],
    ],
    [["--reason", "small", "--project", "2"], [1]],
    [["--project", "1", "--reason", "small"], []],
  ];
  for (const [argv, expected] of filters) {
    const exported = (await run(["dead-letters", "export", ...argv])).out.split("\n").filter((line) => line !== "");
    assert.deepEqual(
      exported.map((line) => uuids.indexOf(JSON.parse(line).uuid)),
      expected,
    );
    const { out } = await run(["dead-letters", "list", ...argv]);
    assert.deepEqual(
      uuids.map((uuid) => out.includes(uuid)),
      [0, 1, 2].map((index) => expected.includes(index)),
    );
  }
  const outcome = await replayDuringService("--project", "2", "--reason", "small");
  assert.deepEqual(outcome, { status: 0, out: "stored: 1\n", err: "" });
  assert.deepEqual([(await storedEvents("1")).length, (await storedEvents("2")).length], [0, 1]);
});

test("if the store is down, replayed events wait in the journal until it is back", async (t) => {
  const { run, replayDuringService, execute, storedEvents } = await openDeadLettersCli(t);
  execute("ALTER TABLE events RENAME TO away");
  assert.deepEqual(await run(["dead-letters", "replay", "--project", "1"]), {
    status: 0,
    out: "stored: 0\n",
    err: "waiting in the journal: 1, until the store is available\n",
  });
  execute("ALTER TABLE away RENAME TO events");
  assert.equal((await replayDuringService("--project", "1")).err, "There are no such dead letters.\n");
  assert.equal((await storedEvents("1")).length, 1);
});

test("an empty list or a missing journal is reported, and no journal is created", async (t) => {
  const { run, environment, directory } = await openTestCli(t);
  const commands = ["list", "export", "replay"];
  for (const command of commands) {
    const { status, out, err } = await run(["dead-letters", command]);
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^There is no [^\n]+journal\.db\. Is DATA_DIR right[^\n]+\n$/);
    assert.equal(existsSync(`${environment.DATA_DIR}`), false);
  }
  environment.DATA_DIR = directory;
  new JournalDatabase(directory).close();
  for (const command of commands) {
    const nothing = { status: 0, out: "", err: "There are no such dead letters.\n" };
    assert.deepEqual(await run(["dead-letters", command]), nothing);
  }
  const { status, err } = await run(["dead-letters", "list", "--project", "website"]);
  assert.deepEqual([status, err], [2, "--project must be a project id: a whole number.\n"]);
});
