import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as moment } from "node:timers/promises";
import { Semaphore } from "./semaphore.ts";

test("runs up to N tasks at once, in order, and goes on after a failure", async () => {
  const turns = new Semaphore(2);
  const order: number[] = [];
  let running = 0;
  const works = Array.from({ length: 9 }, (_, number) =>
    turns.run(async () => {
      running += 1;
      assert.ok(running <= 2);
      order.push(number);
      await moment();
      running -= 1;
      if (number % 3 === 0) throw new Error("failed");
      return number;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : null)),
    [null, 1, 2, null, 4, 5, null, 7, 8],
  );
  assert.equal(await turns.run(async () => "free again"), "free again");
});
