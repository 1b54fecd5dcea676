import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { countEvents } from "../../test/support/count-events.ts";
import { NO_LEGACY_STORE } from "../store/ports/legacy-store.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { removeProjects, SETTLE_MS } from "./remove-project.ts";

const CONFIRM_MS = 600_000;

async function openEnvironment(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-removal-"));
  const store = await openSqlite(directory);
  t.after(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const present = new Set(["1", "10"].map((id) => `session_recordings/project_id/${id}/session_id/s/data/1-2`));
  const files = {
    async *list(prefix: string) {
      yield* [...present].filter((key) => key.startsWith(prefix));
    },
    async delete(keys: readonly string[]) {
      for (const key of keys) present.delete(key);
    },
  };
  await store.tenants.addProject({ organizationId: "o", name: "Web", createdAt: 1 });
  await store.events.insert(Array.from({ length: 120 }, () => newEvent("1")));
  const { projectRemovals } = store;
  return {
    ...{ store, present },
    /** Runs at this time after the removal, and returns its stage. */
    async run(now: number, signal = new AbortController().signal) {
      const ports = { projectRemovals, files, legacy: NO_LEGACY_STORE, now: () => now };
      await removeProjects(await projectRemovals.unconfirmed(), ports, signal);
      return (await projectRemovals.find("1"))?.stage;
    },
  };
}

test("removes data and files at once, and again later, in case a write was under way", async (t) => {
  const { store, run, present } = await openEnvironment(t);
  await store.projectRemovals.begin("1", 0);
  assert.equal(await run(10), "removing");
  assert.equal(await countEvents(store.events, "1", {}), 0);
  assert.deepEqual([...present], ["session_recordings/project_id/10/session_id/s/data/1-2"]);
  for (const [at, stage] of [
    [SETTLE_MS, "removed"],
    [SETTLE_MS + CONFIRM_MS, "confirmed"],
  ] as const) {
    await store.events.insert([newEvent("1")]);
    assert.equal(await run(at), stage);
    assert.equal(await countEvents(store.events, "1", {}), 0);
  }
});

test("leaves what is removed to the next run when it is aborted", async (t) => {
  const { store, run } = await openEnvironment(t);
  await store.projectRemovals.begin("1", 0);
  assert.equal(await run(SETTLE_MS, AbortSignal.abort()), "removing");
  assert.equal(await countEvents(store.events, "1", {}), 120);
  assert.equal(await run(SETTLE_MS), "removed");
});
