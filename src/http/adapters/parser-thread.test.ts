import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Worker } from "node:worker_threads";
import type { Credentials } from "../../access/keyring.ts";
import { Problem, problem } from "../../problem.ts";
import { ParserThread } from "./parser-thread.ts";

const toJson = (body: unknown) => Buffer.from(JSON.stringify(body));
const events = (count: number) => Array.from({ length: count }, () => ({ event: "e", distinct_id: "d" }));

/** A parser whose ports are on this thread and remember their calls. */
function openParser(context: TestContext) {
  const calls: { credentials: Credentials[]; accepted: [string, string, unknown][]; counted: number[] } = {
    credentials: [],
    accepted: [],
    counted: [],
  };
  const parser = new ParserThread({
    projects: {
      find: async (credentials) => {
        calls.credentials.push(credentials);
        if (credentials.apiKey === "phc_unknown") throw problem("invalid_api_key");
        return { projectId: "7", keyId: "k" };
      },
    },
    capture: {
      accept: async (projectId, operation, body) => {
        calls.accepted.push([projectId, operation, JSON.parse(Buffer.from(body).toString())]);
      },
    },
    metrics: { countAccepted: (count) => void calls.counted.push(count) },
  });
  context.after(() => parser.close());
  const send = (id: "capture" | "batch", json: Uint8Array, metadata = {}) =>
    parser.answer({ id, json, query: {}, bearer: undefined, metadata: { hasKey: false, ...metadata } });
  return { send, calls };
}

test("a batch is accepted for the project of its key, as it came", async (context) => {
  const { send, calls } = openParser(context);
  const batch = { api_key: "phc_a", project_id: 3, batch: events(1000) };
  assert.deepEqual(await send("batch", toJson(batch)), { status: 200, body: { status: 1 } });
  assert.deepEqual([calls.credentials[0]?.apiKey, calls.credentials[0]?.projectId], ["phc_a", 3]);
  assert.deepEqual(calls.accepted, [["7", "batch", batch]]);
  assert.deepEqual(calls.counted, [1000]);
});

test("a list of events, as browsers send it, becomes a batch with its key and the time of sending", async (context) => {
  const { send, calls } = openParser(context);
  const list = Array.from({ length: 1000 }, () => ({ event: "e", properties: { token: "phc_a", distinct_id: "d" } }));
  const sentAt = "2026-03-12T09:43:00.000Z";
  await send("capture", toJson(list), { sentAt });
  assert.deepEqual(calls.accepted, [["7", "batch", { api_key: "phc_a", sent_at: sentAt, batch: list }]]);
});

test("a personal key is not stored", async (context) => {
  const { send, calls } = openParser(context);
  for (const key of [{ api_key: "phx_secret" }, { personal_api_key: "phx_secret", api_key: "phc_a" }]) {
    await send("batch", toJson({ ...key, batch: events(1) }));
  }
  assert.deepEqual(
    calls.accepted.map(([, , body]) => body),
    [{ batch: events(1) }, { batch: events(1) }],
  );
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
  ["an unknown key", toJson({ api_key: "phc_unknown", batch: events(1) }), "invalid_api_key"],
];
test("a refusal is a Problem on this thread too, and the next body is accepted", async (context) => {
  const { send, calls } = openParser(context);
  for (const [name, json, code, attr] of refusals) {
    const caught = await send("batch", json).catch((error: unknown) => error);
    assert.ok(caught instanceof Problem, name);
    assert.deepEqual([caught.code, caught.attr], [code, attr], name);
    assert.notEqual(caught.message, "");
  }
  await send("batch", toJson({ batch: events(1) }));
  assert.equal(calls.accepted.length, 1);
});

test("a body of which the thread dies is refused; the next one gets a new thread", async (context) => {
  const threads: Worker[] = [];
  const remember = (thread: Worker) => void threads.push(thread);
  process.on("worker", remember);
  context.after(() => process.off("worker", remember));
  const { send } = openParser(context);
  await send("batch", toJson({ batch: [] }));
  const fatal = send("batch", toJson({ batch: events(100_000) }));
  await Promise.all([
    assert.rejects(fatal, (error) => error instanceof Problem && error.code === "service_unavailable"),
    threads[0]?.terminate(),
  ]);
  assert.deepEqual(await send("batch", toJson({ batch: events(2) })), { status: 200, body: { status: 1 } });
  assert.equal(threads.length, 2);
});
