import assert from "node:assert/strict";
import { test } from "node:test";
import { StoreUnavailable } from "../storage/ports/common.ts";
import type { ChosenEngine } from "./choose.ts";
import { openEngines, openPatiently, type Patience } from "./wait.ts";

interface Store {
  close(): Promise<void>;
}

/** An engine whose tries to open it are these, in turn, and then the last one again and again. */
function engineOf(...tries: (() => Promise<Store>)[]): ChosenEngine<never> & { readonly asked: () => number } {
  let asked = 0;
  const open = () => {
    asked += 1;
    return (tries[asked - 1] ?? tries.at(-1) ?? never)() as Promise<never>;
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

const away = (reason: string) => async () => {
  throw new StoreUnavailable(reason);
};
const never = () => new Promise<Store>(() => undefined);

function patience(told: string[], changes: Partial<Patience> = {}): Patience {
  const tell = (engine: string, reason: string) => void told.push(`${engine}: ${reason}`);
  return { seconds: 60, signal: new AbortController().signal, tell, pauseMs: 1, tellMs: 1000, ...changes };
}

test("an engine that is there is opened without a word", async () => {
  const told: string[] = [];
  const store = newStore();
  assert.equal(
    await openPatiently(
      engineOf(async () => store),
      patience(told),
    ),
    store,
  );
  assert.deepEqual([told, store.closed()], [[], 0]);
});

test("one that comes later is waited for, with the reason at once and not at every try", async () => {
  const told: string[] = [];
  const store = newStore();
  const engine = engineOf(away("not yet."), away("nearly."), away("nearly."), async () => store);
  assert.equal(await openPatiently(engine, patience(told)), store);
  assert.deepEqual(told, ["Engine: not yet."]);
});

test("the latest reason is told again and again, also while a try stands still", async () => {
  const told: string[] = [];
  const giveUp = new AbortController();
  const tell = (engine: string, reason: string) => {
    told.push(`${engine}: ${reason}`);
    if (told.length === 4) giveUp.abort();
  };
  const engine = engineOf(away("first."), away("second."), never);
  await assert.rejects(openPatiently(engine, patience([], { tell, tellMs: 20, signal: giveUp.signal })));
  assert.deepEqual(told, ["Engine: first.", "Engine: second.", "Engine: second.", "Engine: second."]);
});

test("when the time is up, one line says which engine and why", async () => {
  const message = "Engine was not there within 0.05 seconds: not today.";
  const expected = { name: "StoreUnavailable", message };
  await assert.rejects(openPatiently(engineOf(away("not today.")), patience([], { seconds: 0.05 })), expected);
  const silent = { message: "Engine was not there within 0.05 seconds: it does not answer" };
  await assert.rejects(openPatiently(engineOf(never), patience([], { seconds: 0.05 })), silent);
});

test("what opens after the time is up is closed", async () => {
  const store = newStore();
  let arrive: (store: Store) => void = () => undefined;
  const arriving = new Promise<Store>((resolve) => {
    arrive = resolve;
  });
  await assert.rejects(
    openPatiently(
      engineOf(() => arriving),
      patience([], { seconds: 0.01 }),
    ),
  );
  arrive(store);
  await arriving;
  await new Promise(setImmediate);
  assert.equal(store.closed(), 1);
});

test("an embedded engine, and a mistake that waiting will not mend, fail at once", async () => {
  const embedded = { ...engineOf(away("broken.")), isRemote: false };
  await assert.rejects(openPatiently(embedded, patience([])), { message: "broken." });
  const newer = engineOf(async () => {
    throw new Error("The database is newer.");
  });
  await assert.rejects(openPatiently(newer, patience([])), { message: "The database is newer." });
  assert.equal(newer.asked(), 1);
});

test("a signal ends the wait with its reason", async () => {
  const reason = new Error("asked to stop");
  await assert.rejects(
    openPatiently(engineOf(never), patience([], { signal: AbortSignal.abort(reason) })),
    (error) => error === reason,
  );
});

test("both are opened at once; where one cannot be, the other is closed and nobody is asked any more", async () => {
  const [one, other] = [newStore(), newStore()];
  const engines = [engineOf(async () => one), engineOf(away("wait."), async () => other)] as const;
  assert.deepEqual(await openEngines(...engines, patience([])), [one, other]);

  const broken = { ...engineOf(away("broken.")), isRemote: false };
  await assert.rejects(
    openEngines(
      broken,
      engineOf(async () => other),
      patience([]),
    ),
    { message: "broken." },
  );
  await new Promise(setImmediate);
  assert.deepEqual([one.closed(), other.closed()], [0, 1]);
  const waiting = engineOf(away("wait."));
  await assert.rejects(openEngines(broken, waiting, patience([])), { message: "broken." });
  const asked = waiting.asked();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(waiting.asked(), asked);
});
