import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { loadContract } from "../../http/contract/contract.ts";
import { parseEvents } from "../../http/decode/parse-body.ts";
import { type ExportedLine, type ImportReport, importEvents } from "../../ingest/import-events.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { closing } from "../../lib/threads/closers.ts";
import { drainOffline } from "../../ops/drain-directory.ts";
import { sqlText, startDuckdb } from "../../questions/history/duckdb-process.ts";
import { readConfig } from "../../settings/config.ts";
import { type ProjectOption, withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { removeAbandoned } from "./command-answers.ts";

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
  const contract = await loadContract();
  const isKept = () => false;
  const check = (body: Uint8Array) => contract.checkBody("batch", parseEvents(body, isKept));
  const report = await withProject(project, context, async (projectId, { events }) => {
    await using _draining = await drainOffline(config);
    using journal = new JournalDatabase(config.DATA_DIR);
    await using parquet = closing(parquetLines(config.DATA_DIR));
    const maxWaitingBytes = Math.min(MAX_WAITING_BYTES, config.JOURNAL_MAX_BYTES * JOURNAL_SHARE);
    const ports = { journal, events, check, now: context.now, maxWaitingBytes, timeoutMs: STORE_TIMEOUT_MS };
    const total = async () => files.reduce((sum, { bytes }) => sum + bytes, 0);
    return await context.progress("bytes read", total, (onProgress) => {
      const lines = readExportFiles(files, {
        toLines: parquet.convert,
        maxLineBytes: config.BODY_LIMIT_BYTES,
        onProgress,
      });
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

/** Converts Parquet files to files of JSON lines, in a folder that `close` removes. */
export function parquetLines(dataDir: string) {
  const folder = join(resolve(dataDir), `import-${process.pid}`);
  let files = 0;
  return {
    /** Returns the path of a new file with a line for each row, in the order of the rows. */
    async convert(parquet: string): Promise<string> {
      const source = resolve(parquet);
      await removeAbandoned(dirname(folder), FOLDER);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      files += 1;
      const path = join(folder, `${files}.jsonl`);
      const duckdb = startDuckdb(folder, dirname(source));
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
    },

    close: () => rm(folder, { recursive: true, force: true }),
  };
}

interface ExportFile {
  readonly path: string;
  /** The path below the folder that was named, for messages. */
  readonly name: string;
  readonly bytes: number;
}

const LINES = /\.(jsonl|ndjson)(\.gz|\.br)?$/i;
const PARQUET = /\.parquet(\.\w+)?$/i;
const NEWLINE = 10;

/** Returns the file, or the files with events in the folder and below, in the order of their names. */
async function findExportFiles(path: string): Promise<ExportFile[]> {
  const about = await stat(path).catch((error) => {
    throw new CommandFailure(`${path} cannot be read: ${error.message}.`);
  });
  if (!about.isDirectory()) return [{ path, name: basename(path), bytes: about.size }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && (LINES.test(entry.name) || PARQUET.test(entry.name)));
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const files = paths.map(async (file) => ({
    path: file,
    name: relative(path, file),
    bytes: (await stat(file)).size,
  }));
  if (files.length > 0) return Promise.all(files);
  throw new CommandFailure(`There is no file with events in ${path}: *.jsonl, *.jsonl.gz, *.jsonl.br or *.parquet.`);
}

interface LineOptions {
  /** Returns the path of a new file of JSON lines with the rows of a Parquet file. */
  readonly toLines: (parquet: string) => Promise<string>;
  /** A longer line is no event. */
  readonly maxLineBytes: number;
  /** Called with the number of further bytes of files that are done. */
  readonly onProgress: (bytes: number) => void;
}

/** Yields the lines of the files, one after the other; empty lines are left out. */
async function* readExportFiles(files: readonly ExportFile[], options: LineOptions): AsyncGenerator<ExportedLine> {
  for (const file of files) {
    const isParquet = PARQUET.test(file.name);
    const path = isParquet ? await options.toLines(file.path) : file.path;
    let number = 0;
    for await (const line of readLines(path, isParquet ? () => {} : options.onProgress, options.maxLineBytes)) {
      number += 1;
      const text = line === null ? null : line.toString();
      if (text?.trim() !== "") yield { text, location: `${file.name}:${number}` };
    }
    if (!isParquet) continue;
    await rm(path);
    options.onProgress(file.bytes);
  }
}

/** Yields the lines of a file, unpacked; null for one that is too long, which is not kept in memory. */
async function* readLines(path: string, onRead: (bytes: number) => void, maxBytes: number) {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const line = bytes > maxBytes ? null : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };
  const add = (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of unpacked(path, onRead)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}

async function* unpacked(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  file.on("data", (chunk) => onRead(chunk.length));
  const unpacker = path.endsWith(".gz") ? createGunzip() : path.endsWith(".br") ? createBrotliDecompress() : null;
  if (unpacker) file.once("error", (error) => unpacker.destroy(error));
  try {
    yield* unpacker ? file.pipe(unpacker) : file;
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${(error as Error).message}.`);
  } finally {
    file.destroy();
  }
}
