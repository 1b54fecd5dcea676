import assert from "node:assert/strict";
import { test } from "node:test";
import { WorkPace } from "./work-pace.ts";

type Parts = ReadonlyMap<string, readonly number[]>;

/** Applies events that take as many milliseconds as their number says, and 100 ms for each part. */
function sharedPace(partMs = 100) {
  let now = 0;
  const pace = new WorkPace(() => now);
  return async (projects: Parts) => {
    const start = now;
    const applied = new Map<string, number[]>();
    let parts = 0;
    const left = await pace.apply(projects, async (part, requireTurn) => {
      parts += 1;
      now += partMs;
      for (const ms of [...part.values()].flat()) {
        requireTurn();
        now += ms;
      }
      for (const [projectId, events] of part) applied.set(projectId, [...(applied.get(projectId) ?? []), ...events]);
    });
    const all = [...projects].flatMap(([id, events]) => events.slice(applied.get(id)?.length ?? 0));
    assert.deepEqual(left, all, "what is left of each project, in order");
    for (const [id, events] of applied) assert.deepEqual(events, projects.get(id)?.slice(0, events.length), "in order");
    return { applied, parts, ms: now - start };
  };
}

/** The same for one project. */
function timedPace() {
  const apply = sharedPace(0);
  return async (events: readonly number[], projectId = "1") => {
    const { applied, ms } = await apply(new Map([[projectId, events]]));
    return { applied: applied.get(projectId)?.length ?? 0, ms };
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
  const failed = new WorkPace().apply(new Map([["1", [1]]]), async () => {
    throw failure;
  });
  await assert.rejects(failed, failure);
});

const projects = (count: number, events: readonly number[]) =>
  new Map(Array.from({ length: count }, (_, number) => [String(number + 10), events]));

test("many projects take turns together", async () => {
  const apply = sharedPace();
  assert.equal((await apply(projects(500, repeat(0.1, 4)))).parts, 1);
  await apply(projects(50, repeat(0.1, 40)));
  assert.equal((await apply(projects(50, repeat(0.1, 40)))).parts, 1, "once it is known how many events fit");
});

test("a project that takes long has a turn of its own after a few turns with others", async () => {
  const apply = sharedPace();
  const others = projects(100, repeat(0.1, 10));
  for (let batch = 0; batch < 10; batch++) {
    const { applied, ms, parts } = await apply(new Map([...others, ["slow", repeat(60, 500)]]));
    for (const id of others.keys()) assert.equal(applied.get(id)?.length, 10);
    assert.ok((applied.get("slow")?.length ?? 0) > 0);
    assert.ok(ms < 6000 && parts < 20, `${ms} ms in ${parts} parts`);
  }
});

test("projects that take long together are found", async () => {
  const apply = sharedPace();
  const slow = ["a", "b", "c", "d"].map((id) => [id, repeat(60, 500)] as const);
  const others = projects(100, repeat(0.1, 10));
  const { applied, ms, parts } = await apply(new Map([...others, ...slow]));
  for (const id of others.keys()) assert.equal(applied.get(id)?.length, 10);
  assert.ok(ms < 20_000 && parts < 50, `${ms} ms in ${parts} parts`);
});
