import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SqliteConnection } from "../sqlite-connection.ts";
import { verifyDatabase } from "./verify-database.ts";

const BYTES_PER_SECOND = 2 * 1024 * 1024;

test("a database is read at a bounded rate", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "sightline-verify-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "a.db");
  const connection = new SqliteConnection(file, { pragmas: "CREATE TABLE events (id INTEGER PRIMARY KEY, body BLOB)" });
  for (let id = 0; id < 1000; id++) connection.run("INSERT INTO events VALUES (?, ?)", id, randomBytes(3000));
  connection.close();
  const pauses: number[] = [];
  const problems: string[] = [];
  const options = { statement: "", onProblem: (problem: string) => problems.push(problem) };
  const pause = async (ms: number) => void pauses.push(ms);
  await verifyDatabase(file, { ...options, signal: new AbortController().signal, pause });
  const paused = pauses.reduce((sum, ms) => sum + ms, 0);
  // Reading takes some of the time. On a slow machine it takes more, and pauses are longer.
  assert.ok(paused >= 0.9 * 0.9 * (statSync(file).size / BYTES_PER_SECOND) * 1000, `${paused} ms`);
  assert.ok(pauses.length > 5);
  assert.deepEqual(problems, []);
});
