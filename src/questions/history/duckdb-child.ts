// A process of its own: DuckDB takes memory that only its end returns, and a crash of it ends nothing else.
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { serveParent } from "../../lib/threads/start-child.ts";
import type { DuckdbMethods } from "./duckdb-process.ts";

let connecting: Promise<DuckDBConnection> | undefined;

async function connect(settings: string): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(settings);
  return connection;
}

serveParent({
  async run(settings, sql) {
    connecting ??= connect(settings);
    const reader = await (await connecting).runAndReadAll(sql);
    return reader.getRowObjectsJson();
  },
} satisfies DuckdbMethods);
