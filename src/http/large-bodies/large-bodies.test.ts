import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Worker } from "node:worker_threads";
import { Problem } from "../../problem.ts";
import { LargeBodies } from "./large-bodies.ts";

const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body));
const events = (count: number) => Array.from({ length: count }, () => ({ event: "e", distinct_id: "d" }));

const BARE = { hasKey: false };

function open(context: TestContext): LargeBodies {
  const bodies = new LargeBodies();
  context.after(() => bodies.close());
  return bodies;
}

test("gives whose the events are, how many, and the bytes that came", async (context) => {
  const bodies = open(context);
  const batch = bytesOf({ api_key: "phc_a", project_id: 3, batch: events(1000) });
  const taken = await bodies.read("batch", batch, BARE);
  assert.deepEqual(
    [taken.credentials, taken.count],
    [{ api_key: "phc_a", personal_api_key: undefined, project_id: 3 }, 1000],
  );
  assert.equal(taken.bytes, batch);
  const single = bytesOf({ api_key: "phc_a", event: "e", distinct_id: "d", batch: events(2) });
  assert.equal((await bodies.read("capture", single, BARE)).count, 1);
});

test("a list of events, as browsers send it, is a batch with its key and the time of sending", async (context) => {
  const list = Array.from({ length: 1000 }, () => ({ event: "e", properties: { token: "phc_a", distinct_id: "d" } }));
  const sentAt = "2026-03-12T09:43:00.000Z";
  const {
    operation,
    credentials: keys,
    count,
    bytes,
  } = await open(context).read("capture", bytesOf(list), { ...BARE, sentAt });
  assert.deepEqual([operation, keys.api_key, count], ["batch", "phc_a", 1000]);
  assert.deepEqual(JSON.parse(Buffer.from(bytes).toString()), { api_key: "phc_a", sent_at: sentAt, batch: list });
});

test("a personal key is in no bytes", async (context) => {
  const bodies = open(context);
  for (const key of [{ api_key: "phx_secret" }, { personal_api_key: "phx_secret", api_key: "phc_a" }]) {
    const { credentials: keys, bytes } = await bodies.read("batch", bytesOf({ ...key, batch: events(1) }), BARE);
    assert.equal(keys.personal_api_key ?? keys.api_key, "phx_secret");
    assert.deepEqual(JSON.parse(Buffer.from(bytes).toString()), { batch: events(1) });
  }
});

const wrong: [name: string, bytes: Uint8Array, code: string, attr?: string][] = [
  [
    "an event of the wrong shape",
    bytesOf({ batch: [...events(17), { event: 5 }] }),
    "invalid_input",
    "batch__17__event",
  ],
  ["no JSON", Buffer.from("{"), "parse_error"],
  ["wrong UTF-8", Buffer.from('{"batch": ["\xff"]}', "latin1"), "parse_error"],
  ["too deep", Buffer.from(`{"batch": ${"[".repeat(1000)}${"]".repeat(1000)}}`), "invalid_input"],
];
test("a body that the contract does not allow is refused as any other, and the next one is read", async (context) => {
  const bodies = open(context);
  for (const [name, bytes, code, attr] of wrong) {
    const caught = await bodies.read("batch", bytes, BARE).catch((error: unknown) => error);
    assert.ok(caught instanceof Problem, name);
    assert.deepEqual([caught.code, caught.attr], [code, attr], name);
    assert.notEqual(caught.message, "");
  }
  assert.equal((await bodies.read("batch", bytesOf({ batch: events(1) }), BARE)).count, 1);
});

test("a body that the thread dies of is refused, and so is nobody after it", async (context) => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on("worker", note);
  context.after(() => process.off("worker", note));
  const bodies = open(context);
  await bodies.read("batch", bytesOf({ batch: [] }), BARE);
  const fatal = bodies.read("batch", bytesOf({ batch: events(100_000) }), BARE);
  const next = bodies.read("batch", bytesOf({ batch: events(2) }), BARE);
  await Promise.all([
    assert.rejects(fatal, (error) => error instanceof Problem && error.code === "service_unavailable"),
    threads[0]?.terminate(),
  ]);
  assert.equal((await next).count, 2);
  assert.equal(threads.length, 2);
});
