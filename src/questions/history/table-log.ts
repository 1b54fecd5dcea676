import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { Readable } from "node:stream";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile, Manifest, TableCommit } from "../../store/records/history-kinds.ts";
import { HOT_COLUMNS } from "../hot-properties.ts";
import { sqlText } from "./duckdb-process.ts";
import { columnName } from "./event-columns.ts";
import { historyPrefix, keyMadeAt, type LocalFiles, type TableName, tablePrefix } from "./history-keys.ts";
import type { HistoryRecords, Versioned } from "./history-records.ts";
import type { Workshop } from "./workshop.ts";

export interface TableLogPorts {
  readonly records: HistoryRecords;
  readonly files: Pick<Files, "put" | "list" | "delete" | "localPath">;
  readonly workshop: () => Promise<Workshop>;
  readonly now: () => Millis;
}

/** What those who write files of a table work with: `records` have its manifests. */
export interface WriterPorts extends TableLogPorts {
  readonly table: TableLog;
  readonly local: LocalFiles;
}

const CHECKPOINT_INTERVAL = 10;

/** Returns what the log needs to know of a project's table. */
const targetOf = (projectId: ProjectId, name: TableName) => ({ name, prefix: tablePrefix(projectId, name) });
type Target = ReturnType<typeof targetOf>;

/**
 * Changes which files are live, and tells the log of the project's table. Each commit follows from the manifest, and is
 * written again before the next: so an interruption leaves the log behind by one commit at most, and no lock is needed.
 */
export class TableLog {
  readonly name: TableName;
  /** The last commit that this process wrote, by project. */
  readonly #written = new Map<ProjectId, TableCommit>();

  constructor(name: TableName = "events") {
    this.name = name;
  }

  /**
   * Returns false if the manifest was changed meanwhile. Without a change completes the log, or begins it: old files
   * have none, nor has a restored store.
   */
  async change(
    projectId: ProjectId,
    before: Versioned<Manifest>,
    ports: TableLogPorts,
    changed = before.value,
  ): Promise<boolean> {
    const { records, now } = ports;
    const { table } = before.value;
    const of = targetOf(projectId, this.name);
    const keys = table && this.#written.get(projectId)?.id === table.id ? null : await logKeys(of, ports);
    let next: TableCommit;
    if (table && (keys === null || endsBefore(keys, table.version))) {
      await this.#write(projectId, before.value, table, ports);
      if (changed === before.value) return true;
      next = nextCommit(this.name, table, before.value, changed, now());
    } else {
      if ((await records.manifest(projectId)).version !== before.version) return false;
      await ports.files.delete([...(keys ?? []), `${historyPrefix(projectId)}files.json`]); // a list of former versions
      next = { id: randomUUID(), version: 0, at: now(), added: null, removed: [], changesData: true };
    }
    const manifest = { ...changed, table: next };
    if (!(await records.changeManifest(projectId, manifest, before.version))) return false;
    await this.#write(projectId, manifest, next, ports);
    return true;
  }

  async #write(projectId: ProjectId, manifest: Manifest, table: TableCommit, ports: TableLogPorts): Promise<void> {
    const { id, version } = table;
    const written = this.#written.get(projectId);
    if (written?.id === id && written.version === version) return;
    const of = targetOf(projectId, this.name);
    await put(logKey(of, version, "json"), commitLines(of, manifest, table, ports.files), ports);
    if (version > 0 && version % CHECKPOINT_INTERVAL === 0) await writeCheckpoint(of, manifest, table, ports);
    this.#written.set(projectId, table);
  }
}

/** Changes the manifest, with new files. Returns false, and deletes these, if the manifest was changed meanwhile. */
export async function goLive(
  projectId: ProjectId,
  before: Versioned<Manifest>,
  files: readonly HistoryFile[],
  changed: Manifest,
  ports: WriterPorts,
): Promise<boolean> {
  if (await ports.table.change(projectId, before, ports, changed)) return true;
  await ports.files.delete(files.map(({ key }) => key));
  return false;
}

