import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { newEvent, newPiece } from "../../../test/conformance/samples.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { unzip } from "../../../test/support/test-unzip.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { requestLetter } from "../../ingest/journal/request-letter.ts";
import { EVENT_SCHEMA_VIOLATIONS } from "../../store/records/schema-kinds.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const CREATED = Date.UTC(2026, 0, 1);

/** Returns a command line on a store with two persons, ada and bob; ada was merged with anon. */
async function openExportCli(t: TestContext) {
  const { directory, run, setup, environment } = await openTestCli(t);
  await setup();
  const dataDir = environment.DATA_DIR ?? "";
  const store = await openSqlite(dataDir);
  const journal = new JournalDatabase(dataDir);
  t.after(async () => {
    await store.close();
    journal.close();
  });
  const { persons, flags, recordings } = store;
  const created = await persons.ensure(
    "1",
    ["ada", "anon", "bob"].map((distinctId) => ({ distinctId, at: CREATED })),
  );
  const [ada = "", anon = ""] = ["ada", "anon"].map((distinctId) => created.get(distinctId)?.uuid);
  await persons.update("1", [{ uuid: ada, changes: [{ set: { email: "ada@example.com" } }], identify: true }]);
  await flags.keepIdentifiers("1", anon, ["checkout"], "anon");
  await persons.merge("1", ada, anon);
  const distinctIds = ["ada", "anon", "bob"];
  await store.events.insert(distinctIds.map((distinctId, index) => newEvent("1", { distinctId, timestamp: index })));
  await recordings.pieces.append("1", [newPiece("session/1"), newPiece("session/1", { windowId: "second" })]);
  const example = { schemaId: "s", revision: 1, uuid: "u", timestamp: 0, receivedAt: 0, isStored: false };
  const violations = { path: "plan", rule: "enum", detail: "must be one", properties: '{"plan":1}' };
  const examples = ["anon", "bob"].map((distinctId) => ({ ...example, ...violations, distinctId }));
  await store.records.put(EVENT_SCHEMA_VIOLATIONS, { projectId: "1", counts: [], examples, counted: [] });
  const letter = { projectId: "1", reason: "too large", sessionId: null, at: CREATED };
  journal.deadLetters.setAside(
    ["anon", "bob"].map((distinctId, index) => {
      const event = JSON.stringify({ ...newEvent("1", { distinctId }), properties: { of: distinctId } });
      return { ...letter, uuid: `0197b4a6-9a7c-7000-8000-00000000000${index}`, event };
    }),
  );
  journal.deadLetters.setAside([{ ...letter, uuid: "0197b4a6-9a7c-7000-8000-000000000009", event: "damaged" }]);
  for (const ids of [
    ["anon", "ada"],
    ["ada", "bob"],
  ]) {
    const body = Buffer.from(JSON.stringify({ batch: ids.map((id) => ({ distinct_id: id })) }));
    const request = { projectId: "1", receivedAt: CREATED, seed: ids.join(), operation: "batch", body } as const;
    journal.deadLetters.setAside([requestLetter(request, CREATED, "no")]);
  }
  return { directory, run, store, ada, anon };
}

test("an archive has everything about one person, and nothing about others", async (t) => {
  const { directory, run, store, ada, anon } = await openExportCli(t);
  const out = join(directory, "ada.zip");
  const outcome = await run(["persons", "export", "ada", "--out", out]);
  assert.deepEqual(outcome, { status: 0, out: `Written to ${out}.\n`, err: "" });
  assert.equal((await stat(out)).mode & 0o777, 0o600);
  const files = unzip(await readFile(out));
  const lines = (name: string) =>
    (files.get(name) ?? assert.fail(name)).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const [person] = lines("person.json");
  assert.deepEqual([person.uuid, person.properties], [ada, { email: "ada@example.com" }]);
  assert.deepEqual([person.created_at, person.is_identified], ["2026-01-01T00:00:00.000Z", true]);
  assert.deepEqual(lines("distinct_ids.jsonl").sort(), ["ada", "anon"]);
  assert.deepEqual(lines("merged_uuids.jsonl"), [anon]);
  assert.deepEqual(lines("flag_identifiers.jsonl"), [{ flag: "checkout", identifier: "anon" }]);
  assert.deepEqual(
    lines("events.jsonl").map(({ distinct_id }) => distinct_id),
    ["anon", "ada"],
  );
  const [recording, ...others] = lines("recordings.jsonl");
  assert.deepEqual([recording.id, recording.properties, others], ["session/1", {}, []]);
  assert.deepEqual(
    lines(recording.snapshots)
      .map(({ window_id, data }) => [window_id, data])
      .sort(),
    [
      ["second", [{ type: 4 }]],
      ["window", [{ type: 4 }]],
    ],
  );
  assert.deepEqual(
    lines("schema_violations.jsonl").map(({ distinct_id, properties }) => [distinct_id, properties]),
    [["anon", { plan: 1 }]],
  );
  assert.deepEqual(
    lines("dead_letters.jsonl").map(({ distinct_id, damaged }) => distinct_id ?? JSON.parse(damaged).body),
    ["anon", { batch: [{ distinct_id: "anon" }, { distinct_id: "ada" }] }],
  );
  const readme = files.get("README.txt") ?? "";
  for (const name of files.keys())
    if (name !== "README.txt") assert.match(readme, new RegExp(`^${name.split("/")[0]}`, "m"));
  assert.ok(![...files.values()].some((text) => text.includes("bob")));
  assert.deepEqual(await store.recordings.library.viewed("1", ["session/1"], 1), new Set(), "nobody has viewed it");

  const byUuid = join(directory, "by-uuid.zip");
  assert.equal((await run(["persons", "export", anon.toUpperCase(), "--out", byUuid])).status, 0);
  assert.equal(unzip(await readFile(byUuid)).get("events.jsonl"), files.get("events.jsonl"));
});

test("nothing is overwritten, and a failed export leaves no file", async (t) => {
  const { directory, run, store, ada } = await openExportCli(t);
  const out = join(directory, "ada.zip");
  await writeFile(out, "mine");
  const fail = async (id: string, ...rest: string[]) => {
    const { status, err } = await run(["persons", "export", id, ...rest]);
    assert.equal(status, 1);
    return err;
  };
  assert.equal(await fail("ada", "--out", out), `${out} exists already: choose another name.\n`);
  assert.equal(await readFile(out, "utf8"), "mine");
  assert.match(await fail("eve"), /^Not found\. See /);
  assert.match(await fail("ada", "--out", join(directory, "absent", "ada.zip")), /ENOENT/);
  const before = await readdir(directory);

  const findByUuid = async () => (await store.persons.find("1", ["bob"])).get("bob") ?? null;
  const openStore = async () => ({ ...store, persons: { ...store.persons, findByUuid }, close: async () => {} });
  const outcome = await run(["persons", "export", "ada", "--out", join(directory, "new.zip")], "", { openStore });
  assert.deepEqual([outcome.status, outcome.err], [1, "The person was merged or erased meanwhile: export again.\n"]);
  assert.deepEqual(await readdir(directory), before);

  await writeFile(`${out}.partial`, "");
  assert.match(await fail(ada, "--out", join(directory, "ada.zip")), /exists already/);
  const other = join(directory, "other.zip");
  await writeFile(`${other}.partial`, "");
  assert.match(await fail(ada, "--out", other), /other\.zip\.partial is of an interrupted export/);
});
