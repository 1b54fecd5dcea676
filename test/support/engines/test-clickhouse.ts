import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { newClickHouseClient } from "../../../src/store/clickhouse/clickhouse.ts";

const SERVER = fileURLToPath(new URL("../../../scripts/clickhouse/server.mjs", import.meta.url));
const ENGINE = fileURLToPath(new URL("../../../scripts/clickhouse/node_modules/chdb", import.meta.url));
const { CLICKHOUSE_URL = "" } = process.env;

/** The reason why tests with ClickHouse are skipped; false if ClickHouse is available. */
export const clickHouseUnavailable: string | false =
  CLICKHOUSE_URL === "" &&
  !existsSync(ENGINE) &&
  "ClickHouse is missing: run npm ci --prefix scripts/clickhouse (550 MB), or set CLICKHOUSE_URL";

export interface ClickHouseServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the ClickHouse at `CLICKHOUSE_URL`, or else starts a server of its own. */
export async function startClickHouseServer(): Promise<ClickHouseServer> {
  if (CLICKHOUSE_URL !== "") return { url: CLICKHOUSE_URL, stop: async () => {} };
  const child = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return {
    url: line.trim(),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

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
