import assert from "node:assert/strict";
import { test } from "node:test";
import { batchRequest, openDrainEnvironment } from "../../../test/support/test-drain.ts";

test("stores events with numbers of millions of digits", async (context) => {
  const environment = await openDrainEnvironment(context);
  const digits = "9".repeat(20_000_000);
  const body = Buffer.from(`{"event":"e","distinct_id":"ann","$set":{"n":${digits}},"properties":{\n"n":${digits}}}`);
  environment.append({ ...batchRequest([]), operation: "capture", body });
  await environment.drain();
  assert.deepEqual(environment.totals(), { stored: 1, dropped: 0, deadLettered: 0, refusedMerges: 0 });
});
