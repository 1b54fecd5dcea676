import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type ArrivingBody, newBodyMemory } from "./body-memory.ts";

const KB = 1024;
const MB = 1024 * KB;

/** A memory whose bodies must arrive at 1 KB a second, with a grace of ten seconds. */
function openMemory(context: TestContext, bytes = MB) {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const memory = newBodyMemory(bytes, { bytesPerSecond: KB, seconds: 10 });
  type Body = ArrivingBody & { refused?: string; resumed?: true };
  const arrive = (size: number): Body => {
    const body: Body = {
      bytes: 0,
      resume() {
        body.resumed = true;
      },
      refuse(refusal) {
        memory.unwatch(body);
        memory.release(body.bytes);
        body.refused = refusal.code;
      },
    };
    memory.watch(body);
    memory.arrive(body, size);
    return body;
  };
  const pass = (seconds: number, perSecond: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second++) {
      perSecond();
      context.mock.timers.tick(1000);
    }
  };
  return { memory, arrive, pass };
}

test("a body that stops arriving is refused after the grace", (context) => {
  const { arrive, pass } = openMemory(context);
  const body = arrive(500);
  pass(10);
  assert.equal(body.refused, undefined);
  pass(1);
  assert.equal(body.refused, "request_timeout");
});

test("a body below the minimum rate is refused, however early it had a burst", (context) => {
  const { arrive, pass } = openMemory(context, 100 * MB);
  const body = arrive(50 * MB);
  pass(30, () => (body.bytes += KB / 2));
  assert.equal(body.refused, "request_timeout");
});

test("a body at the minimum rate arrives, with pauses within the grace", (context) => {
  const { arrive, pass } = openMemory(context);
  const body = arrive(100);
  for (let round = 0; round < 20; round++) {
    body.bytes += 8 * KB;
    pass(8);
  }
  assert.equal(body.refused, undefined);
});

test("if the memory is full, bodies wait until there is room", (context) => {
  const { memory, arrive, pass } = openMemory(context);
  const [first, other, small] = [arrive(600 * KB), arrive(300 * KB), arrive(10 * KB)];
  memory.unwatch(first); // it is complete
  assert.equal(memory.arrive(other, 600 * KB), false);
  assert.ok(memory.arrive(small, 60 * KB));
  pass(50);
  assert.deepEqual([other.refused, other.resumed], [undefined, undefined]);
  memory.release(first.bytes);
  assert.equal(other.resumed, true);
});

test("where all bodies would wait for each other, the first arrives", (context) => {
  const { memory, arrive } = openMemory(context);
  const [first, other] = [arrive(600 * KB), arrive(300 * KB)];
  assert.equal(memory.arrive(other, 600 * KB), false);
  assert.ok(memory.arrive(first, 900 * KB));
  memory.unwatch(first);
  assert.equal(other.resumed, undefined);
  memory.release(first.bytes);
  assert.equal(other.resumed, true);
});

test("a body that waits for a minute is refused", (context) => {
  const { memory, arrive, pass } = openMemory(context);
  const [first, other] = [arrive(600 * KB), arrive(300 * KB)];
  memory.unwatch(first);
  memory.arrive(other, 600 * KB);
  pass(60);
  assert.equal(other.refused, undefined);
  pass(1);
  assert.equal(other.refused, "service_unavailable");
});

test("if the memory is full, the slowest body makes room", (context) => {
  const { memory, arrive, pass } = openMemory(context);
  const [fast, stalled, next] = [arrive(300 * KB), arrive(600 * KB), arrive(100 * KB)];
  pass(7, () => memory.arrive(fast, fast.bytes + 0.1 * KB + 5 * KB));
  memory.arrive(next, 300 * KB);
  assert.deepEqual([stalled.refused, fast.refused, next.refused], ["service_unavailable", undefined, undefined]);
});

test("complete bodies may unpack to as much again", (context) => {
  const { memory, arrive } = openMemory(context);
  const body = arrive(MB);
  memory.unwatch(body);
  assert.ok(memory.grow(MB, 2 * MB));
  assert.equal(memory.grow(0, 65 * KB), false);
  assert.ok(memory.grow(0, 64 * KB));
});
