import assert from "node:assert/strict";
import { test } from "node:test";
import { FairQueue } from "./fair-queue.ts";

/** Records the order in which tasks run; the first one runs until `finish`. */
function openQueue(options = { max: 10, maxPerClient: 5 }) {
  const queue = new FairQueue(options);
  const order: string[] = [];
  const add = (client: string, name: string, isNext?: boolean) =>
    queue.run(client, async () => void order.push(name), isNext);
  let finish = () => {};
  const first = queue.run("first", () => new Promise<void>((resolve) => (finish = resolve)));
  return {
    add,
    order,
    finish: () => {
      finish();
      return first;
    },
  };
}

test("clients take turns", async () => {
  const { add, order, finish } = openQueue();
  const tasks = [add("a", "a1"), add("a", "a2"), add("a", "a3"), add("b", "b1"), add("c", "c1"), add("b", "b2")];
  await finish();
  await Promise.all(tasks);
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("what has to be next comes before all that wait", async () => {
  const { add, order, finish } = openQueue();
  const tasks = [add("a", "a1"), add("b", "b1"), add("b", "next", true), add("a", "then", true)];
  await finish();
  await Promise.all(tasks);
  assert.deepEqual(order, ["next", "then", "a1", "b1"]);
});

test("a client with too many tasks is refused, and others are not", async () => {
  const { add, order, finish } = openQueue({ max: 4, maxPerClient: 2 });
  const tasks = [add("a", "a1"), add("a", "a2")];
  assert.equal(add("a", "a3"), null);
  tasks.push(add("b", "b1"), add("c", "c1"));
  assert.equal(add("d", "d1"), null);
  await finish();
  await Promise.all(tasks);
  assert.deepEqual(order, ["a1", "b1", "c1", "a2"]);
});

test("a few tasks may run at once", async () => {
  const queue = new FairQueue({ max: 10, maxPerClient: 10, atOnce: 2 });
  let [running, most] = [0, 0];
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(["a", "a", "b", "a", "c"].map((client) => queue.run(client, task)));
  assert.equal(most, 2);
  await queue.run("a", task);
});

test("a task that fails lets the next one run", async () => {
  const { add, order, finish } = openQueue();
  const queue = new FairQueue({ max: 2, maxPerClient: 2 });
  const failed = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "ran");
  await assert.rejects(Promise.resolve(failed), /no/);
  assert.equal(await next, "ran");
  const later = add("a", "later");
  await finish();
  await later;
  assert.deepEqual(order, ["later"]);
});
