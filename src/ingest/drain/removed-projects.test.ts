import assert from "node:assert/strict";
import { test } from "node:test";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent, rawSnapshot } from "../../../test/support/test-drain.ts";

test("events of removed projects are ignored, and what a run had stored of them is removed again", async (t) => {
  const { append, drain, totals, deadLetters, store } = await openDrainEnvironment(t);
  const { projectRemovals, tenants, events } = store;
  await tenants.addProject({ organizationId: "o", name: "Web", createdAt: 1 });
  await projectRemovals.begin("1", NOON);
  await projectRemovals.advance("1", "confirmed", NOON);
  append(batchRequest([rawEvent("a", "ann"), rawSnapshot("s", "invalid")]), batchRequest([rawEvent("a", "ann")]));
  append(batchRequest([rawEvent("b", "ann")], { projectId: "2" }));
  await drain();
  assert.deepEqual(totals(), { stored: 1, dropped: 3, deadLettered: 0, refusedMerges: 0 });
  assert.deepEqual([await countEvents(events, "1", {}), await countEvents(events, "2", {})], [0, 1]);
  assert.deepEqual(deadLetters(), []);
  assert.equal((await projectRemovals.find("1"))?.stage, "removing");
});
