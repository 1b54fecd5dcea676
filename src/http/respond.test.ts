import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { problem } from "../lib/problem.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import { loadContract } from "./contract/contract.ts";
import type { JsonReply } from "./contract/operation-types.ts";
import { findRoute } from "./contract/routes.ts";
import type { HttpReply } from "./http-message.ts";
import { newMetrics } from "./metrics.ts";
import { newReplySample } from "./reply-sample.ts";
import { type RespondPorts, respond, toHttpReply } from "./respond.ts";

const contract = await loadContract({ validatesReplies: true });
const OK: HttpReply<string> = { status: 200, headers: {}, body: "{}" };

interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const [DEBUG, INFO, WARN, ERROR] = [20, 30, 40, 50];

/** Responds to a request, and returns the reply, what was logged and how often the store was counted as failed. */
async function run(
  path: string,
  answerRoute: () => Promise<HttpReply<string>>,
  { level = "info", method = "POST", headers = {}, mode = "throw" as RespondPorts["responseValidation"] } = {},
) {
  const logged: Logged[] = [];
  const log = pino({ level, base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
  const metrics = newMetrics(() => ({ entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 }));
  const replySample = newReplySample({ contract, metrics, log, responseValidation: mode });
  const ports = { contract, metrics, log, responseValidation: mode, replySample } as RespondPorts;
  const limits = { address_requests: { consume: () => undefined } } as unknown as RespondPorts["rateLimits"];
  const request = { method, path, queryString: "", headers, clientAddress: () => "192.0.2.1" };
  const reply = await respond(findRoute(method, path), request, answerRoute, { ...ports, rateLimits: limits });
  const failures = /^sightline_store_errors_total\{source="request"\} (\d+)$/m.exec(await metrics.read())?.[1];
  return { reply, logged, storeFailures: Number(failures) };
}

const fails = (error: unknown) => () => Promise.reject(error);

test("what fails inside is logged as an error, with its cause, and what is refused as such", async () => {
  const broken = await run("/batch/", fails(new Error("a fault")));
  assert.equal(broken.reply.status, 500);
  assert.deepEqual(
    broken.logged.map(({ level, msg, operation, status }) => [level, msg, operation, status]),
    [[ERROR, "request failed", "batch", 500]],
  );
  assert.match(JSON.stringify(broken.logged[0]?.err), /a fault/);
  assert.equal(broken.storeFailures, 0);

  const down = await run("/batch/", fails(new StoreUnavailable("down")));
  assert.deepEqual([down.logged[0]?.level, down.logged[0]?.status, down.storeFailures], [WARN, 503, 1]);

  for (const path of ["/batch/", "/i/v1/analytics/events"]) {
    const headers = { "x-request-id": "r" };
    const { logged } = await run(path, fails(problem("required", { attr: "batch" })), { headers });
    assert.deepEqual(
      logged.map(({ level, msg, code, requestId, method }) => [level, msg, code, requestId, method]),
      [[INFO, "request refused", "required", "r", "POST"]],
    );
  }
});

test("a request that succeeds is logged for debugging only, with its milliseconds", async (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const answer = async () => {
    now += 1234.4;
    return OK;
  };
  assert.deepEqual((await run("/batch/", answer)).logged, []);
  const [line] = (await run("/batch/", answer, { level: "debug" })).logged;
  assert.deepEqual([line?.level, line?.msg, line?.status, line?.ms], [DEBUG, "request", 200, 1234]);
});

test("what client libraries ask for and Sightline lacks is logged for debugging only, with its name", async () => {
  const path = "/api/conversations/v1";
  const refuse = fails(problem("not_found"));
  assert.deepEqual((await run(path, refuse)).logged, []);
  const [line] = (await run(path, refuse, { level: "debug" })).logged;
  assert.deepEqual([line?.feature, line?.operation], ["conversations", "none"]);
  const script = await run("/static/none.js", refuse, { level: "debug", method: "GET" });
  assert.equal(script.logged[0]?.feature, "a script of the browser library");
});

test("the reply's Vary is added to that of other origins", async () => {
  const reply = { ...OK, headers: { Vary: "Accept-Encoding" } };
  const ofBrowsers = await run("/flags/", async () => reply, { headers: { origin: "https://a.example" } });
  assert.equal(ofBrowsers.reply.headers.Vary, "Origin, Accept-Encoding");
  assert.equal((await run("/flags/", async () => OK)).reply.headers.Vary, "Origin");
  const path = "/api/projects/7/session_recordings";
  assert.equal((await run(path, async () => reply, { method: "GET" })).reply.headers.Vary, "Accept-Encoding");
});

const WRONG = { status: 200, body: { status: 2 } } as JsonReply;

test("a reply that breaks the contract is thrown if RESPONSE_VALIDATION says so", async () => {
  const route = findRoute("POST", "/capture/");
  assert.ok(route && "operation" in route);
  const send = (responseValidation: RespondPorts["responseValidation"]) =>
    run(
      "/capture/",
      async () => toHttpReply(WRONG, route, { contract, responseValidation } as RespondPorts) as typeof OK,
    );
  assert.equal((await send("throw")).reply.status, 500);
  assert.equal((await send("sample")).reply.body, '{"status":2}');
});

const WRONG_ERROR = { status: 400, headers: { "Content-Type": "application/json" }, body: '{"type":"mistake"}' };
const WRONG_EVENT = { ...WRONG_ERROR, status: 200, body: '{"status":2}' };
const RIGHT_EVENT = { ...WRONG_EVENT, body: '{"status":1}' };

for (const [mode, sent, violations] of [
  ["sample", [WRONG_ERROR, WRONG_ERROR], 2],
  ["sample", Array.from({ length: 250 }, () => WRONG_EVENT), 2],
  ["sample", [RIGHT_EVENT], 0],
  ["log", [RIGHT_EVENT, WRONG_EVENT, { ...RIGHT_EVENT, status: 299 }], 2],
  ["off", [WRONG_ERROR], 0],
] as const) {
  const status = sent.at(-1)?.status;
  test(`${violations} of ${sent.length} replies (${status}) are counted with ${mode}, one is logged`, async () => {
    const logged: unknown[] = [];
    const counted: unknown[] = [];
    const metrics = { count: (_: string, counts: unknown) => void counted.push(counts) };
    const log = { error: (fields: unknown) => void logged.push(fields) };
    const sample = newReplySample({ contract, metrics, log, responseValidation: mode });
    const route = findRoute("POST", "/capture/");
    assert.ok(route && "operation" in route);
    for (const reply of sent) {
      sample.note(route.operation, reply);
      await setImmediate();
    }
    await setImmediate();
    assert.deepEqual([counted.length, logged.length], [violations, Math.min(1, violations)]);
  });
}
