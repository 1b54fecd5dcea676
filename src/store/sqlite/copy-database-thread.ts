import { parentPort, workerData } from "node:worker_threads";
import type { CopyDatabaseData } from "./copy-database.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

const BUSY_TIMEOUT_MS = 5000;

if (parentPort) {
  const { from, to } = workerData as CopyDatabaseData;
  const pragmas = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA cache_size = -16384;`;
  using connection = new SqliteConnection(from, { openTimeoutMs: BUSY_TIMEOUT_MS, pragmas, escapesText: false });
  connection.run("VACUUM INTO ?", to);
}
