import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { countEvents } from "../../test/support/count-events.ts";
import { nodePresence } from "../ingest/drain/node-presence.ts";
import { NO_LEGACY_STORE } from "../store/ports/legacy-store.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { type ErasureWorkerPorts, erasureWorker } from "./erasure-worker.ts";
import { requestErasure } from "./request-erasure.ts";

async function openEnvironment(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-erasure-"));
  const store = await openSqlite(directory);
  t.after(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const { persons, erasures } = store;
  const wanted = ["ada", "bob", "bob 2", "eve"].map((distinctId) => ({ distinctId, at: 1 }));
  const created = await persons.ensure("1", wanted);
  const [ada = "", bob = "", bob2 = ""] = [...created.values()].map(({ uuid }) => uuid);
  await persons.merge("1", bob, bob2);
  await store.events.insert(wanted.map(({ distinctId }) => newEvent("1", { distinctId, receivedAt: 1 })));
  const applied: number[] = [];
  const state = { now: Date.now() };
  const files = {
    async *list() {},
    delete: async () => {},
    put: async () => 0,
    get: async () => null,
    presignedUrl: async () => null,
  };
  const ports: ErasureWorkerPorts = {
    store,
    now: () => state.now,
    gate: { applyStage: async (_, distinctIds) => void applied.push(distinctIds) },
    history: { erase: async () => {}, cleanNode: async () => true },
    engines: async () => ({ files, tidyFiles: async () => {}, legacy: NO_LEGACY_STORE }),
    journal: { deadLetters: { *batches() {} }, lastGroup: () => 0, firstGroupId: () => null },
    deleteLetters: async () => {},
    wipe: async () => true,
  };
  const worker = erasureWorker(nodePresence({ id: "n", name: "n" }, () => {}));
  const onError = (error: unknown) => assert.fail(String(error));
  const { signal } = new AbortController();
  return {
    ...{ store, ada, bob, applied, state },
    request: (id: string) => requestErasure("1", id, { persons, erasures, now: () => state.now++ }),
    detach: () => worker.detach(ports, signal, onError),
    remove: () => worker.remove(ports, signal, onError),
    left: async () => [...(await persons.find("1", ["ada", "bob", "bob 2", "eve"])).keys()],
  };
}

test("distinct ids that a merge adds meanwhile are applied before anything is removed, then erased too", async (t) => {
  const { store, ada, bob, applied, state, request, detach, remove, left } = await openEnvironment(t);
  const { id } = await request(ada);
  await store.persons.merge("1", bob, ada); // by events that were being stored
  await detach();
  assert.deepEqual([applied, await left()], [[1], ["ada", "bob", "bob 2", "eve"]]);
  await detach();
  assert.deepEqual([applied, await left()], [[1, 3], ["eve"]]);
  state.now += 2000;
  for (let times = 0; times < 2; times++) await remove();
  assert.notEqual((await store.erasures.find({ id, projectId: "1" }))?.completedAt, null);
  assert.equal(await countEvents(store.events, "1", {}), 1);
});

test("two persons that are merged while both are erased are gone afterwards", async (t) => {
  const { store, ada, bob, state, request, detach, remove, left } = await openEnvironment(t);
  await request(ada);
  await request("bob");
  await store.persons.merge("1", ada, bob);
  for (let times = 0; times < 3; times++) await detach();
  assert.deepEqual(await left(), ["eve"]);
  state.now += 2000;
  for (let times = 0; times < 2; times++) await remove();
  assert.deepEqual(await store.erasures.unfinished(), []);
  assert.equal(await countEvents(store.events, "1", {}), 1);
});
