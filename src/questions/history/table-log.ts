import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { Manifest, TableCommit } from "../../store/records/history-kinds.ts";
import { sqlText } from "./duckdb-process.ts";
import { historyPrefix, tablePrefix } from "./history-keys.ts";
import type { HistoryRecords, Versioned } from "./history-records.ts";
import { ACTION_COLUMNS, commitLines, nextCommit, tableLines } from "./table-actions.ts";
import type { Workshop } from "./workshop.ts";

export interface TableLogPorts {
  readonly records: Pick<HistoryRecords, "manifest" | "changeManifest">;
  readonly files: Pick<Files, "put" | "list" | "delete" | "localPath">;
  readonly workshop: () => Promise<Workshop>;
  readonly now: () => Millis;
}

const CHECKPOINT_INTERVAL = 10;

/**
 * Changes which files are live, and tells the log of the project's table. Each commit follows from the manifest, and is
 * written again before the next: so an interruption leaves the log behind by one commit at most, and no lock is needed.
 */
export class TableLog {
  /** The last commit that this process wrote, by project. */
  readonly #written = new Map<ProjectId, TableCommit>();

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
    const keys = table && this.#written.get(projectId)?.id === table.id ? null : await logKeys(projectId, ports);
    let next: TableCommit;
    if (table && (keys === null || endsBefore(keys, table.version))) {
      await this.#write(projectId, before.value, table, ports);
      if (changed === before.value) return true;
      next = nextCommit(table, before.value.files, changed.files, now());
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
    await put(logKey(projectId, version, "json"), commitLines(projectId, manifest, table, ports.files), ports);
    if (version > 0 && version % CHECKPOINT_INTERVAL === 0) await writeCheckpoint(projectId, manifest, table, ports);
    this.#written.set(projectId, table);
  }
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
  projectId: ProjectId,
  manifest: Manifest,
  table: TableCommit,
  ports: TableLogPorts,
): Promise<void> {
  const { version } = table;
  const lines = tableLines(projectId, manifest, table, ports.files);
  const workshop = await ports.workshop();
  const [source, target] = [workshop.newPath("ndjson"), workshop.newPath("parquet")];
  await writeFile(source, lines, { mode: 0o600 });
  const options = `format = 'newline_delimited', columns = ${ACTION_COLUMNS}`;
  const rows = `SELECT * FROM read_json(${sqlText(source)}, ${options})`;
  await workshop.duckdb.run(`COPY (${rows}) TO ${sqlText(target)} (FORMAT parquet)`);
  await ports.files.put(logKey(projectId, version, "checkpoint.parquet"), createReadStream(target));
  for (const path of [source, target]) await rm(path);
  const pointer = { version, size: manifest.files.length + 2 };
  await put(`${tablePrefix(projectId)}_delta_log/_last_checkpoint`, JSON.stringify(pointer), ports);
  const kept = version - CHECKPOINT_INTERVAL; // for those who began to read before
  await ports.files.delete((await logKeys(projectId, ports)).filter((key) => versionOf(key) < kept));
}

async function put(key: string, text: string, { files }: Pick<TableLogPorts, "files">): Promise<void> {
  await files.put(key, Readable.from([Buffer.from(text)]));
}

async function logKeys(projectId: ProjectId, { files }: Pick<TableLogPorts, "files">): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list(`${tablePrefix(projectId)}_delta_log/`)) keys.push(key);
  return keys;
}

function logKey(projectId: ProjectId, version: number, end: string): string {
  return `${tablePrefix(projectId)}_delta_log/${String(version).padStart(20, "0")}.${end}`;
}

/** Returns NaN for a file of no version. */
function versionOf(key: string): number {
  return Number(/\/(\d{20})\.[a-z.]+$/.exec(key)?.[1]);
}
