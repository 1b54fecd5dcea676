import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { newClickHouseClient } from "../../store/clickhouse/clickhouse.ts";
import { startClickHouseServer } from "./start-clickhouse.ts";

/** A row of the table in docs/legacy-recordings.md. */
export interface TestRow {
  readonly project_id: string;
  readonly session_id: string;
  readonly window_id: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly data: string;
}

/** Opens a new table in a real ClickHouse; removes it after the test. */
export async function openTestTable(test: TestContext) {
  const server = await startClickHouseServer();
  const { url } = server;
  const options = { url, table: `recordings_${randomUUID().replaceAll("-", "")}`, timeoutMs: 120_000 };
  const client = newClickHouseClient(options);
  await client.command({
    query: `CREATE TABLE ${options.table} (
      project_id UInt64, session_id String, window_id String, distinct_id String,
      timestamp DateTime64(3, 'UTC'), data String
    ) ENGINE = MergeTree ORDER BY (project_id, session_id, timestamp)`,
  });
  test.after(async () => {
    await client.command({ query: `DROP TABLE ${options.table} SYNC` });
    await client.close();
    await server.stop();
  });
  return {
    options,
    insert: (values: readonly TestRow[]) =>
      client.insert({ table: options.table, values: [...values], format: "JSONEachRow" }),
  };
}
