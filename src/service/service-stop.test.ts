import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { type TestContext, test } from "node:test";
import { openServiceEnvironment } from "../../test/support/service-process.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

/** Asks through one connection at a time, which is kept as long as the server allows. */
function openClient(t: TestContext, port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return (method: string, path: string, body = "") =>
    new Promise<{ status: number | undefined; connection: string | undefined; text: string }>((resolve, reject) => {
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
      const sending = request({ agent, port, host: "127.0.0.1", method, path, headers }, (reply) => {
        let text = "";
        reply.on("data", (chunk) => {
          text += chunk;
        });
        reply.on("end", () => resolve({ status: reply.statusCode, connection: reply.headers.connection, text }));
      });
      sending.on("error", reject).end(body);
    });
}

test("a stop with a delay is announced, serves every request, and a second signal ends the delay", async (t) => {
  const environment = await openServiceEnvironment(t);
  const { port, child, ended, output } = await environment.serve({ SHUTDOWN_DELAY_SECONDS: "3600" });
  const [known, other] = [openClient(t, port), openClient(t, port)];
  const body = (event: string) => JSON.stringify({ api_key: environment.projectApiKey, event, distinct_id: "d" });
  assert.equal((await known("POST", "/capture/", body("before"))).connection, "keep-alive");
  child.kill("SIGTERM");
  await waitUntil(() => output().includes('"msg":"stopping"'), output);
  const answers = [
    await known("POST", "/capture/", body("told")), // on the connection from before
    await known("POST", "/capture/", body("on a new connection")),
    await other("GET", "/_health"),
  ];
  assert.deepEqual(
    answers.map(({ status, connection }) => [status, connection]),
    [
      [200, "close"],
      [200, "keep-alive"],
      [200, "keep-alive"],
    ],
  );
  const { status, text } = await other("GET", "/_ready");
  const { stopping, engines } = JSON.parse(text);
  assert.deepEqual([status, stopping, engines.journal], [503, true, "ok"]);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null], output());
  assert.deepEqual([...(await environment.stored()).keys()].sort(), ["before", "on a new connection", "told"]);
});

test("a node whose journal cannot be written is not ready, until it can", {
  skip: process.platform === "linux" ? false : "prlimit is part of Linux",
}, async (t) => {
  const environment = await openServiceEnvironment(t);
  const { port, child } = await environment.serve();
  const ask = openClient(t, port);
  const event = JSON.stringify({ api_key: environment.projectApiKey, event: "e", distinct_id: "d" });
  const states = async () => {
    const { status: captured } = await ask("POST", "/capture/", event);
    const { status: ready, text } = await ask("GET", "/_ready");
    return [captured, ready, JSON.parse(text).engines.journal];
  };
  const limitFiles = (bytes: string) => execFileSync("prlimit", [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`]);
  assert.deepEqual(await states(), [200, 200, "ok"]);
  limitFiles("0");
  assert.deepEqual(await states(), [503, 503, "unavailable"]);
  assert.equal((await ask("GET", "/_ready")).status, 503, "without another event");
  limitFiles("unlimited");
  assert.equal((await ask("GET", "/_ready")).status, 200, "before the next event");
  assert.deepEqual(await states(), [200, 200, "ok"]);
});

test("repeated refusals are logged once, and counted when the service stops", async (t) => {
  const environment = await openServiceEnvironment(t);
  const { port, child, ended, output } = await environment.serve();
  const ask = openClient(t, port);
  const body = JSON.stringify({ api_key: "phc_unknown", event: "e", distinct_id: "d" });
  for (let count = 0; count < 20; count++) assert.equal((await ask("POST", "/capture/", body)).status, 401);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null], output());
  const lines = output().match(/.*"msg":"request refused".*/g) ?? [];
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ operation, code, repeated }) => [operation, code, repeated]),
    [
      ["capture", "invalid_api_key", undefined],
      ["capture", "invalid_api_key", 19],
    ],
  );
});

test("a node that stops with dead letters is not forgotten: erasures wait for it", async (t) => {
  const environment = await openServiceEnvironment(t);
  const journal = new JournalDatabase(environment.directory);
  const common = { projectId: environment.projectId, uuid: randomUUID(), sessionId: null, at: 3 };
  journal.deadLetters.setAside([{ ...common, reason: "not for us", event: "{}" }]);
  journal.close();
  const { child, ended, output } = await environment.serve();
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null], output());
  const store = await openSqlite(environment.directory);
  t.after(() => store.close());
  assert.equal((await store.erasures.nodes()).length, 1);
});
