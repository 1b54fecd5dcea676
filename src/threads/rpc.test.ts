import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import Libsql from "libsql";
import { connect, expose } from "./rpc.ts";

interface Adder {
  add(a: number, b: number): Promise<number>;
  size(bytes: Uint8Array): Promise<number>;
  select(sql: string): Promise<unknown>;
  refuse(what: unknown): Promise<never>;
  never(): Promise<never>;
}

const target = {
  add: async (a, b) => a + b,
  size: async (bytes) => bytes.byteLength,
  select: async (sql) => new Libsql(":memory:").prepare(sql).all(),
  refuse: async (what) => {
    throw what;
  },
  never: () => new Promise(() => {}),
} satisfies Adder;

function openChannel(context: { after(done: () => void): void }, transfer?: Parameters<typeof connect>[1]) {
  const { port1, port2 } = new MessageChannel();
  context.after(() => port1.close());
  expose(port2, target);
  return { adder: connect<Adder>(port1, transfer), near: port1 as MessagePort, far: port2 as MessagePort };
}

test("calls are answered each with its own answer", async (context) => {
  const { adder } = openChannel(context);
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => adder.call("add", n, 10))), [11, 12, 13]);
});

test("what is thrown over there is thrown here, with its message", async (context) => {
  const { adder } = openChannel(context);
  await assert.rejects(adder.call("refuse", new RangeError("too far")), { message: "too far" });
  await assert.rejects(adder.call("refuse", "a text"), { message: "a text" });
  await assert.rejects(adder.call("select", "SELECT * FROM absent"), (error: Error) => {
    assert.match(error.message, /no such table: absent/);
    return error instanceof Error;
  });
  assert.equal(await adder.call("add", 1, 1), 2);
});

test("arguments that cannot travel are refused, and later calls go on", async (context) => {
  const { adder } = openChannel(context);
  await assert.rejects(
    adder.call("refuse", () => {}),
    { name: "DataCloneError" },
  );
  assert.equal(await adder.call("add", 1, 1), 2);
});

test("what is transferred is moved, not copied", async (context) => {
  const { adder } = openChannel(context, ([bytes]) =>
    bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [],
  );
  const bytes = new Uint8Array(1000);
  assert.equal(await adder.call("size", bytes), 1000);
  assert.equal(bytes.byteLength, 0);
});

test("a line that failed fails the calls under way and all later ones", async (context) => {
  const { adder } = openChannel(context);
  const under = [adder.call("never"), adder.call("never")];
  adder.fail(new Error("the thread died"));
  for (const call of [...under, adder.call("add", 1, 1)]) await assert.rejects(call, { message: "the thread died" });
});

test("other messages on the line do not disturb it", async (context) => {
  const { adder, near, far } = openChannel(context);
  near.postMessage({ report: 1 });
  far.postMessage({ warning: { message: "hm" } });
  far.postMessage({ answer: 99, value: "nobody asked" });
  assert.equal(await adder.call("add", 1, 1), 2);
});
