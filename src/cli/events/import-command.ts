import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Contract } from "../../http/contract/contract.ts";
import { parseEvents } from "../../http/decode/parse-body.ts";
import { type ImportReport, importEvents } from "../../ingest/import-events.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { closing } from "../../lib/threads/closers.ts";
import { drainOffline } from "../../ops/drain-directory.ts";
import { sqlText } from "../../questions/history/duckdb-process.ts";
import { readConfig } from "../../settings/config.ts";
import { type ProjectOption, withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { removeAbandoned, startDuckdb } from "./command-answers.ts";
import { findExportFiles, readExportFiles } from "./export-lines.ts";

export interface ImportOptions extends ProjectOption {
  readonly json?: true;
}

const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The part of the journal that may wait for the store: requests need the rest. */
const JOURNAL_SHARE = 0.25;
const STORE_TIMEOUT_MS = 30_000;

const FOLDER = /^import-(\d+)$/;
/** Columns that are read; nothing is stored of others. */
const COLUMNS = ["uuid", "event", "distinct_id", "timestamp", "properties", "set", "set_once", "$set", "$set_once"];

export async function importFiles(path: string, { project, json }: ImportOptions, context: CliContext): Promise<void> {
  const config = readConfig(context.environment);
  const files = await findExportFiles(path);
  const contract = await Contract.load();
  const check = (body: Uint8Array) =>
    contract.checkBody(
      "batch",
      parseEvents(body, () => false),
    );
  const report = await withProject(project, context, async (projectId, { events }) => {
    await using _draining = await drainOffline(config);
    using journal = new JournalDatabase(config.DATA_DIR);
    await using parquet = closing(new ParquetLines(config.DATA_DIR));
    const maxWaitingBytes = Math.min(MAX_WAITING_BYTES, config.JOURNAL_MAX_BYTES * JOURNAL_SHARE);
    const ports = { journal, events, check, now: context.now, maxWaitingBytes, timeoutMs: STORE_TIMEOUT_MS };
    const total = async () => files.reduce((sum, { bytes }) => sum + bytes, 0);
    return await context.progress("bytes read", total, (onProgress) => {
      const toLines = (file: string) => parquet.convert(file);
      const lines = readExportFiles(files, { toLines, maxLineBytes: config.BODY_LIMIT_BYTES, onProgress });
      return importEvents(projectId, lines, ports);
    });
  });
  print(context, json, { ...report, skipped: Object.fromEntries(report.skipped) }, reportText(report));
}

function reportText({ imported, known, refused, skipped }: ImportReport): string {
  const number = (count: number) => count.toLocaleString("en");
  const lines = [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${number(imported)} imported`,
    `${number(known)} stored before`,
    `${number(refused)} dead letters`,
    `${number(lines)} skipped`,
  ];
  const rows = [...skipped].map(([reason, { count, examples }]) => [reason, number(count), examples.join(", ")]);
  return `${parts.join(", ")}.\n${rows.length === 0 ? "" : formatTable(["THE EVENT", "COUNT", "FIRST"], rows)}`;
}

export class ParquetLines {
  readonly #folder: string;
  readonly #dataDir: string;
  #files = 0;

  constructor(dataDir: string) {
    this.#dataDir = resolve(dataDir);
    this.#folder = join(this.#dataDir, `import-${process.pid}`);
  }

  /** Returns the path of a new file with a line for each row, in the order of the rows. */
  async convert(parquet: string): Promise<string> {
    const source = resolve(parquet);
    await removeAbandoned(this.#dataDir, FOLDER);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#files += 1;
    const path = join(this.#folder, `${this.#files}.jsonl`);
    const duckdb = startDuckdb(this.#folder, dirname(source));
    const rows = `read_parquet(${sqlText(source)})`;
    try {
      const described = await duckdb.run(`DESCRIBE SELECT * FROM ${rows}`);
      const present = described.map((row) => String(row.column_name));
      const columns = COLUMNS.filter((name) => present.includes(name)).map((name) => `"${name}"`);
      if (columns.length === 0) throw new Error("it has no column of events");
      await duckdb.run(`COPY (SELECT ${columns.join(", ")} FROM ${rows}) TO ${sqlText(path)} (FORMAT json)`);
      return path;
    } catch (error) {
      throw new CommandFailure(`${parquet} cannot be read: ${(error as Error).message.split("\n")[0]}.`);
    } finally {
      duckdb.close();
    }
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
