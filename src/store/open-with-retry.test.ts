import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChosenEngine } from "./choose-engines.ts";
import { type EngineWait, openEngines, openWithRetry } from "./open-with-retry.ts";
import { StoreUnavailable } from "./ports/common.ts";

interface Store {
  close(): Promise<void>;
}

/** An engine that opens with these functions, one per attempt, and then with the last one. */
function engineOf(...attempts: (() => Promise<Store>)[]): ChosenEngine<never> & { readonly attempts: () => number } {
  let count = 0;
  const open = () => {
    count += 1;
    return (attempts[count - 1] ?? attempts.at(-1) ?? neverOpens)() as Promise<never>;
  };
  return { name: "Engine", isRemote: true, location: "", open, diagnose: async () => [], attempts: () => count };
}

function newStore(): Store & { readonly closed: () => number } {
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  return { close, closed: () => closed };
}

const unavailable = (reason: string) => async () => {
  throw new StoreUnavailable(reason);
};
const neverOpens = () => new Promise<Store>(() => undefined);

/** Short intervals; appends what `onWait` is called with to `messages`. */
function engineWait(messages: string[], changes: Partial<EngineWait> = {}): EngineWait {
  return {
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    onWait: (engine, reason) => void messages.push(`${engine}: ${reason}`),
    retryIntervalMs: 1,
    notifyIntervalMs: 1000,
    ...changes,
  };
}

test("opens an available engine without a message", async () => {
  const messages: string[] = [];
  const store = newStore();
  const engine = engineOf(async () => store);
  assert.equal(await openWithRetry(engine, engineWait(messages)), store);
  assert.deepEqual([messages, store.closed()], [[], 0]);
});

test("waits for an engine, and reports the reason at once and not at every attempt", async () => {
  const messages: string[] = [];
  const store = newStore();
  const engine = engineOf(unavailable("not yet."), unavailable("nearly."), unavailable("nearly."), async () => store);
  assert.equal(await openWithRetry(engine, engineWait(messages)), store);
  assert.deepEqual(messages, ["Engine: not yet."]);
});

test("repeats the latest reason, also while an attempt hangs", async () => {
  const messages: string[] = [];
  const abort = new AbortController();
  const onWait = (engine: string, reason: string) => {
    messages.push(`${engine}: ${reason}`);
    if (messages.length === 4) abort.abort();
  };
  const engine = engineOf(unavailable("first."), unavailable("second."), neverOpens);
  await assert.rejects(openWithRetry(engine, engineWait([], { onWait, notifyIntervalMs: 20, signal: abort.signal })));
  assert.deepEqual(messages, ["Engine: first.", "Engine: second.", "Engine: second.", "Engine: second."]);
});

test("names the engine and the reason after the timeout", async () => {
  const message = "Engine was not available within 0.05 seconds: not today.";
  const expected = { name: "StoreUnavailable", message };
  await assert.rejects(
    openWithRetry(engineOf(unavailable("not today.")), engineWait([], { timeoutSeconds: 0.05 })),
    expected,
  );
  const silent = { message: "Engine was not available within 0.05 seconds: it does not answer." };
  await assert.rejects(openWithRetry(engineOf(neverOpens), engineWait([], { timeoutSeconds: 0.05 })), silent);
});

test("closes an engine that opens after the timeout", async () => {
  const store = newStore();
  let finishOpening: (store: Store) => void = () => undefined;
  const opening = new Promise<Store>((resolve) => {
    finishOpening = resolve;
  });
  const engine = engineOf(() => opening);
  await assert.rejects(openWithRetry(engine, engineWait([], { timeoutSeconds: 0.01 })));
  finishOpening(store);
  await opening;
  await new Promise(setImmediate);
  assert.equal(store.closed(), 1);
});

test("fails at once for an embedded engine and for a permanent error", async () => {
  const embedded = { ...engineOf(unavailable("broken.")), isRemote: false };
  await assert.rejects(openWithRetry(embedded, engineWait([])), { message: "broken." });
  const newer = engineOf(async () => {
    throw new Error("The database is newer.");
  });
  await assert.rejects(openWithRetry(newer, engineWait([])), { message: "The database is newer." });
  assert.equal(newer.attempts(), 1);
});

test("throws the signal's reason when aborted", async () => {
  const reason = new Error("asked to stop");
  await assert.rejects(
    openWithRetry(engineOf(neverOpens), engineWait([], { signal: AbortSignal.abort(reason) })),
    (error) => error === reason,
  );
});

test("opens both engines at once; if one fails, closes the other and stops the attempts", async () => {
  const [one, other] = [newStore(), newStore()];
  const engines = [engineOf(async () => one), engineOf(unavailable("wait."), async () => other)] as const;
  assert.deepEqual(await openEngines(...engines, engineWait([])), [one, other]);

  const broken = { ...engineOf(unavailable("broken.")), isRemote: false };
  const available = engineOf(async () => other);
  await assert.rejects(openEngines(broken, available, engineWait([])), { message: "broken." });
  await new Promise(setImmediate);
  assert.deepEqual([one.closed(), other.closed()], [0, 1]);
  const waiting = engineOf(unavailable("wait."));
  await assert.rejects(openEngines(broken, waiting, engineWait([])), { message: "broken." });
  const attempts = waiting.attempts();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(waiting.attempts(), attempts);
});
