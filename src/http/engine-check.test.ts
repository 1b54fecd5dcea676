import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { engineCheck, LOCAL_TIMES, REMOTE_TIMES } from "./engine-check.ts";

/** A clock that the test advances: in small steps for a thread that gets turns, in large ones for one that does not. */
function newClock() {
  let now = 0;
  const timers = new Map<object, { readonly at: number; readonly callback: () => void }>();
  const startTimer = (ms: number, callback: () => void) => {
    const timer = {};
    timers.set(timer, { at: now + ms, callback });
    return () => void timers.delete(timer);
  };
  const advance = async (ms: number, stepMs: number) => {
    for (const end = now + ms; now < end; ) {
      now += stepMs;
      for (const [timer, { at, callback }] of timers) {
        if (at > now) continue;
        timers.delete(timer);
        callback();
      }
      await turn();
    }
  };
  return { startTimer, advance };
}

/** An engine that answers when it is told to. */
function newEngine() {
  let asked = 0;
  let [answer, fail] = [() => {}, (_error: Error) => {}];
  const check = () => {
    asked += 1;
    return new Promise<void>((resolve, reject) => {
      [answer, fail] = [resolve, reject];
    });
  };
  return { check, answer: () => answer(), fail: () => fail(new Error("down")), asked: () => asked };
}

for (const [name, times] of [
  ["local", LOCAL_TIMES],
  ["remote", REMOTE_TIMES],
] as const) {
  test(`a ${name} engine is what it answers, at once`, async () => {
    const engine = newEngine();
    const check = engineCheck(engine, times, newClock().startTimer);
    const states = [check(), check()];
    engine.fail();
    assert.deepEqual(await Promise.all(states), ["unavailable", "unavailable"]);
    assert.equal(engine.asked(), 1);
    const state = check();
    engine.answer();
    assert.equal(await state, "ok");
  });

  test(`a ${name} engine that answers late, because the process gets no CPU time, stays what it was`, async () => {
    const [engine, clock] = [newEngine(), newClock()];
    const check = engineCheck(engine, times, clock.startTimer);
    for (let round = 0; round < 2; round++) {
      const state = check();
      await clock.advance(60_000, 6000);
      assert.equal(await state, "ok");
    }
    assert.equal(engine.asked(), 1);
    engine.answer();
  });

  test(`a ${name} engine that does not answer a process with CPU time is unavailable`, async () => {
    const [engine, clock] = [newEngine(), newClock()];
    const check = engineCheck(engine, times, clock.startTimer);
    const first = check();
    await clock.advance(times.limitMs, 100);
    assert.equal(await first, name === "local" ? "ok" : "unavailable");
    const later = check();
    await clock.advance(times.answerMs, 100);
    assert.equal(await later, "unavailable");
    engine.answer();
    await turn();
    const repaired = check();
    engine.answer();
    assert.equal(await repaired, "ok");
  });
}

test("a slow local engine stays what it was, even if that was unavailable", async () => {
  const [engine, clock] = [newEngine(), newClock()];
  const check = engineCheck(engine, LOCAL_TIMES, clock.startTimer);
  const failing = check();
  engine.fail();
  assert.equal(await failing, "unavailable");
  const slow = check();
  await clock.advance(LOCAL_TIMES.answerMs, 100);
  assert.equal(await slow, "unavailable");
  engine.answer();
  await turn();
  const fast = check();
  engine.answer();
  assert.equal(await fast, "ok");
});
