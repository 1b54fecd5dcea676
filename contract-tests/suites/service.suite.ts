import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Client, clientsOfNodes, directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

const client = new Client();
const { projectApiKey: api_key } = target.tenant;

describe("service", () => {
  test("the process is alive", async () => {
    const { status, version } = await client.expectStatus("health", 200);
    assert.equal(status, "ok");
    assert.match(version ?? "", /^\d+\.\d+\.\d+/);
  });

  test("the service and each of its engines are ready", async () => {
    const ready = await client.expectStatus("ready", 200);
    assert.equal(ready.status, "ready");
    assert.deepEqual(ready.engines, { documents: "ok", files: "ok", journal: "ok" });
    if (ready.journal.entries === 0) assert.equal(ready.journal.oldest_seconds, 0);
  });

  test("the service has metrics", async () => {
    const { body, headers } = await client.request("metrics");
    assert.match(String(headers["content-type"]), /^text\/plain/);
    assert.match(String(body), /^# TYPE \w+ counter$/m);
  });
});

describe("service: metrics", needs("state"), () => {
  test("events: accepted, dropped, stored", async () => {
    const before = await readMetrics(client);
    const events = Array.from({ length: 7 }, () => ({ event: "counted", distinct_id: "x", uuid: randomUUID() }));
    const batch = [...events, { event: "dropped" }, { distinct_id: "dropped" }];
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    const increaseOf = async (name: string) => (await readMetrics(client))(name) - before(name);
    await eventually("the events are stored", async () => (await increaseOf("sightline_events_stored_total")) >= 7);
    await eventually(
      "the events are counted as dropped",
      async () => (await increaseOf("sightline_events_dropped_total")) >= 2,
    );
    assert.ok((await increaseOf("sightline_events_accepted_total")) >= 9);
  });

  test("requests: by operation and status, with latencies", async () => {
    const before = await readMetrics(client);
    await client.expectError("decide", [400, "required", "distinct_id"], { json: { api_key } });
    const after = await readMetrics(client);
    const labels = { operation: "decide", status: "400" };
    assert.ok(after("sightline_requests_total", labels) >= before("sightline_requests_total", labels) + 1);
    const count = "sightline_request_seconds_count";
    assert.ok(after(count, { operation: "decide" }) >= before(count, { operation: "decide" }) + 1);
  });

  test("the node: its engines, disk and files", async () => {
    const metrics = await readMetrics(client);
    const nodes = clientsOfNodes(client.endpoint).length;
    for (const engine of ["documents", "files", "journal"]) {
      assert.equal(metrics("sightline_engine_up", { engine }), nodes, engine);
    }
    for (const name of ["disk_free_bytes", "journal_file_bytes", "store_bytes"]) {
      assert.ok(metrics(`sightline_${name}`) >= 4096, name);
    }
    const { version = "" } = await client.expectStatus("health", 200);
    assert.equal(metrics("sightline_build_info", { version }), nodes);
  });

  test("the journal: size and age, both 0 in the end", async () => {
    await client.expectStatus("capture", 200, { json: { api_key, event: "counted", distinct_id: "x" } });
    await eventually("the journal is empty", async () => {
      const metrics = await readMetrics(client);
      return metrics("sightline_journal_entries") === 0 && metrics("sightline_journal_oldest_seconds") === 0;
    });
  });
});

describe("service: dead letters", needs("state"), () => {
  test("an event that cannot be stored is counted and reported", async () => {
    const before = await readMetrics(client);
    const json = {
      api_key,
      event: "$snapshot",
      distinct_id: "x",
      properties: { $session_id: randomUUID(), $snapshot_data: "none" },
    };
    await client.expectStatus("capture", 200, { json });
    const total = "sightline_events_dead_lettered_total";
    await eventually("the event is counted", async () => (await readMetrics(client))(total) > before(total));
    // Deleting a recording deletes its dead letters, so that those of other suites may vanish in between.
    assert.ok((await readMetrics(client))("sightline_dead_letters") >= 1);
    const nodes = await Promise.all(clientsOfNodes(client.endpoint).map((node) => node.expectStatus("ready", 200)));
    assert.ok(nodes.reduce((sum, { journal }) => sum + journal.dead_letters, 0) >= 1);
  });
});

describe("service: request ids", needs("state"), () => {
  test("each response has its own request id", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => client.request("health")));
    assert.equal(new Set(responses.map(({ headers }) => headers["x-request-id"])).size, 20);
  });

  test("a request may bring its own", needs("wire"), async () => {
    const answeredId = async (id: string) =>
      (await directClient().request("health", { headers: { "x-request-id": id } })).headers["x-request-id"];
    for (const id of ["req-7f3a.9_c:21", "x".repeat(64)]) assert.equal(await answeredId(id), id);
    for (const id of ["x".repeat(65), "a b", "a;b", "ä"]) assert.notEqual(await answeredId(id), id);
  });
});

describe("service: files", needs("store"), () => {
  test("only the service's user can read what it writes", async () => {
    const { dataDir } = environmentOf(target);
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    // The runner writes the logs, and what a proxy in front answers.
    const written = entries.filter(({ name }) => !name.endsWith(".log") && name !== "answers.json");
    const modes = written.map(async (entry) => {
      const found = await stat(join(entry.parentPath, entry.name)).catch(() => null); // removed in the meantime
      return { name: entry.name, mode: found && found.mode & 0o777, expected: entry.isDirectory() ? 0o700 : 0o600 };
    });
    assert.ok(written.some(({ name }) => name === "journal.db"));
    for (const { name, mode, expected } of await Promise.all(modes)) {
      if (mode !== null) assert.equal(mode.toString(8), expected.toString(8), name);
    }
  });
});
