import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { collect } from "../../test/conformance/samples.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer } from "../../test/support/engines/test-mongo.ts";
import { unpackFixture } from "../../test/support/fixtures.ts";
import { readConfig } from "../settings/config.ts";
import { fileEngine, openStore, storeCopyReader, storeEngine } from "../store/choose-engines.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyDirectory } from "./verify-backup.ts";

const ports = {
  runWithProgress: <T>(_: string, __: unknown, work: (advance: () => void) => Promise<T>) => work(() => {}),
};

test("a backup of MongoDB that version 0.2.0 made is verified and restored", { skip: noMongoServer }, async (t) => {
  const { directory, project_id: project, organization_id: organization } = unpackFixture("mongodb-0.2.0");
  const [DATA_DIR, database] = [await mkdtemp(join(tmpdir(), "sightline-restored-")), await newDatabaseName()];
  const config = readConfig({ DATA_DIR, MONGODB_URL: process.env.MONGODB_URL, MONGODB_DATABASE: database });
  t.after(async () => {
    await dropTestDatabase(database);
    for (const path of [directory, DATA_DIR]) await rm(path, { recursive: true });
  });
  const { problems } = await verifyDirectory(directory, { ...ports, copyReader: storeCopyReader });
  assert.deepEqual(problems, []);
  await restoreBackup(directory, {
    ...{ dataDir: DATA_DIR, engine: "MongoDB", copies: await storeEngine(config).copies(), ...ports, now: Date.now },
    openStore: () => openStore(config),
    openFiles: () => fileEngine(config).open(),
  });

  const [store, fileStore] = [await openStore(config), await fileEngine(config).open()];
  t.after(() => Promise.all([store.close(), fileStore.close()]));
  const { events, persons, groups, flags, invites, recordings, keys } = store;
  const names = (await events.latest(project, {}, 100)).map(({ event, distinctId }) => `${event} ${distinctId}`);
  const ofAda = ["$groupidentify ada", "$identify ada", "$pageview ada", "$pageview ada", "$pageview ada"];
  assert.deepEqual(names.toSorted(), [...ofAda, "$pageview visitor-1", "ordered ada"]);
  const found = await persons.find(project, ["ada", "visitor-1"]);
  assert.equal(found.get("ada")?.uuid, found.get("visitor-1")?.uuid);
  assert.deepEqual(found.get("ada")?.properties, { plan: "pro", name: "Ada \u{1f600}" });
  assert.deepEqual((await groups.find(project, [{ type: "team", key: "a" }]))[0]?.properties, { size: 3 });
  assert.deepEqual(
    (await flags.list(project)).map(({ key, number }) => [key, number]),
    [["new-checkout", 1]],
  );
  const page = { limit: 10, offset: 0 };
  assert.deepEqual((await invites.list(organization, page)).items[0]?.targetEmail, "bob@example.com");
  assert.equal((await keys.list()).length, 2);
  assert.equal((await recordings.library.list(project, page)).count, 2);
  assert.equal((await collect(recordings.pieces.unflushed(project, "in-store"))).length, 1);
  const [file] = await recordings.pieces.files(project, "in-file");
  const content = await fileStore.files.get(file?.key ?? "");
  content?.stream.destroy();
  assert.equal(content?.bytes, file?.bytes);
});
