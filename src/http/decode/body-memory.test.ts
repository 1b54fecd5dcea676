import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type ArrivingBody, BodyMemory } from "./body-memory.ts";

const KB = 1024;
const MB = 1024 * KB;

/** A memory whose bodies must arrive at 1 KB a second, with a grace of ten seconds. */
function openMemory(context: TestContext, bytes = MB) {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const memory = new BodyMemory(bytes, { bytesPerSecond: KB, seconds: 10 });
  const arrive = (size: number): ArrivingBody & { refused?: string } => {
    const body: ArrivingBody & { refused?: string } = {
      bytes: size,
      refuse(refusal) {
        memory.unwatch(body);
        memory.release(body.bytes);
        body.refused = refusal.code;
      },
    };
    assert.ok(memory.grow(0, size));
    memory.watch(body);
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

test("if the memory is full, the slowest body makes room", (context) => {
  const { memory, arrive, pass } = openMemory(context);
  const [stalled, fast] = [arrive(600 * KB), arrive(300 * KB)];
  assert.equal(memory.grow(0, 500 * KB), false);
  pass(7, () => (fast.bytes += 0.1 * KB + 5 * KB));
  assert.ok(memory.grow(0, 500 * KB));
  assert.deepEqual([stalled.refused, fast.refused], ["service_unavailable", undefined]);
});

test("small bodies are neither counted nor refused for others", (context) => {
  const { memory, arrive, pass } = openMemory(context);
  const bodies = Array.from({ length: 100 }, () => arrive(60 * KB));
  pass(7);
  assert.ok(memory.grow(0, MB));
  assert.equal(memory.grow(0, 65 * KB), false);
  assert.ok(bodies.every(({ refused }) => refused === undefined));
});
