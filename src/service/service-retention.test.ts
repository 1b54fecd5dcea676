import assert from "node:assert/strict";
import { test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { openServiceEnvironment } from "../../test/support/service-process.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

test("the service removes events that are older than EVENT_RETENTION_SECONDS, and counts them", async (t) => {
  const environment = await openServiceEnvironment(t);
  const store = await openSqlite(environment.directory);
  const at = (event: string, timestamp: number) => newEvent(environment.projectId, { event, timestamp });
  await store.events.insert([at("old", Date.now() - 7_200_000), at("new", Date.now())]);
  await store.close();
  const { port, output } = await environment.serve({ EVENT_RETENTION_SECONDS: "3600" });
  await waitUntil(async () => !(await environment.stored()).has("old"));
  assert.deepEqual([...(await environment.stored()).keys()], ["new"]);
  await waitUntil(() => output().includes("removed events that were older than their retention"), output);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(metrics, /^sightline_events_expired_total 1$/m);
});
