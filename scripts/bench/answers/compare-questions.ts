import assert from "node:assert/strict";
import { join } from "node:path";
import Database from "libsql";
import { type Child, startChild } from "../../../src/lib/threads/start-child.ts";
import type { EngineMethods, EngineQuestion } from "../../../src/questions/engine/engine-methods.ts";
import { openLocalFiles } from "../../../src/questions/history/cached-files.ts";
import { historyOf } from "../../../src/questions/history/history.ts";
import { historyRecords } from "../../../src/questions/history/history-records.ts";
import { planQuestion } from "../../../src/questions/kinds/plan-question.ts";
import { projectRows } from "../../../src/questions/project-rows.ts";
import { openFolder } from "../../../src/store/filesystem/files.ts";
import { openSqlite } from "../../../src/store/sqlite/sqlite.ts";
import { cpuOfThreads, peakBytes } from "./process-figures.ts";
import { type Measured, QUESTIONS } from "./questions.ts";
import { DAYS, FIRST_DAY } from "./sample-events.ts";

export interface Comparison {
  readonly name: string;
  /** CPU time in seconds, one for each round. */
  readonly asked: readonly number[];
  readonly byHand: readonly number[];
  /** Measured once. */
  readonly sqlite: number | null;
}

interface Options {
  readonly memoryBytes: number;
  readonly threads: number;
  readonly rounds: number;
  /** Whether SQL in SQLite is measured, too. */
  readonly withSqlite: boolean;
  readonly advance: (by: number) => void;
}

type Rows = readonly (readonly unknown[])[];

const PROJECT = "1";
const LIMITS = { maxRows: 50_000, maxBytes: 2 ** 28, timeoutMs: 3_600_000, isForeign: false, values: {} };

/** Asks each question in turns with SQL by hand, in one process. Throws if their answers differ. */
export async function compareQuestions(
  dataDir: string,
  { rounds, withSqlite, advance, memoryBytes, threads }: Options,
): Promise<{ readonly compared: Comparison[]; readonly peak: number }> {
  const store = await openSqlite(dataDir);
  const { files } = await openFolder(dataDir);
  const engine = startChild<EngineMethods>("questions/engine/engine-process");
  try {
    const temporaryFolder = join(dataDir, "answers", "bench");
    await engine.remote.configure({ memoryBytes, threads, temporaryFolder, temporaryBytes: 2 ** 34 });
    const history = historyOf(historyRecords(store.records), await openLocalFiles(dataDir, "questions", files, 0));
    const rows = projectRows({ ...store, history: async () => history }, Date.now);
    const { groupTypes } = await rows.refresh(PROJECT, { timeZone: "UTC", weekStart: 0 }, engine);
    const { events } = await history.liveFiles(PROJECT);
    const source = sourceOf(events.map(({ path }) => path));
    const calendar = { timeZone: "UTC", weekStart: 0 as const, now: FIRST_DAY + DAYS * 86_400_000 };
    const compared: Comparison[] = [];
    for (const measured of QUESTIONS) {
      const { statements } = planQuestion(measured.question, { calendar, groupTypes, earliest: null });
      const plan = statements.map(({ sql, values, isForeign = false, maxRows = LIMITS.maxRows }) => {
        return { sql, values, isForeign, maxRows };
      });
      const byHand = [{ sql: measured.byHand.replaceAll("EVENTS", source) }];
      const figures = { asked: [] as number[], byHand: [] as number[] };
      let answered: Rows = [];
      for (let round = 0; round <= rounds; round++) {
        const [asked, hand] = [await ask(engine, plan), await ask(engine, byHand)];
        assert.deepEqual(sorted(asked.rows), sorted(hand.rows), `${measured.name}: the answers differ`);
        answered = asked.rows;
        advance(1);
        if (round === 0) continue; // files are read into memory
        figures.asked.push(asked.cpu);
        figures.byHand.push(hand.cpu);
      }
      const sqlite = withSqlite && measured.sqlite ? askSqlite(dataDir, measured, answered) : null;
      compared.push({ name: measured.name, ...figures, sqlite });
    }
    return { compared, peak: await peakBytes(engine.process.pid ?? 0) };
  } finally {
    engine.process.kill("SIGKILL");
    await store.close();
  }
}

function sourceOf(paths: readonly string[]): string {
  return `(SELECT f.*, coalesce(o.person_id, CAST(md5(f.distinct_id) AS UUID)) AS person_id
    FROM read_parquet([${paths.map((path) => `'${path}'`).join(", ")}], hive_partitioning = false) AS f
    LEFT JOIN person_distinct_ids AS o USING (distinct_id)) AS events`;
}

async function ask(
  { remote, process: { pid = 0 } }: Child<EngineMethods>,
  statements: readonly (Pick<EngineQuestion, "sql"> & Partial<EngineQuestion>)[],
): Promise<{ readonly rows: Rows; readonly cpu: number }> {
  const start = await cpuOfThreads(pid);
  const rows: (readonly unknown[])[] = [];
  for (const statement of statements) {
    const answer = await remote.ask({ ...LIMITS, project: PROJECT, ...statement });
    rows.push(...JSON.parse(answer.rows));
  }
  return { rows, cpu: (await cpuOfThreads(pid)) - start };
}

/** Returns the CPU time of SQL on the store. Throws if its answer differs. */
function askSqlite(dataDir: string, { name, sqlite = "", common = (row) => row }: Measured, answered: Rows): number {
  const database = new Database(join(dataDir, "sightline.db"), { readonly: true });
  try {
    const start = process.cpuUsage();
    const rows = database.prepare(sqlite).raw(true).all() as Rows;
    const { user, system } = process.cpuUsage(start);
    assert.deepEqual(sorted(rows), sorted(answered.map(common)), `${name}: the answer in SQLite differs`);
    return (user + system) / 1e6;
  } finally {
    database.close();
  }
}

const sorted = (rows: Rows) => rows.map((row) => JSON.stringify(row)).toSorted();
