import assert from "node:assert/strict";
import { test } from "node:test";
import { StoreUnavailable } from "../storage/ports/common.ts";
import type { ChosenEngine } from "./choose-engines.ts";
import { type EngineWait, openEngines, openWithRetry } from "./open-with-retry.ts";

interface Store {
  close(): Promise<void>;
}

/** An engine whose tries to open it are these, in turn, and then the last one again and again. */
function engineOf(...tries: (() => Promise<Store>)[]): ChosenEngine<never> & { readonly asked: () => number } {
  let asked = 0;
  const open = () => {
    asked += 1;
    return (tries[asked - 1] ?? tries.at(-1) ?? neverOpens)() as Promise<never>;
  };
  return { name: "Engine", isRemote: true, open, diagnose: async () => [], asked: () => asked };
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

function engineWait(told: string[], changes: Partial<EngineWait> = {}): EngineWait {
  const tell = (engine: string, reason: string) => void told.push(`${engine}: ${reason}`);
  return {
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    onWait: tell,
    retryIntervalMs: 1,
    notifyIntervalMs: 1000,
    ...changes,
  };
}

test("an engine that is there is opened without a word", async () => {
  const told: string[] = [];
  const store = newStore();
  assert.equal(
    await openWithRetry(
      engineOf(async () => store),
      engineWait(told),
    ),
    store,
  );
  assert.deepEqual([told, store.closed()], [[], 0]);
});

test("one that comes later is waited for, with the reason at once and not at every try", async () => {
  const told: string[] = [];
  const store = newStore();
  const engine = engineOf(unavailable("not yet."), unavailable("nearly."), unavailable("nearly."), async () => store);
  assert.equal(await openWithRetry(engine, engineWait(told)), store);
  assert.deepEqual(told, ["Engine: not yet."]);
});

test("the latest reason is told again and again, also while a try stands still", async () => {
  const told: string[] = [];
  const giveUp = new AbortController();
  const tell = (engine: string, reason: string) => {
    told.push(`${engine}: ${reason}`);
    if (told.length === 4) giveUp.abort();
  };
  const engine = engineOf(unavailable("first."), unavailable("second."), neverOpens);
  await assert.rejects(
    openWithRetry(engine, engineWait([], { onWait: tell, notifyIntervalMs: 20, signal: giveUp.signal })),
  );
  assert.deepEqual(told, ["Engine: first.", "Engine: second.", "Engine: second.", "Engine: second."]);
});

test("when the time is up, one line says which engine and why", async () => {
  const message = "Engine was not there within 0.05 seconds: not today.";
  const expected = { name: "StoreUnavailable", message };
  await assert.rejects(
    openWithRetry(engineOf(unavailable("not today.")), engineWait([], { timeoutSeconds: 0.05 })),
    expected,
  );
  const silent = { message: "Engine was not there within 0.05 seconds: it does not answer" };
  await assert.rejects(openWithRetry(engineOf(neverOpens), engineWait([], { timeoutSeconds: 0.05 })), silent);
});

test("what opens after the time is up is closed", async () => {
  const store = newStore();
  let arrive: (store: Store) => void = () => undefined;
  const arriving = new Promise<Store>((resolve) => {
    arrive = resolve;
  });
  await assert.rejects(
    openWithRetry(
      engineOf(() => arriving),
      engineWait([], { timeoutSeconds: 0.01 }),
    ),
  );
  arrive(store);
  await arriving;
  await new Promise(setImmediate);
  assert.equal(store.closed(), 1);
});

test("an embedded engine, and a mistake that waiting will not mend, fail at once", async () => {
  const embedded = { ...engineOf(unavailable("broken.")), isRemote: false };
  await assert.rejects(openWithRetry(embedded, engineWait([])), { message: "broken." });
  const newer = engineOf(async () => {
    throw new Error("The database is newer.");
  });
  await assert.rejects(openWithRetry(newer, engineWait([])), { message: "The database is newer." });
  assert.equal(newer.asked(), 1);
});

test("a signal ends the wait with its reason", async () => {
  const reason = new Error("asked to stop");
  await assert.rejects(
    openWithRetry(engineOf(neverOpens), engineWait([], { signal: AbortSignal.abort(reason) })),
    (error) => error === reason,
  );
});

test("both are opened at once; where one cannot be, the other is closed and nobody is asked any more", async () => {
  const [one, other] = [newStore(), newStore()];
  const engines = [engineOf(async () => one), engineOf(unavailable("wait."), async () => other)] as const;
  assert.deepEqual(await openEngines(...engines, engineWait([])), [one, other]);

  const broken = { ...engineOf(unavailable("broken.")), isRemote: false };
  await assert.rejects(
    openEngines(
      broken,
      engineOf(async () => other),
      engineWait([]),
    ),
    { message: "broken." },
  );
  await new Promise(setImmediate);
  assert.deepEqual([one.closed(), other.closed()], [0, 1]);
  const waiting = engineOf(unavailable("wait."));
  await assert.rejects(openEngines(broken, waiting, engineWait([])), { message: "broken." });
  const asked = waiting.asked();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(waiting.asked(), asked);
});
