import assert from "node:assert/strict";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import Libsql from "libsql";
import { minimalProcessEnv, runProcess } from "../../test/support/child-process.ts";
import * as mongoTests from "../../test/support/engines/test-mongo.ts";
import { MAIN, openServiceEnvironment, sendEvents, serviceIn } from "../../test/support/service-process.ts";
import { startTcpProxy } from "../../test/support/tcp-proxy.ts";
import { openMongo } from "../store/mongodb/mongodb.ts";
import type { Store } from "../store/ports/stores.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { setUp } from "../tenants/setup.ts";

/** Runs `journal drain` in a process of its own. */
function drain(directory: string, settings: Readonly<Record<string, string>>) {
  return runProcess([MAIN, "journal", "drain", directory], minimalProcessEnv(settings));
}

async function assertStoredOnce(store: Store, answered: readonly string[]): Promise<void> {
  const stored = (await store.events.latest("1", {}, 100_000)).map(({ event }) => event);
  const names = new Set(stored);
  assert.deepEqual(
    answered.filter((event) => !names.has(event)),
    [],
  );
  assert.equal(names.size, stored.length);
}

const directoryFor = (name: string) => mkdtemp(join(tmpdir(), `sightline-${name}-`));

test("what a killed node had accepted is stored once by another process", async (context) => {
  const environment = await openServiceEnvironment(context);
  const dead = environment.directory;
  const node = await environment.serve();
  const load = sendEvents(node.port, environment.projectApiKey, 4);
  await load.after(50);
  const database = new Libsql(join(dead, "sightline.db"), { timeout: 60_000 }); // the drain may hold the lock
  database.exec("BEGIN IMMEDIATE"); // the store is away
  await load.after(150);
  node.child.kill("SIGKILL");
  await load.ended;
  database.exec("ROLLBACK");
  database.close();

  const directory = await directoryFor("takeover");
  context.after(() => rm(directory, { recursive: true }));
  for (const name of await readdir(dead)) {
    if (name.startsWith("sightline.db")) await rename(join(dead, name), join(directory, name));
  }
  const first = await drain(dead, { DATA_DIR: directory });
  assert.match(
    first.stdout,
    new RegExp(`^events stored: [1-9]\\d*\nNothing in ${dead} is needed any more`),
    first.stderr,
  );
  assert.match((await drain(dead, { DATA_DIR: directory })).stdout, /^events stored: 0\n/);
  const store = await openSqlite(directory);
  await assertStoredOnce(store, load.answered);
  await store.close();
});

test("a node takes over from a killed one, on MongoDB", { skip: mongoTests.noMongoServer }, async (context) => {
  const database = await mongoTests.newDatabaseName();
  const store = await openMongo(mongoTests.testMongoOptions(database));
  context.after(async () => {
    await store.close();
    await mongoTests.dropTestDatabase(database);
  });
  const { projectApiKey } = await setUp(store, {});
  const { url } = mongoTests.testMongoOptions(database);
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy(hostname, Number(port));
  const settings = { MONGODB_URL: url, MONGODB_DATABASE: database };
  const [dead, alive] = [await directoryFor("dead"), await directoryFor("alive")];
  const throughProxy = { ...settings, MONGODB_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` };
  const first = await serviceIn(dead, context).serve(throughProxy);
  const second = await serviceIn(alive, context).serve(settings);
  const loads = [
    sendEvents(first.port, projectApiKey, 2, "first"),
    sendEvents(second.port, projectApiKey, 2, "second"),
  ];
  await loads[0]?.after(50);
  await proxy.disconnect();
  await loads[0]?.after(150);
  first.child.kill("SIGKILL");
  await loads[0]?.ended;

  const outcome = await drain(dead, { ...settings, DATA_DIR: alive });
  assert.match(outcome.stdout, /^events stored: [1-9]\d*\nNothing in /, outcome.stderr);
  second.child.kill("SIGTERM");
  assert.deepEqual(await second.ended, [0, null]);
  await loads[1]?.ended;
  await assertStoredOnce(
    store,
    loads.flatMap(({ answered }) => answered),
  );
});
