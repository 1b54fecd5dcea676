// A process of its own: only its end returns DuckDB's memory, and its crash ends nothing else.
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
