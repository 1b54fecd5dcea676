import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 4, 1, 12);

/** Opens a store with a project and five events, an hour apart from noon on. */
async function openEvents(t: Parameters<typeof openTestCli>[0]) {
  const cli = await openTestCli(t);
  await cli.setup();
  const store = await openSqlite(cli.environment.DATA_DIR ?? "");
  t.after(() => store.close());
  const events = ["ada", "bob", "ada", "eve", "ada"].map((distinctId, index) =>
    newEvent("1", { distinctId, event: index === 4 ? "bought" : "seen", timestamp: NOON + index * HOUR }),
  );
  await store.events.insert(events.toReversed());
  return {
    ...cli,
    store,
    events,
    /** Returns the indexes of the events that the command prints. */
    async indexes(...argv: string[]) {
      const { status, out } = await cli.run(["events", ...argv]);
      assert.equal(status, 0);
      const lines = out.split("\n").filter((line) => line !== "");
      return lines.map((line) => events.findIndex(({ uuid }) => uuid === JSON.parse(line).uuid));
    },
  };
}

test("tail prints the newest events, oldest first; export prints all", async (t) => {
  const { indexes } = await openEvents(t);
  assert.deepEqual(await indexes("tail"), [0, 1, 2, 3, 4]);
  assert.deepEqual(await indexes("tail", "-n", "2"), [3, 4]);
  assert.deepEqual(await indexes("tail", "--lines", "0"), []);
  assert.deepEqual(await indexes("export"), [0, 1, 2, 3, 4]);
});

test("a line has the format of a batch, with the properties verbatim", async (t) => {
  const { run, store } = await openEvents(t);
  const properties = '{"__proto__":1,"big":12345678901234567890,"n":{"$set":[1e400]}}';
  const event = newEvent("1", { event: "odd \u2028 \ufffd", timestamp: Date.UTC(2030, 1), properties });
  await store.events.insert([event]);
  const { out } = await run(["events", "tail", "-n", "1"]);
  assert.equal(
    out,
    `{"project_id":"1","uuid":"${event.uuid}","event":"odd \u2028 \ufffd","distinct_id":"ada",` +
      `"timestamp":"2030-02-01T00:00:00.000Z","received_at":"1970-01-01T00:00:02.000Z","properties":${properties}}\n`,
  );
});

test("tail, export and count accept the same filters", async (t) => {
  const { run, indexes } = await openEvents(t);
  const filters: [argv: string[], expected: number[]][] = [
    [
      ["--event", "seen"],
      [0, 1, 2, 3],
    ],
    [
      ["--distinct-id", "ada"],
      [0, 2, 4],
    ],
    [
      ["--distinct-id", "bob", "--distinct-id", "eve"],
      [1, 3],
    ],
    [["--event", "bought", "--distinct-id", "bob"], []],
    [
      ["--from", "2026-05-01T13:00Z"],
      [1, 2, 3, 4],
    ],
    [
      ["--to", "2026-05-01T14:00:00"],
      [0, 1],
    ],
    [["--from", "2026-05-01T13:00Z", "--to", "2026-05-01T15:00+01:00"], [1]],
    [["--from", "2026-05-02"], []],
    [
      ["--from", "9000w"],
      [0, 1, 2, 3, 4],
    ],
    [["--to", "-9000w"], []],
    [["--event", `seen${"x".repeat(200)}`], []],
    [
      ["--project", "1"],
      [0, 1, 2, 3, 4],
    ],
  ];
  for (const [index, [argv, expected]] of filters.entries()) {
    assert.deepEqual(await indexes("tail", ...argv), expected, argv.join(" "));
    if (index % 3 > 0) continue; // the commands share their options: a third of them shows that each has them
    assert.deepEqual(await indexes("export", ...argv), expected, argv.join(" "));
    const { out } = await run(["events", "count", ...argv]);
    assert.equal(out, `${expected.length}\n`, argv.join(" "));
  }
});

test("a long distinct id is truncated as in the store", async (t) => {
  const { run, store } = await openEvents(t);
  await store.events.insert([newEvent("1", { distinctId: "x".repeat(200) })]);
  assert.equal((await run(["events", "count", "--distinct-id", "x".repeat(300)])).out, "1\n");
});

test("an event that is stored while tail --follow starts is shown once", async (t) => {
  const { run, store, events } = await openEvents(t);
  const [early, late] = [newEvent("1", { timestamp: NOON + 9 * HOUR }), newEvent("1")];
  const follow: typeof store.events.follow = async (...args) => {
    const next = await store.events.follow(...args);
    await store.events.insert([early]);
    return next;
  };
  const shown: string[] = [];
  const write = async (text: string) => {
    shown.push(...text.split("\n").filter((line) => line !== ""));
    if (shown.length === 3) await store.events.insert([late]);
    return shown.length < 4;
  };
  const close = async () => undefined;
  const openStore = async () => ({ ...store, events: { ...store.events, follow }, close });
  assert.equal((await run(["events", "tail", "-f", "-n", "3"], "", { write, openStore })).status, 0);
  const uuids = [events[3], events[4], early, late].map((event) => event?.uuid);
  assert.deepEqual(
    shown.map((line) => JSON.parse(line).uuid),
    uuids,
  );
});

test("no project and no events are reported on standard error", async (t) => {
  const { run, setup, environment, directory } = await openTestCli(t);
  for (const argv of [["tail"], ["count"], ["export"]]) {
    environment.DATA_DIR = `${directory}/${argv}`;
    const { status, out, err } = await run(["events", ...argv]);
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^There is no [^\n]+sightline\.db\. Is DATA_DIR right[^\n]+\n$/);
    assert.equal(existsSync(environment.DATA_DIR), false);
    await openSqlite(environment.DATA_DIR).then((store) => store.close());
    assert.match((await run(["events", ...argv])).err, /^There is no project yet: [^\n]+\n$/);
  }
  await setup();
  for (const command of ["tail", "export"]) {
    const nothing = { status: 0, out: "", err: "There are no such events.\n" };
    assert.deepEqual(await run(["events", command]), nothing);
  }
});

test("an invalid time or number is a usage error", async (t) => {
  const { run } = await openTestCli(t);
  const invalid = [
    ["tail", "--from", "yesterday"],
    ["export", "--to", "2026-02-30"],
    ["count", "--from", ""],
    ["tail", "-n", "-1"],
    ["tail", "-n", "1001"],
    ["tail", "-n", "1.5"],
    ["tail", "-n", ""],
  ];
  for (const argv of invalid) {
    const { status, out, err } = await run(["events", ...argv]);
    assert.deepEqual([status, out], [2, ""], argv.join(" "));
    assert.match(err, /^--(from|to|lines) must be [^\n]+\n$/);
  }
});
