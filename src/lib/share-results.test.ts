import assert from "node:assert/strict";
import { test } from "node:test";
import { shareResults } from "../http/metrics.ts";

test("work is done up to N times a second, and then its last result is shared, also that it failed", async () => {
  let [now, calls] = [1000, 0];
  const read = shareResults(
    async () => {
      calls += 1;
      if (calls === 4) throw new Error("failed");
      return calls;
    },
    2,
    () => now,
  );
  assert.deepEqual([await read(), await read(), await read(), await read()], [1, 2, 2, 2]);
  now = 2000;
  assert.equal(await read(), 3);
  for (let times = 0; times < 2; times++) await assert.rejects(read(), { message: "failed" });
  now = 3999;
  assert.deepEqual([await read(), calls], [5, 5]);
});
