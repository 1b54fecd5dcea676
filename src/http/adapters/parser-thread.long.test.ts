import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import type { Worker } from "node:worker_threads";
import { Problem } from "../../lib/problem.ts";
import { newParserThread, newParserThreads } from "./parser-thread.ts";

const toJson = (body: unknown) => Buffer.from(JSON.stringify(body));
const events = (count: number) => Array.from({ length: count }, () => ({ event: "e", distinct_id: "d" }));

const LIMIT = 20 * 1024 * 1024;

function openParser(context: TestContext, maxIdleMs?: number, maxWorkMs?: number) {
  const parser = newParserThread(maxIdleMs, maxWorkMs);
  context.after(() => parser.close());
  return async (id: "capture" | "batch", bytes: Uint8Array, metadata = {}) => {
    const about = { encoding: null, limit: LIMIT, query: {}, bearer: undefined };
    const checked = await parser.check(
      { id, shapes: "events", bytes, ...about, metadata: { hasKey: false, ...metadata } },
      "192.0.2.1",
    );
    assert.ok("json" in checked.request);
    return { id: checked.id, request: checked.request };
  };
}

const parsed = (json: Uint8Array) => JSON.parse(Buffer.from(json).toString());

test("a batch is checked, and its JSON comes back as it was sent", async (context) => {
  const check = openParser(context);
  const batch = { api_key: "phc_a", project_id: 3, batch: events(1000) };
  const { id, request } = await check("batch", toJson(batch));
  assert.deepEqual([id, request.count, parsed(request.json)], ["batch", 1000, batch]);
  assert.deepEqual([request.credentials.apiKey, request.credentials.projectId], ["phc_a", 3]);
});

test("a list of events, as browsers send it, becomes a batch with its key and the time of sending", async (context) => {
  const list = Array.from({ length: 1000 }, () => ({ event: "e", properties: { token: "phc_a", distinct_id: "d" } }));
  const sentAt = "2026-03-12T09:43:00.000Z";
  const { id, request } = await openParser(context)("capture", toJson(list), { sentAt });
  assert.deepEqual([id, parsed(request.json)], ["batch", { api_key: "phc_a", sent_at: sentAt, batch: list }]);
});

test("a personal key is not in the JSON to be stored", async (context) => {
  const check = openParser(context);
  for (const key of [{ api_key: "phx_secret" }, { personal_api_key: "phx_secret", api_key: "phc_a" }]) {
    const { request } = await check("batch", toJson({ ...key, batch: events(1) }));
    assert.equal(request.credentials.personalApiKey ?? request.credentials.apiKey, "phx_secret");
    assert.deepEqual(parsed(request.json), { batch: events(1) });
  }
});

const refusals: [name: string, json: Uint8Array, code: string, attr?: string][] = [
  [
    "an event of the wrong shape",
    toJson({ batch: [...events(17), { event: 5 }] }),
    "invalid_input",
    "batch__17__event",
  ],
  ["no JSON", Buffer.from("{"), "parse_error"],
  ["wrong UTF-8", Buffer.from('{"batch": ["\xff"]}', "latin1"), "parse_error"],
  ["too deep", Buffer.from(`{"batch": ${"[".repeat(1000)}${"]".repeat(1000)}}`), "invalid_input"],
];
test("a refusal is a Problem on this thread too, and the next body is checked", async (context) => {
  const check = openParser(context);
  for (const [name, json, code, attr] of refusals) {
    const caught = await check("batch", json).catch((error: unknown) => error);
    assert.ok(caught instanceof Problem, name);
    assert.deepEqual([caught.code, caught.attr], [code, attr], name);
    assert.notEqual(caught.message, "");
  }
  assert.equal((await check("batch", toJson({ batch: events(1) }))).request.count, 1);
});

/** Ends the thread as it checks a large body. Returns the outcome of that body, and the number of threads started. */
async function checkWhileEnding(context: TestContext, end: (thread: Worker) => void) {
  const threads: Worker[] = [];
  const remember = (thread: Worker) => void threads.push(thread);
  process.on("worker", remember);
  context.after(() => process.off("worker", remember));
  const check = openParser(context);
  await check("batch", toJson({ batch: [] }));
  const fatal = check("batch", toJson({ batch: events(100_000) }));
  const next = check("batch", toJson({ batch: events(2) }));
  end(threads[0] as Worker);
  const outcome = await fatal.catch((error: Problem) => error.code);
  assert.equal((await next).request.count, 2);
  return [outcome, threads.length];
}

test("a body of which the thread dies is refused; the next one gets a new thread", async (context) => {
  const outcome = await checkWhileEnding(context, (thread) => void thread.terminate());
  assert.deepEqual(outcome, ["service_unavailable", 2]);
});

test("a body of which the thread runs out of memory is too large", async (context) => {
  const outcome = await checkWhileEnding(context, (thread) => {
    thread.emit("error", Object.assign(new Error("no memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" }));
    void thread.terminate();
  });
  assert.deepEqual(outcome, ["request_too_large", 2]);
});

test("a body that takes too long is refused with its thread, and so it holds up no others", async (context) => {
  const check = openParser(context, undefined, 1);
  const started = once(process, "worker");
  const slow = check("batch", toJson({ batch: events(20_000) }));
  const [thread] = (await started) as [Worker];
  const ended = once(thread, "exit");
  await assert.rejects(slow, { code: "service_unavailable" });
  await ended;
});

test("an idle thread ends, and the next body gets a new one", async (context) => {
  const check = openParser(context, 1);
  const first = check("batch", toJson({ batch: events(1) }));
  const [thread] = (await once(process, "worker")) as [Worker];
  const ended = once(thread, "exit");
  await first;
  await ended;
  const next = check("batch", toJson({ batch: events(20_000) }));
  await once(process, "worker");
  assert.equal((await next).request.count, 20_000);
});

test("a small body does not wait for a large one", async (context) => {
  const parser = newParserThreads();
  context.after(() => parser.close());
  const about = { encoding: null, limit: LIMIT, query: {}, bearer: undefined, metadata: { hasKey: false } };
  const check = (count: number) =>
    parser.check({ id: "batch", shapes: "events", bytes: toJson({ batch: events(count) }), ...about }, "192.0.2.1");
  const started = once(process, "worker");
  const first = check(20_000);
  const [slow] = (await started) as [Worker];
  await first;
  const send = slow.postMessage.bind(slow);
  const held: Parameters<typeof send>[] = [];
  slow.postMessage = (...message) => held.push(message);
  const large = Promise.all([check(20_000), check(20_000)]);
  await check(1);
  assert.equal(held.length, 1);
  slow.postMessage = send;
  for (const message of held) send(...message);
  await large;
});
