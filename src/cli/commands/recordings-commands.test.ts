import assert from "node:assert/strict";
import { test } from "node:test";
import { clickHouseUnavailable, openTestTable } from "../../../test/support/engines/test-clickhouse.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openClickHouse } from "../../store/clickhouse/clickhouse.ts";

const OLD = Date.UTC(2024, 4, 6, 12);

test("recordings migrate moves old recordings and prints how many", {
  skip: clickHouseUnavailable,
}, async (t) => {
  const table = await openTestTable(t);
  const { environment, run, setup } = await openTestCli(t);
  const { project_id } = await setup();
  Object.assign(environment, { CLICKHOUSE_URL: table.options.url, CLICKHOUSE_TABLE: table.options.table });
  const row = (session_id: string, timestamp: number) => ({
    project_id: String(project_id),
    session_id,
    window_id: "w",
    distinct_id: "ann",
    timestamp,
    data: JSON.stringify({ type: 4, timestamp, data: { href: "https://shop.example/" } }),
  });
  await table.insert([row("one", OLD), row("two", OLD + 1000), row("now", Date.now())]);

  const first = await run(["recordings", "migrate"]);
  assert.deepEqual([first.status, first.out], [0, "Moved 2; left 1.\n"]);
  assert.equal(first.err, "");
  const again = await run(["recordings", "migrate"]);
  assert.deepEqual([again.status, again.out, again.err], [0, "Moved 0; left 1.\n", ""]);
  const legacy = await openClickHouse(table.options);
  assert.deepEqual(await legacy.existingSessions(String(project_id), ["one", "two", "now"]), new Set(["now"]));
  await legacy.close();
  const { out } = await run(["doctor"]);
  assert.match(out, /^ok {7}ClickHouse: .* has 1 recordings/m);
});

test("recordings migrate needs a ClickHouse", async (t) => {
  const { run } = await openTestCli(t);
  const { status, err } = await run(["recordings", "migrate"]);
  assert.equal(status, 1);
  assert.match(err, /CLICKHOUSE_URL is empty/);
});
