import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { waitForPort } from "../../test/support/service-process.ts";
import { openCommandLine } from "../../test/support/test-command-line.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

async function openEvents(t: TestContext) {
  const commandLine = await openCommandLine(t);
  const { project_api_key: apiKey } = JSON.parse((await commandLine.run(["setup", "--json"])).out);
  return { ...commandLine, apiKey };
}

/** Iterates over the names of the events that a command prints. */
function namesFrom({ stdout }: ChildProcess): AsyncIterator<string> {
  assert.ok(stdout);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return { next: async () => ({ done: false, value: JSON.parse((await lines.next()).value).event }) };
}

async function send(port: number, apiKey: string, event: string, timestamp?: string): Promise<void> {
  const body = JSON.stringify({ api_key: apiKey, event, distinct_id: "ada", timestamp });
  const response = await fetch(`http://127.0.0.1:${port}/capture/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  assert.equal(response.status, 200);
}

test("tail --follow shows stored and new events while the service runs, whatever their timestamp", async (t) => {
  const { start, apiKey } = await openEvents(t);
  const service = start("serve");
  const port = await waitForPort(service);
  await send(port, apiKey, "first");
  const tail = start("events", "tail", "-f", "-n", "3");
  const names = namesFrom(tail);
  assert.equal((await names.next()).value, "first");
  await send(port, apiKey, "second");
  assert.equal((await names.next()).value, "second");
  await send(port, apiKey, "old", "2020-01-01T00:00:00Z");
  assert.equal((await names.next()).value, "old");
  await send(port, apiKey, "last");
  assert.equal((await names.next()).value, "last");
  tail.kill("SIGINT");
  assert.deepEqual(await once(tail, "close"), [null, "SIGINT"]);
});

test("tail --follow ends without an error when the pipe is closed", async (t) => {
  const { directory, start } = await openEvents(t);
  const store = await openSqlite(directory);
  t.after(() => store.close());
  const tail = start("events", "tail", "--follow", "--event", "wanted");
  const ended = once(tail, "close");
  let closed = false;
  void ended.then(() => {
    closed = true;
  });
  tail.stdout.once("data", () => tail.stdout.destroy());
  const errors = text(tail.stderr);
  while (!closed) {
    await store.events.insert([newEvent("1", { event: "wanted" }), newEvent("1", { event: "other" })]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual([await errors, await ended], ["", [0, null]]);
});

test("export prints everything and ends without an error when the pipe is closed", async (t) => {
  const { directory, start, run } = await openEvents(t);
  const store = await openSqlite(directory);
  const properties = JSON.stringify({ text: "x".repeat(1000) });
  await store.events.insert(Array.from({ length: 20_000 }, () => newEvent("1", { properties })));
  await store.close();
  assert.equal((await run(["events", "export"])).out.split("\n").length, 20_001);
  const child = start("events", "export");
  child.stdout.once("data", () => child.stdout.destroy());
  const [err, ended] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.deepEqual([err, ended], ["", [0, null]]);
});

test("an unreachable store is reported on one line", async (t) => {
  const { run } = await openCommandLine(t, { MONGODB_URL: "mongodb://127.0.0.1:1/", MONGODB_TIMEOUT_MS: "200" });
  for (const argv of [
    ["events", "tail", "-f"],
    ["events", "count"],
    ["persons", "show", "ada"],
  ]) {
    const { status, out, err } = await run(argv);
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^MongoDB cannot be used now: [^\n]+\n$/);
  }
});