/** Returns whether the log ends with this version or the one before, and lacks none before. */
function endsBefore(keys: readonly string[], version: number): boolean {
  const versions = (end: string) => new Set(keys.filter((key) => key.endsWith(end)).map(versionOf));
  const [commits, checkpoints] = [versions(".json"), versions(".checkpoint.parquet")];
  const first = Math.max(-1, ...checkpoints);
  for (let at = first + 1; at < version; at++) if (!commits.has(at)) return false;
  return Math.max(first, ...commits) <= version;
}

async function writeCheckpoint(
  of: Target,
  manifest: Manifest,
  table: TableCommit,
  ports: TableLogPorts,
): Promise<void> {
  const { version } = table;
  const lines = tableLines(of, manifest, table, ports.files);
  const workshop = await ports.workshop();
  const [source, target] = [workshop.newPath("ndjson"), workshop.newPath("parquet")];
  await writeFile(source, lines, { mode: 0o600 });
  const options = `format = 'newline_delimited', columns = ${ACTION_COLUMNS}`;
  const rows = `SELECT * FROM read_json(${sqlText(source)}, ${options})`;
  await workshop.duckdb.run(`COPY (${rows}) TO ${sqlText(target)} (FORMAT parquet)`);
  await ports.files.put(logKey(of, version, "checkpoint.parquet"), createReadStream(target));
  for (const path of [source, target]) await rm(path);
  const pointer = { version, size: manifest.files.length + 2 };
  await put(`${of.prefix}_delta_log/_last_checkpoint`, JSON.stringify(pointer), ports);
  const kept = version - CHECKPOINT_INTERVAL; // for those who began to read before
  await ports.files.delete((await logKeys(of, ports)).filter((key) => versionOf(key) < kept));
}

async function put(key: string, text: string, { files }: Pick<TableLogPorts, "files">): Promise<void> {
  await files.put(key, Readable.from([Buffer.from(text)]));
}

async function logKeys({ prefix }: Target, { files }: Pick<TableLogPorts, "files">): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list(`${prefix}_delta_log/`)) keys.push(key);
  return keys;
}

function logKey({ prefix }: Target, version: number, end: string): string {
  return `${prefix}_delta_log/${String(version).padStart(20, "0")}.${end}`;
}

/** Returns NaN for a file of no version. */
function versionOf(key: string): number {
  return Number(/\/(\d{20})\.[a-z.]+$/.exec(key)?.[1]);
}

// The lines of a Delta Lake table's log, of protocol version 1 for readers and 2 for writers.

const TYPES: Readonly<Record<TableName, Readonly<Record<string, readonly string[]>>>> = {
  events: {
    binary: ["uuid"], // the format has no type for it
    string: ["event", "distinct_id", "properties", ...HOT_COLUMNS.values()],
    timestamp: ["timestamp", "received_at"],
    long: ["sequence"],
    date: ["day"],
  },
  persons: { string: ["id", "properties"], timestamp: ["created_at"], boolean: ["is_identified"] },
  distinct_ids: { string: ["distinct_id", "person_id"] },
};
const fieldOf = (type: string) => (name: string) => ({ name, type, nullable: true, metadata: {} });

/** The columns of a checkpoint, for DuckDB's `read_json`. */
const ACTION_COLUMNS = `{
  protocol: 'STRUCT("minReaderVersion" INTEGER, "minWriterVersion" INTEGER)',
  "metaData": 'STRUCT(id VARCHAR, format STRUCT(provider VARCHAR, options MAP(VARCHAR, VARCHAR)),
    "schemaString" VARCHAR, "partitionColumns" VARCHAR[], configuration MAP(VARCHAR, VARCHAR), "createdTime" BIGINT)',
  add: 'STRUCT(path VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), size BIGINT, "modificationTime" BIGINT,
    "dataChange" BOOLEAN, stats VARCHAR)',
  remove: 'STRUCT(path VARCHAR, "deletionTimestamp" BIGINT, "dataChange" BOOLEAN)'}`;

