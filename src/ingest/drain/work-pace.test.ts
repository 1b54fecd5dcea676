import assert from "node:assert/strict";
import { test } from "node:test";
import { WorkPace } from "./work-pace.ts";

/** Applies events that take as many milliseconds as their number says. */
function timedPace() {
  let now = 0;
  const pace = new WorkPace(() => now);
  return async (events: readonly number[], projectId = "1") => {
    const start = now;
    const applied: number[] = [];
    const left = await pace.apply(projectId, events, async (part, requireTurn) => {
      for (const ms of part) {
        requireTurn();
        now += ms;
      }
      applied.push(...part);
    });
    assert.deepEqual([...applied, ...left], events, "in order, and each in one place");
    return { applied: applied.length, ms: now - start };
  };
}

const repeat = (ms: number, count: number) => Array.from({ length: count }, () => ms);

test("applies all events that take little time", async () => {
  const apply = timedPace();
  assert.equal((await apply(repeat(0.1, 2000))).applied, 2000);
  assert.equal((await apply([])).applied, 0);
});

test("ends the turn of events that take long, and of a later batch of them", async () => {
  const apply = timedPace();
  let all = 0;
  for (const _ of [1, 2, 3]) {
    const { applied, ms } = await apply(repeat(20, 2000));
    assert.ok(ms <= 1000, `${applied} events in ${ms} ms`);
    all += applied;
  }
  assert.ok(all > 10);
  assert.ok((await apply(repeat(0.1, 2000), "2")).applied === 2000, "another project is not slowed down");
});

test("interrupts long events after many short ones, and goes on with fewer", async () => {
  const apply = timedPace();
  await apply(repeat(0.01, 4000));
  let { applied, ms } = await apply(repeat(50, 2000));
  assert.ok(applied === 0 && ms <= 1000, `${applied} events in ${ms} ms`);
  for (let turns = 0; applied === 0; turns++) {
    assert.ok(turns < 10, "some turn applies some events");
    ({ applied, ms } = await apply(repeat(50, 2000)));
    assert.ok(ms <= 1000, `${ms} ms`);
  }
});

test("applies at least one event in each turn, however long it takes", async () => {
  const apply = timedPace();
  const events = repeat(5000, 3);
  for (let turns = 0; events.length > 0; turns++) {
    assert.ok(turns < 20);
    events.splice(0, (await apply(events)).applied);
  }
});

test("passes other errors on", async () => {
  const failure = new Error("The store is gone.");
  const failed = new WorkPace().apply("1", [1], async () => {
    throw failure;
  });
  await assert.rejects(failed, failure);
});
