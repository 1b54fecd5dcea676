// The lines of a Delta Lake table's log, of protocol version 1 for readers and 2 for writers.
import { dirname, relative, sep } from "node:path";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile, Manifest, TableCommit } from "../../store/records/history-kinds.ts";
import { HOT_PROPERTIES, hotColumn } from "../hot-properties.ts";
import { keyMadeAt, tablePrefix } from "./history-keys.ts";

const TYPES = {
  binary: ["uuid"], // the format has no type for it
  string: ["event", "distinct_id", "properties", ...HOT_PROPERTIES.map(hotColumn)],
  timestamp: ["timestamp", "received_at"],
  long: ["sequence"],
  date: ["day"],
};
const fields = Object.entries(TYPES).flatMap(([type, names]) =>
  names.map((name) => ({ name, type, nullable: true, metadata: {} })),
);

/** The columns of a checkpoint, for DuckDB's `read_json`. */
export const ACTION_COLUMNS = `{
  protocol: 'STRUCT("minReaderVersion" INTEGER, "minWriterVersion" INTEGER)',
  "metaData": 'STRUCT(id VARCHAR, format STRUCT(provider VARCHAR, options MAP(VARCHAR, VARCHAR)),
    "schemaString" VARCHAR, "partitionColumns" VARCHAR[], configuration MAP(VARCHAR, VARCHAR), "createdTime" BIGINT)',
  add: 'STRUCT(path VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), size BIGINT, "modificationTime" BIGINT,
    "dataChange" BOOLEAN, stats VARCHAR)',
  remove: 'STRUCT(path VARCHAR, "deletionTimestamp" BIGINT, "dataChange" BOOLEAN)'}`;

export type TablePaths = Pick<Files, "localPath">;

/** Returns the lines of the commit that follows from the manifest. */
export function commitLines(project: ProjectId, { files }: Manifest, table: TableCommit, paths: TablePaths): string {
  if (table.added === null) return tableLines(project, { files }, table, paths);
  const { added, removed, at, changesData } = table;
  const keys = new Set(added);
  const gone = removed.map((key) => ({
    remove: { path: pathInTable(project, key, paths), deletionTimestamp: at, dataChange: changesData },
  }));
  const live = files.filter(({ key }) => keys.has(key)).map((file) => addition(project, file, table, paths));
  return [...gone, ...live].map((action) => `${JSON.stringify(action)}\n`).join("");
}

/** Returns the lines that describe the whole table. */
export function tableLines(
  project: ProjectId,
  { files }: Pick<Manifest, "files">,
  table: TableCommit,
  paths: TablePaths,
): string {
  const metaData = {
    id: table.id,
    format: { provider: "parquet", options: {} },
    schemaString: JSON.stringify({ type: "struct", fields }),
    partitionColumns: ["day"],
    configuration: {},
  };
  const head = [{ protocol: { minReaderVersion: 1, minWriterVersion: 2 } }, { metaData }];
  const live = files.map((file) => addition(project, file, table, paths));
  return [...head, ...live].map((action) => `${JSON.stringify(action)}\n`).join("");
}

function addition(project: ProjectId, file: HistoryFile, { at, changesData }: TableCommit, paths: TablePaths) {
  const { key, day, rows, bytes, span } = file;
  const [minValues, maxValues] = span?.map((time) => ({ timestamp: new Date(time).toISOString() })) ?? [];
  return {
    add: {
      path: pathInTable(project, key, paths),
      partitionValues: { day },
      size: bytes,
      modificationTime: keyMadeAt(key) ?? at,
      dataChange: changesData,
      stats: JSON.stringify({ numRecords: rows, minValues, maxValues }),
    },
  };
}

/** Names the file as other programs see it, relative to the table. */
function pathInTable(project: ProjectId, key: string, { localPath }: TablePaths): string {
  const prefix = tablePrefix(project);
  if (!localPath) return encodeURI(key.slice(prefix.length));
  const path = relative(dirname(localPath(`${prefix}any`)), localPath(key));
  return encodeURI(path.replaceAll(sep, "/"));
}

/** Returns the commit after this one; the same if the files are. */
export function nextCommit(
  last: TableCommit,
  before: readonly HistoryFile[],
  after: readonly HistoryFile[],
  at: Millis,
): TableCommit {
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length + removed.length === 0) return last;
  const keys = (files: readonly HistoryFile[]) => files.map(({ key }) => key);
  const rows = (files: readonly HistoryFile[]) => files.reduce((sum, file) => sum + file.rows, 0);
  const changesData = rows(added) !== rows(removed); // a merge does not
  return { id: last.id, version: last.version + 1, at, added: keys(added), removed: keys(removed), changesData };
}

function without(files: readonly HistoryFile[], others: readonly HistoryFile[]): HistoryFile[] {
  const keys = new Set(others.map(({ key }) => key));
  return files.filter(({ key }) => !keys.has(key));
}
