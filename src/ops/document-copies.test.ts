import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { putFlags } from "../../test/conformance/put-flags.ts";
import { newSample, SAMPLE_KINDS, SAMPLES } from "../../test/conformance/sample-records.ts";
import {
  AWKWARD_PROPERTIES,
  AWKWARD_TEXTS,
  collect,
  emptySummary,
  newEvent,
  newPiece,
  storedEvents,
} from "../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../test/support/engines/test-mongo.ts";
import { mongoCopies } from "../store/mongodb/mongo-copies.ts";
import { openMongo } from "../store/mongodb/mongodb.ts";
import type { DocumentCopies } from "../store/ports/document-copies.ts";
import type { Store } from "../store/ports/stores.ts";
import { RECORD_KINDS } from "../store/records/record-kinds.ts";
import { sqliteCopies } from "../store/sqlite/copy-database.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

interface CopiedEngine {
  readonly copies: DocumentCopies;
  readonly open: () => Promise<Store>;
}

const PROJECT = "1";
const recordKinds = [...RECORD_KINDS, ...SAMPLE_KINDS];
const LONG_SESSION = "é".repeat(400);

async function newDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  t.after(() => rm(directory, { recursive: true }));
  return directory;
}

const ENGINES: readonly {
  name: string;
  skip?: string | undefined;
  create: (t: TestContext) => Promise<CopiedEngine>;
}[] = [
  {
    name: "SQLite",
    async create(t) {
      const directory = await newDirectory(t);
      return { copies: sqliteCopies(directory), open: () => openSqlite(directory, { recordKinds }) };
    },
  },
  {
    name: "MongoDB",
    skip: noMongoServer,
    async create(t) {
      const options = testMongoOptions(await newDatabaseName(), { recordKinds });
      t.after(() => dropTestDatabase(options.database));
      return { copies: mongoCopies(options), open: () => openMongo(options) };
    },
  },
];

for (const { name, skip, create } of ENGINES) {
  test(`${name}: a restored copy has every document as it was`, { skip }, async (t) => {
    const [original, restored] = [await create(t), await create(t)];
    const store = await original.open();
    t.after(() => store.close());
    await fill(store);
    const directory = join(await newDirectory(t), "copy");
    await mkdir(directory);
    await original.copies.copy(directory, { advance: () => {}, onFixed: () => {} });
    for (const path of await original.copies.reader.files(directory)) await rm(join(directory, path));
    const fixed: true[] = []; // by a second attempt
    await original.copies.copy(directory, { advance: () => {}, onFixed: () => void fixed.push(true) });
    assert.equal(fixed.length, 1);
    await store.events.insert([newEvent(PROJECT, {})]);

    const { reader } = original.copies;
    assert.equal(await reader.findDamage(directory), null);
    const counts = await reader.counts(directory);
    assert.deepEqual([counts.events, counts.recordings, counts.recording_files], [AWKWARD_TEXTS.length, 2, 2]);
    const named = await collect(reader.namedFiles(directory));
    assert.deepEqual(new Set(named.map(({ sessionId }) => sessionId)), new Set(["a/b#c", LONG_SESSION]));
    assert.equal((await collect(original.copies.namedFiles())).length, 2);

    assert.equal(await original.copies.isEmpty(), false);
    assert.equal(await restored.copies.isEmpty(), true);
    await restored.copies.restore(directory, () => {});
    const copy = await restored.open();
    t.after(() => copy.close());
    assert.equal(copy.id, store.id);
    const read = async ({ events, persons, recordings, flags, records }: Store) => ({
      events: (await storedEvents(events, PROJECT)).slice(0, AWKWARD_TEXTS.length),
      persons: await persons.find(PROJECT, AWKWARD_TEXTS),
      flags: await flags.list(PROJECT),
      records: await records.scan(SAMPLES, {}, { limit: 100 }),
      recordings: await recordings.library.find(PROJECT, ["a/b#c", LONG_SESSION]),
      unflushed: await collect(recordings.pieces.unflushed(PROJECT, "a/b#c")),
    });
    assert.deepEqual(await read(copy), await read(store));
    assert.equal((await read(copy)).records.length, AWKWARD_TEXTS.length);

    const [file = ""] = (await reader.files(directory)).filter((path) => /sightline|events/.test(path));
    await truncate(join(directory, file), 5000);
    assert.notEqual(await reader.findDamage(directory), null);
  });
}

async function fill({ events, persons, flags, recordings, records }: Store): Promise<void> {
  for (const text of AWKWARD_TEXTS)
    await records.insert(SAMPLES, newSample(PROJECT, text, { content: AWKWARD_PROPERTIES }));
  const stored = AWKWARD_TEXTS.map((event, index) => {
    return newEvent(PROJECT, { event, timestamp: index, properties: JSON.stringify({ "1": 1.0, b: 2 ** 40, a: "x" }) });
  });
  await events.insert(stored);
  const found = await persons.ensure(
    PROJECT,
    AWKWARD_TEXTS.map((distinctId) => ({ distinctId, at: 5 })),
  );
  const [person] = found.values();
  const changes = [{ set: AWKWARD_PROPERTIES }];
  await persons.update(PROJECT, [{ uuid: person?.uuid ?? "", changes, identify: true }]);
  await putFlags(flags, PROJECT, [{ key: "k", definition: "{}", updatedAt: 7 }]);
  for (const sessionId of ["a/b#c", LONG_SESSION]) {
    const session = { projectId: PROJECT, sessionId };
    await recordings.pieces.append(PROJECT, [newPiece(sessionId, { summary: emptySummary(1, 2) })]);
    const file = await recordings.flushing.beginFile(session, "session_recordings/x/");
    assert.ok(file);
    await recordings.flushing.finishFile(session, { ...file, bytes: 3 });
    await recordings.pieces.append(PROJECT, [newPiece(sessionId, { summary: emptySummary(3, 4) })]);
  }
}
