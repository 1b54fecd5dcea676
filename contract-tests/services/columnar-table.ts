import { randomUUID } from "node:crypto";
import { startClickHouseServer } from "../../test/support/engines/test-clickhouse.ts";
import { startTcpProxy } from "../../test/support/tcp-proxy.ts";
import type { RrwebEvent } from "../support/rrweb-events.ts";

export { clickHouseUnavailable } from "../../test/support/engines/test-clickhouse.ts";

/** A table of recordings of the old ingestion method. */
export interface ColumnarTable {
  /** The settings with which the service reads it. */
  readonly settings: { readonly CLICKHOUSE_URL: string; readonly CLICKHOUSE_TABLE: string };
  /** Inserts a session's events, as the old ingestion did. */
  insert(projectId: string, sessionId: string, events: readonly RrwebEvent[]): Promise<void>;
  /** Returns how many rows the session has. */
  count(sessionId: string): Promise<number>;
  /** Runs the work while the service cannot reach it. */
  whileUnreachable(work: () => Promise<void>): Promise<void>;
  /** Removes the table. */
  drop(): Promise<void>;
}

/** Creates an empty table in the ClickHouse that the environment names, or in one that it starts. */
export async function createColumnarTable(): Promise<ColumnarTable> {
  const server = await startClickHouseServer();
  const table = `recordings_${randomUUID().replaceAll("-", "")}`;
  const run = (query: string, rows: readonly object[] = []) => queryClickHouse(server.url, query, rows);
  await run(`CREATE TABLE ${table} (
    project_id UInt64, session_id String, window_id String, distinct_id String,
    timestamp DateTime64(3, 'UTC'), data String
  ) ENGINE = MergeTree ORDER BY (project_id, session_id, timestamp)`);
  const proxyUrl = new URL(server.url);
  const proxy = await startTcpProxy(proxyUrl.hostname, Number(proxyUrl.port || 8123));
  proxyUrl.host = `127.0.0.1:${proxy.port}`;
  return {
    settings: { CLICKHOUSE_URL: proxyUrl.href, CLICKHOUSE_TABLE: table },
    async insert(project_id, session_id, events) {
      const row = { project_id, session_id, window_id: "w", distinct_id: "visitor" };
      const rows = events.map((event) => {
        return { ...row, timestamp: (event.timestamp / 1000).toFixed(3), data: JSON.stringify(event) };
      });
      await run(`INSERT INTO ${table} FORMAT JSONEachRow`, rows);
    },
    async count(sessionId) {
      return Number(await run(`SELECT count() FROM ${table} WHERE session_id = '${sessionId}'`));
    },
    async whileUnreachable(work) {
      await proxy.disconnect();
      await work().finally(proxy.restore);
    },
    async drop() {
      await proxy.disconnect();
      await run(`DROP TABLE ${table} SYNC`);
      await server.stop();
    },
  };
}

/** Returns the answer to a query, as text; `rows` are those of an INSERT. */
async function queryClickHouse(url: string, query: string, rows: readonly object[]): Promise<string> {
  const { username, password, origin, pathname } = new URL(url);
  const address = new URL(origin);
  address.searchParams.set("query", query);
  if (pathname.length > 1) address.searchParams.set("database", pathname.slice(1));
  const headers: Record<string, string> = username
    ? { "X-ClickHouse-User": decodeURIComponent(username), "X-ClickHouse-Key": decodeURIComponent(password) }
    : {};
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const answer = await fetch(address, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
