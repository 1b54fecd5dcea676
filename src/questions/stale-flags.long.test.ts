import assert from "node:assert/strict";
import { test } from "node:test";
import { AnsweringService } from "../../test/support/oracle/answering-service.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { FLAGS } from "../store/records/flags.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";

const DAY_MS = 86_400_000;
const AGES = { varied: 40, same: 40, unasked: 40, late: 40, young: 20 };

test("flags that nobody asked for, or that had one value for 30 days, are stale", async (t) => {
  const service = await AnsweringService.open(t, { nodes: 1, settings: {} });
  await service.restart({});
  const store = await openSqlite(service.directory);
  t.after(() => store.close());
  for (const [key, age] of Object.entries(AGES)) {
    const { status } = await service.call(0, "POST", "/feature_flags", { key, filters: { groups: [{}] } });
    assert.equal(status, 201);
    const time = Date.now() - age * DAY_MS;
    await store.records.change(FLAGS, { projectId: service.project, key }, (flag) => {
      return flag && { ...flag, createdAt: time, updatedAt: time };
    });
  }
  const called = (flag: string, value: unknown, days: number, distinct_id = "ann") => ({
    ...{ event: "$feature_flag_called", distinct_id },
    properties: { $feature_flag: flag, $feature_flag_response: value },
    timestamp: new Date(Date.now() - days * DAY_MS).toISOString(),
  });
  await service.send([
    ...[called("varied", true, 29), called("varied", false, 1, "bob")],
    ...[called("same", "test", 29), called("same", "test", 1, "bob"), called("same", "control", 31)],
    ...[called("late", true, 31), called("late", false, 31, "bob"), called("unknown", true, 1)],
  ]);
  await waitUntil(async () => {
    const found = await service.call(0, "GET", "/events?event=$feature_flag_called&limit=100");
    return (found.body.results as unknown[]).length === 8;
  });
  const stale = await service.call(0, "GET", "/feature_flags?active=STALE");
  const flags = stale.body.results as { id: number; key: string }[];
  assert.deepEqual([stale.body.count, flags.map(({ key }) => key)], [3, ["late", "unasked", "same"]]);
  const statusOf = async (id: number) => (await service.call(0, "GET", `/feature_flags/${id}/status`)).body;
  assert.deepEqual(await statusOf(2), { status: "stale", reason: "It has been test for everyone in 30 days." });
  assert.deepEqual(await statusOf(3), { status: "stale", reason: "Nobody has asked for it in 30 days." });
  assert.deepEqual(await statusOf(1), { status: "active", reason: "It is on." });
});
