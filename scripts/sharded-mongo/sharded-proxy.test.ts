import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { type TestContext, test } from "node:test";
import type { Document } from "mongodb";
import { startShardedProxy } from "./sharded-proxy.ts";
import { refusalOf, scatteredFields } from "./sharding-rules.ts";
import { bodyOf, messageSplitter, replyTo } from "./wire.ts";

const REQUEST = Buffer.alloc(16);
const update = (q: Document, more: Document = {}) => ({
  update: "persons",
  updates: [{ q, u: { $set: { a: 1 } }, ...more }],
});

const CASES: readonly [title: string, command: Document, shardKey: string, code: number | null][] = [
  ["a write of one document by the shard key", update({ _id: "1/a", version: 2 }), "_id", null],
  ["a write of one document by another field", update({ version: 2 }), "_id", 61],
  ["a write of one document by a condition", update({ _id: { $in: ["1/a"] } }), "_id", 61],
  ["a write of all documents by another field", update({ version: 2 }, { multi: true }), "_id", null],
  [
    "an insert of a document by another field, if there is none",
    update({ a: 2 }, { multi: true, upsert: true }),
    "_id",
    61,
  ],
  ["a change of the shard key", update({ _id: "1/a", person: "p" }, { u: { $set: { person: "q" } } }), "person", 31025],
  ["the same shard key again", update({ person: "p" }, { u: { $set: { person: "p", a: 1 } } }), "person", null],
  ["a replacement without the shard key", update({ person: "p" }, { u: { a: 1 } }), "person", 31025],
  [
    "a removal of one document by another field",
    { delete: "persons", deletes: [{ q: { a: 1 }, limit: 1 }] },
    "_id",
    61,
  ],
  [
    "a removal of all documents by another field",
    { delete: "persons", deletes: [{ q: { a: 1 }, limit: 0 }] },
    "_id",
    null,
  ],
  ["a change that returns the document", { findAndModify: "persons", query: { a: 1 }, update: {} }, "_id", 61],
  ["a unique index", { createIndexes: "persons", indexes: [{ key: { a: 1 }, unique: true }] }, "_id", 67],
  ["an index", { createIndexes: "persons", indexes: [{ key: { a: 1 } }] }, "_id", null],
  ["a read by another field", { find: "persons", filter: { a: 1 } }, "_id", null],
];

for (const [title, body, shardKey, code] of CASES)
  test(`a sharded cluster ${code === null ? "runs" : "refuses"} ${title}`, () => {
    const command = { name: Object.keys(body)[0] ?? "", collection: "persons", body };
    assert.equal(refusalOf(command, shardKey)?.code ?? null, code);
  });

test("what names no value of the shard key is asked of every shard", () => {
  const find = (filter: Document) => scatteredFields({ name: "find", collection: "persons", body: { filter } }, "_id");
  assert.deepEqual([{ _id: 1 }, { _id: { $in: [1] } }, { $and: [{ a: 1 }, { _id: 1 }] }].flatMap(find), []);
  assert.deepEqual([{}, { a: 1 }, { _id: { $gt: 1 } }].flatMap(find), ["nothing", "a", "_id"]);
});

test("the proxy answers what a cluster refuses, passes on the rest, and counts both", async (t) => {
  const serverPort = await startServer(t);
  const shardKeys = new Map([["persons", "_id"]]);
  const proxy = await startShardedProxy({ hostname: "127.0.0.1", serverPort, port: 0, shardKeys, delayMs: 2 });
  t.after(() => proxy.close());
  const socket = connect(proxy.port, "127.0.0.1");
  t.after(() => socket.destroy());
  const messages = [update({ _id: 1 }), update({ a: 1 }), { ping: 1 }].map((body) => replyTo(REQUEST, body));
  const bytes = Buffer.concat(messages);
  socket.write(bytes.subarray(0, 10));
  socket.write(bytes.subarray(10));
  const answers: Document[] = [];
  const split = messageSplitter();
  for await (const chunk of socket) {
    answers.push(...split(chunk).map(bodyOf));
    if (answers.length === messages.length) break;
  }
  const message = "update: persons writes one document by a, not by _id";
  assert.deepEqual(
    answers.filter(({ ok }) => ok === 0),
    [{ ok: 0, errmsg: message, code: 61, codeName: "ShardKeyNotFound" }],
  );
  assert.deepEqual([...proxy.refusals], [message]);
  assert.deepEqual(Object.fromEntries(proxy.sent), { "update persons": 2, ping: 1 });
  assert.deepEqual(Object.fromEntries(proxy.scattered), { "update persons by a": 1 });
});

/** Starts a server that answers every message. Returns its port. */
async function startServer(t: TestContext): Promise<number> {
  const server = createServer((socket) => {
    const split = messageSplitter();
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      for (const message of split(chunk)) socket.write(replyTo(message, { ok: 1 }));
    });
  });
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
