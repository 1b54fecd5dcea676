import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { collect } from "../../../test/conformance/samples.ts";
import { clickHouseUnavailable, openTestTable, type TestRow } from "../../../test/support/engines/test-clickhouse.ts";
import { diagnoseClickHouse, openClickHouse } from "./clickhouse.ts";

const skip = clickHouseUnavailable;
const START = Date.UTC(2024, 4, 6, 12);

const row = (changes: Partial<TestRow> = {}): TestRow => ({
  project_id: "1",
  session_id: "a",
  window_id: "w",
  distinct_id: "ann",
  timestamp: START,
  data: "{}",
  ...changes,
});

test("reads and erases recordings of the old ingestion method", { skip }, async (t) => {
  const table = await openTestTable(t);
  const legacy = await openClickHouse(table.options);
  t.after(() => legacy.close());

  await t.test("sessions have the latest last row first, also over several batches", async () => {
    const rows = Array.from({ length: 1203 }, (_, index) =>
      row({ project_id: "9", session_id: `s${index}`, timestamp: START + Math.floor(index / 3) }),
    );
    await table.insert(rows);
    const found = await collect(legacy.sessions(START + 401));
    assert.equal(found.length, 1203);
    assert.deepEqual(new Set(found.map(({ sessionId }) => sessionId)).size, 1203);
    const times = found.map(({ sessionId }) => Math.floor(Number(sessionId.slice(1)) / 3));
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    const early = await collect(legacy.sessions(START + 2));
    assert.deepEqual(early.map(({ sessionId }) => sessionId).sort(), ["s0", "s1", "s2", "s3", "s4", "s5"]);
    assert.equal(await legacy.count(), 1203);
    await legacy.erase(found);
    assert.equal(await legacy.count(), 0);
  });

  await t.test("a session's rows are ordered by time, in a stable order, and belong to the session alone", async () => {
    const odd = "a'\"\\\t\n{x:Int8} é\u2028";
    const session = { projectId: "1", sessionId: odd };
    const rows = Array.from({ length: 450 }, (_, index) =>
      row({ session_id: odd, timestamp: START + Math.floor(index / 50), data: JSON.stringify({ index, odd }) }),
    );
    await table.insert([...rows.toReversed(), row({ session_id: "b" }), row({ project_id: "2", session_id: odd })]);
    const events = await collect(legacy.events(session));
    assert.equal(events.length, 450);
    const indexes = events.map(({ data }) => JSON.parse(data).index as number);
    assert.deepEqual(
      indexes.map((index) => Math.floor(index / 50)),
      Array.from({ length: 450 }, (_, index) => Math.floor(index / 50)),
    );
    assert.deepEqual(new Set(indexes).size, 450);
    assert.deepEqual(await collect(legacy.events(session)), events);
    assert.deepEqual(events[0]?.distinctId, "ann");
    assert.equal(JSON.parse(events[0]?.data ?? "").odd, odd);
    assert.deepEqual(await legacy.existingSessions("1", [odd, "b", "c"]), new Set([odd, "b"]));

    await legacy.erase([session, { projectId: "1", sessionId: "none" }]);
    assert.deepEqual(await legacy.existingSessions("1", [odd, "b"]), new Set(["b"]));
    assert.deepEqual(await legacy.existingSessions("2", [odd]), new Set([odd]));
    assert.deepEqual(await collect(legacy.events(session)), []);
    for (let times = 0; times < 2; times++) await legacy.eraseProject("1");
    assert.deepEqual(await legacy.existingSessions("1", ["b"]), new Set());
    assert.deepEqual(await legacy.existingSessions("2", [odd]), new Set([odd]));
  });

  await t.test("a missing table and a missing server are reported in one line", async () => {
    const missing = { ...table.options, table: "none" };
    await assert.rejects(openClickHouse(missing), { name: "StoreUnavailable", message: /UNKNOWN_TABLE/ });
    const [finding] = await diagnoseClickHouse(missing);
    assert.equal(finding?.state, "fault");
    assert.match(finding?.text ?? "", /CLICKHOUSE_TABLE/);
    const away = { ...table.options, url: "http://user:secret@127.0.0.1:9" };
    await assert.rejects(openClickHouse(away), {
      name: "StoreUnavailable",
      message: /^ClickHouse cannot be reached: ECONN/,
    });
    const [ok] = await diagnoseClickHouse(table.options);
    assert.equal(ok?.state, "ok");
  });
});

test("an erasure that ClickHouse refuses fails", async (t) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const refused = Buffer.concat(chunks).includes("DELETE");
      response.writeHead(refused ? 500 : 200);
      response.end(refused ? "Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)" : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const legacy = await openClickHouse({ url: `http://127.0.0.1:${port}`, table: "rows", timeoutMs: 10_000 });
  t.after(() => legacy.close());
  const message = "ClickHouse refuses: ACCESS_DENIED (497)";
  await assert.rejects(legacy.erase([{ projectId: "1", sessionId: "a" }]), { name: "StoreUnavailable", message });
});
