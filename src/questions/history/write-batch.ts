import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Events, EventToken } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { BATCH_PARTS, type Counted, dropFiled, readLines, writePart } from "./event-columns.ts";
import { dayName, holding, type LocalFiles } from "./history-keys.ts";
import { type StoreFilePorts, storeFile, type Workshop } from "./workshop.ts";

export interface WriteBatchPorts extends StoreFilePorts {
  readonly events: Pick<Events, "storedLines">;
  readonly local: LocalFiles;
  readonly workshop: Workshop;
}

/**
 * A part of the order of storing, and the projects whose events are wanted, with their live files that may have events
 * which left the store: one of these that arrived again is dropped.
 */
export interface BatchRange {
  readonly after: EventToken | null;
  /** Absent: all that are stored. */
  readonly until?: EventToken;
  readonly projects: ReadonlyMap<ProjectId, readonly HistoryFile[]>;
}

type BatchPart = Counted & { readonly project: string; readonly day: number };

export type FilesByProject = Map<ProjectId, HistoryFile[]>;

/** Limit, because DuckDB sorts these in memory. */
const MAX_LINES_BYTES = 48 * 1024 * 1024;

interface WrittenLines {
  readonly bytes: number;
  /** How often `lines` yielded a text, of one line or many, and the bytes of the longest. */
  readonly count: number;
  readonly longest: number;
  readonly isLast: boolean;
}

/** Writes lines to a new file, after the text `head`, until it has enough bytes or there are no more. */
export async function writeLines(
  path: string,
  lines: AsyncIterator<string>,
  { head = "", signal }: { readonly head?: string; readonly signal?: AbortSignal },
): Promise<WrittenLines> {
  let [bytes, count, longest, isLast] = [0, 0, 0, false];
  const content = async function* () {
    yield head;
    while (bytes < MAX_LINES_BYTES) {
      signal?.throwIfAborted();
      const { done, value } = await lines.next();
      isLast = done === true;
      if (done) return;
      const length = Buffer.byteLength(value);
      bytes += length;
      count += 1;
      longest = Math.max(longest, length);
      yield value;
    }
  };
  await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: BUFFER_BYTES }));
  return { bytes, count, longest, isLast };
}

const BUFFER_BYTES = 256 * 1024;

/** Writes the events to files of one project and day each. Nothing refers to the files yet. */
export async function writeBatch(
  { after, until, projects }: BatchRange,
  ports: WriteBatchPorts,
  signal: AbortSignal,
): Promise<FilesByProject> {
  const written: FilesByProject = new Map();
  const { events, workshop } = ports;
  const stored = events.storedLines({ after, ...(until !== undefined && { until }) })[Symbol.asyncIterator]();
  for (let isLast = false; !isLast; ) {
    const path = workshop.newPath("ndjson");
    const lines = await writeLines(path, stored, { signal });
    if (lines.bytes > 0) await convert(readLines(path, lines.longest), projects, written, ports);
    await rm(path);
    isLast = lines.isLast;
  }
  return written;
}

async function convert(
  makeBatch: string,
  projects: BatchRange["projects"],
  written: FilesByProject,
  ports: WriteBatchPorts,
): Promise<void> {
  const { workshop } = ports;
  const { duckdb } = workshop;
  await duckdb.run(makeBatch);
  const findParts = async () => (await duckdb.run(BATCH_PARTS)) as unknown as readonly BatchPart[];
  let parts = await findParts();
  if (await dropRepeats(parts, projects, ports)) parts = await findParts();
  for (const { project, day, rows, first, last } of parts) {
    if (!projects.has(project)) continue;
    const path = workshop.newPath("parquet");
    await duckdb.run(writePart(project, day, path));
    const file = await storeFile(path, project, { day: dayName(day), rows, span: [first, last] }, ports);
    written.set(project, [...(written.get(project) ?? []), file]);
  }
  await duckdb.run("DROP TABLE batch");
}

/** Drops events of the batch that are in files already. Returns whether any may have been. */
async function dropRepeats(
  parts: readonly BatchPart[],
  projects: BatchRange["projects"],
  { local, workshop }: WriteBatchPorts,
): Promise<boolean> {
  let isCompared = false;
  for (const { project, day } of parts) {
    const files = projects.get(project)?.filter((file) => file.day === dayName(day)) ?? [];
    if (files.length === 0) continue;
    await holding(local, project, files, (paths) => workshop.duckdb.run(dropFiled(project, day, paths)));
    isCompared = true;
  }
  return isCompared;
}