type TablePaths = Pick<Files, "localPath">;

/** Returns the lines of the commit that follows from the manifest. */
function commitLines(of: Target, manifest: Manifest, table: TableCommit, paths: TablePaths): string {
  if (table.added === null) return tableLines(of, manifest, table, paths);
  const { files } = manifest;
  const { added, removed, at, changesData } = table;
  const keys = new Set(added);
  const gone = removed.map((key) => ({
    remove: { path: pathInTable(of.prefix, key, paths), deletionTimestamp: at, dataChange: changesData },
  }));
  const live = files.filter(({ key }) => keys.has(key)).map((file) => addition(of, file, table, paths));
  const schema = table.changesSchema ? [metaDataOf(of, manifest, table)] : [];
  return [...schema, ...gone, ...live].map((action) => `${JSON.stringify(action)}\n`).join("");
}

function metaDataOf({ name }: Target, { columns = [] }: Manifest, { id }: TableCommit) {
  const fields = Object.entries(TYPES[name]).flatMap(([type, names]) => names.map(fieldOf(type)));
  const struct = { type: "struct", fields: [...fields, ...columns.map(columnName).map(fieldOf("string"))] };
  const format = { provider: "parquet", options: {} };
  const partitionColumns = name === "events" ? ["day"] : [];
  return { metaData: { id, format, schemaString: JSON.stringify(struct), partitionColumns, configuration: {} } };
}

/** Returns the lines that describe the whole table. */
function tableLines(of: Target, manifest: Manifest, table: TableCommit, paths: TablePaths): string {
  const head = [{ protocol: { minReaderVersion: 1, minWriterVersion: 2 } }, metaDataOf(of, manifest, table)];
  const live = manifest.files.map((file) => addition(of, file, table, paths));
  return [...head, ...live].map((action) => `${JSON.stringify(action)}\n`).join("");
}

function addition(of: Target, file: HistoryFile, { at, changesData }: TableCommit, paths: TablePaths) {
  const { key, day, rows, bytes, span } = file;
  const [minValues, maxValues] = span?.map((time) => ({ timestamp: new Date(time).toISOString() })) ?? [];
  return {
    add: {
      path: pathInTable(of.prefix, key, paths),
      partitionValues: day ? { day } : {},
      size: bytes,
      modificationTime: keyMadeAt(key) ?? at,
      dataChange: changesData,
      stats: JSON.stringify({ numRecords: rows, minValues, maxValues }),
    },
  };
}

/** Names the file as other programs see it, relative to the table. */
function pathInTable(prefix: string, key: string, { localPath }: TablePaths): string {
  if (!localPath) return encodeURI(key.slice(prefix.length));
  const path = relative(dirname(localPath(`${prefix}any`)), localPath(key));
  return encodeURI(path.replaceAll(sep, "/"));
}

/** Returns the commit after this one; the same if the files are. */
function nextCommit(name: TableName, last: TableCommit, before: Manifest, after: Manifest, at: Millis): TableCommit {
  const [added, removed] = [without(after.files, before.files), without(before.files, after.files)];
  if (added.length + removed.length === 0) return last;
  const keys = (files: readonly HistoryFile[]) => files.map(({ key }) => key);
  const rows = (files: readonly HistoryFile[]) => files.reduce((sum, file) => sum + file.rows, 0);
  const changesData = name !== "events" || rows(added) !== rows(removed); // a merge of events does not
  const schema = after.columns?.length !== before.columns?.length && { changesSchema: true };
  const changed = { added: keys(added), removed: keys(removed), changesData, ...schema };
  return { id: last.id, version: last.version + 1, at, ...changed };
}

function without(files: readonly HistoryFile[], others: readonly HistoryFile[]): HistoryFile[] {
  const keys = new Set(others.map(({ key }) => key));
  return files.filter(({ key }) => !keys.has(key));
}
