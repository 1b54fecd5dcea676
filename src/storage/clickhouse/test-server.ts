import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { newClient } from "./clickhouse.ts";

const { CLICKHOUSE_URL = "" } = process.env;
const SERVER = fileURLToPath(new URL("../../../scripts/clickhouse/server.mjs", import.meta.url));
const ENGINE = fileURLToPath(new URL("../../../scripts/clickhouse/node_modules/chdb", import.meta.url));

/** Why tests of a real ClickHouse cannot run here; undefined where they can. */
export const noServer =
  CLICKHOUSE_URL === "" && !existsSync(ENGINE)
    ? "there is no ClickHouse: npm ci --prefix scripts/clickhouse (550 MB), or set CLICKHOUSE_URL to any server"
    : undefined;

/** A row as the README's table has it. */
export interface TestRow {
  readonly project_id: string;
  readonly session_id: string;
  readonly window_id: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly data: string;
}

/** For tests: a table of their own in a real ClickHouse. */
export async function openTestTable(test: TestContext) {
  const server = CLICKHOUSE_URL === "" ? await startServer() : { url: CLICKHOUSE_URL, stop: async () => {} };
  const { url } = server;
  const options = { url, table: `recordings_${randomUUID().replaceAll("-", "")}`, timeoutMs: 30_000 };
  const client = newClient(options);
  await client.command({
    query: `CREATE TABLE ${options.table} (
      project_id UInt64, session_id String, window_id String, distinct_id String, timestamp DateTime64(3, 'UTC'), data String
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

async function startServer() {
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
