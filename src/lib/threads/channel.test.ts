import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import Libsql from "libsql";
import { Problem, problem } from "../problem.ts";
import { type Connection, connect, transfer } from "./channel.ts";

interface Adder {
  add(a: number, b: number): number;
  size(value: { bytes: Uint8Array }): number;
  select(sql: string): unknown;
  reject(error: unknown): Promise<never>;
  refuse(attr: string): void;
  never(): Promise<never>;
  bytes(length: number): Uint8Array;
  askCaller(): Promise<string>;
  unserializable(): unknown;
  notOffered(): void;
}

interface Caller {
  name(): string;
}

/** Buffers whose content `bytes` moved to the caller. */
const sent: Uint8Array[] = [];

function openChannel(context: TestContext) {
  const { port1, port2 } = new MessageChannel();
  context.after(() => port1.close());
  const local: Omit<Adder, "notOffered"> = {
    add: (a, b) => a + b,
    size: ({ bytes }) => bytes.byteLength,
    select: (sql) => new Libsql(":memory:").prepare(sql).all(),
    reject: (error) => Promise.reject(error),
    refuse(attr) {
      throw problem("invalid_input", { attr, detail: "Not this one." });
    },
    never: () => new Promise(() => {}),
    bytes(length) {
      const bytes = new Uint8Array(length);
      sent.push(bytes);
      return transfer(bytes, [bytes.buffer]);
    },
    askCaller: () => caller.name(),
    unserializable: () => () => {},
  };
  const { remote: caller }: Connection<Caller> = connect(port2, local);
  return connect<Adder>(port1, { name: () => "caller" } satisfies Caller);
}

test("each call resolves to its own result", async (context) => {
  const { remote } = openChannel(context);
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => remote.add(n, 10))), [11, 12, 13]);
});

test("both ends can call each other", async (context) => {
  assert.equal(await openChannel(context).remote.askCaller(), "caller");
});

test("errors keep their message", async (context) => {
  const { remote } = openChannel(context);
  await assert.rejects(remote.reject(new RangeError("too far")), { message: "too far" });
  await assert.rejects(remote.reject("a text"), { message: "a text" });
  await assert.rejects(remote.select("SELECT * FROM absent"), (error: Error) => {
    assert.match(error.message, /no such table: absent/);
    return error instanceof Error;
  });
  assert.equal(await remote.add(1, 1), 2);
});

test("a problem arrives as a problem", async (context) => {
  const error = await openChannel(context)
    .remote.refuse("name")
    .catch((error: unknown) => error);
  assert.ok(error instanceof Problem);
  assert.deepEqual([error.code, error.attr, error.message], ["invalid_input", "name", "Not this one."]);
});

test("arguments and results that cannot be cloned reject the call, and later calls work", async (context) => {
  const { remote } = openChannel(context);
  await assert.rejects(
    remote.reject(() => {}),
    { name: "DataCloneError" },
  );
  await assert.rejects(remote.unserializable(), /could not be cloned/);
  assert.equal(await remote.add(1, 1), 2);
});

test("a method that the other end does not offer rejects the call", async (context) => {
  const { remote } = openChannel(context);
  await assert.rejects(remote.notOffered(), { message: "The other thread offers no method notOffered." });
});

test("transferred arguments and results are moved, not copied", async (context) => {
  const { remote } = openChannel(context);
  const bytes = new Uint8Array(1000);
  assert.equal(await remote.size(transfer({ bytes }, [bytes.buffer])), 1000);
  assert.equal(bytes.byteLength, 0);
  assert.equal((await remote.bytes(500)).byteLength, 500);
  assert.equal(sent[0]?.byteLength, 0);
});

test("a failed connection rejects pending and later calls", async (context) => {
  const { remote, fail } = openChannel(context);
  const pending = [remote.never(), remote.never()];
  fail(new Error("the thread died"));
  for (const call of [...pending, remote.add(1, 1)]) await assert.rejects(call, { message: "the thread died" });
});
