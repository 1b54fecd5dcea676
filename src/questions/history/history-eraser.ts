import { rm } from "node:fs/promises";
import { cleanText } from "../../store/event-lines.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { Records } from "../../store/ports/records.ts";
import type { HistoryFile, Manifest } from "../../store/records/history-kinds.ts";
import { openLocalFiles, removeCopies, workFolder } from "./cached-files.ts";
import { sqlText } from "./duckdb-process.ts";
import { type Counted, fromFiles, ROWS_AND_SPAN, rewriteFiles } from "./event-columns.ts";
import { holding, PERSON_TABLES } from "./history-keys.ts";
import { type HistoryRecords, historyRecords, replaceFiles, type Versioned } from "./history-records.ts";
import { deleteOrphans, deleteReplaced } from "./remove-leftovers.ts";
import { goLive, TableLog, type WriterPorts } from "./table-log.ts";
import { storeFile, withWorkshop } from "./workshop.ts";

type EraserPorts = { readonly records: Records; readonly files: Files };

export interface WriterProgress {
  /** Steps finished so far. Each leaves nothing in local files. */
  readonly steps: number;
  readonly isRunning: boolean;
}

const RENEWAL_MS = 3000;

export type HistoryEraser = ReturnType<typeof historyEraser>;

/** Erases events from history files, and from this node's copies and unfinished files. */
export function historyEraser(directory: string, progress: () => WriterProgress) {
  /** The writer's steps when cleaning began, by erasure. */
  const cleaning = new Map<string, number>();
  const folder = workFolder(directory, "eraser");
  return {
    /** Erases events that the store no longer has. `onBatch` keeps other nodes from doing the same, or throws. */
    async erase(erased: ErasedEvents, { records, files }: EraserPorts, onBatch: () => Promise<void>): Promise<void> {
      const local = await openLocalFiles(directory, "eraser", files, 0);
      const renewing = setInterval(() => void onBatch().catch(() => undefined), RENEWAL_MS);
      try {
        await withWorkshop(folder, [local.root], async (workshop) => {
          const ports = { files, local, workshop, now: Date.now, onBatch };
          await eraseFromHistory(erased, { ...ports, records: historyRecords(records), table: new TableLog() });
          for (const name of PERSON_TABLES) {
            const table = { records: historyRecords(records, name), table: new TableLog(name) };
            await erasePersons(erased.projectId, { ...ports, ...table });
          }
        });
      } finally {
        clearInterval(renewing);
      }
    },

    /** Removes copies of replaced files. Returns false, to be repeated, while the writer may have erased events. */
    async cleanNode(id: string, projectId: ProjectId, records: Records): Promise<boolean> {
      const { steps, isRunning } = progress();
      const begun = cleaning.get(id) ?? steps;
      if (isRunning && steps <= begun) {
        cleaning.set(id, begun);
        return false;
      }
      cleaning.delete(id);
      const { files } = (await historyRecords(records).manifest(projectId)).value;
      const kept = files.map(({ key }) => key);
      await removeCopies(directory, projectId, kept); // questions may still read those of other projects
      await rm(folder, { recursive: true, force: true });
      if (isRunning) return true;
      await rm(workFolder(directory, "writer"), { recursive: true, force: true }); // a killed process left it
      return true;
    },
  };
}

export interface EraseHistoryPorts extends WriterPorts {
  /** Called between two files. Throws to interrupt the work, which can be repeated. */
  readonly onBatch: () => Promise<void>;
}

interface ErasedEvents {
  readonly projectId: ProjectId;
  readonly distinctIds: readonly string[];
  /** Inclusive upper bound of arrivals. */
  readonly receivedUntil: Millis;
}

const MAX_ATTEMPTS = 50;
/** Another node's clock may be ahead: its replaced and leftover files are removed, too. */
const OF_ANY_AGE = Number.NEGATIVE_INFINITY;

/** Rewrites a project's files without events that the store has removed, and deletes the old ones. Repeatable. */
export async function eraseFromHistory(erased: ErasedEvents, ports: EraseHistoryPorts): Promise<void> {
  await eraseFromTable(erased.projectId, ports, (file, manifest) => eraseFromFile(file, manifest, erased, ports));
}

/** Deletes all files of a table of persons: the next run of the writer makes new ones of what the store still has. */
async function erasePersons(projectId: ProjectId, ports: EraseHistoryPorts): Promise<void> {
  await eraseFromTable(projectId, ports, ({ key }, manifest) =>
    goLive(projectId, manifest, [], replaceFiles(manifest.value, new Set([key]), [], ports.now()), ports),
  );
}

/** `eraseFrom` returns false if the manifest was changed meanwhile. */
async function eraseFromTable(
  projectId: ProjectId,
  ports: EraseHistoryPorts,
  eraseFrom: (file: HistoryFile, manifest: Versioned<Manifest>) => Promise<boolean>,
): Promise<void> {
  const { records } = ports;
  await invalidateWriters(projectId, records);
  const checked = new Set<string>();
  for (;;) {
    const manifest = await records.manifest(projectId);
    const file = manifest.value.files.find(({ key }) => !checked.has(key));
    if (!file) break;
    await ports.onBatch();
    if (await eraseFrom(file, manifest)) checked.add(file.key);
  }
  await deleteReplaced(projectId, OF_ANY_AGE, ports);
  for (let attempt = 0; !(await deleteOrphans(projectId, OF_ANY_AGE, ports)); attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new Error("The history files of the project change all the time.");
  }
}

/** Keeps files from going live that were begun before: they may have events that the store no longer has. */
async function invalidateWriters(projectId: ProjectId, records: HistoryRecords): Promise<void> {
  for (;;) {
    const { value, version } = await records.manifest(projectId);
    if (await records.changeManifest(projectId, value, version)) return;
  }
}

async function eraseFromFile(
  file: HistoryFile,
  manifest: Versioned<Manifest>,
  erased: ErasedEvents,
  ports: EraseHistoryPorts,
): Promise<boolean> {
  const { local, now } = ports;
  const { projectId } = erased;
  const { value } = manifest;
  const workshop = await ports.workshop();
  const { duckdb } = workshop;
  const path = workshop.newPath("parquet");
  const left = await holding(local, projectId, [file], async (paths) => {
    await duckdb.run("CREATE OR REPLACE TEMP TABLE erased (distinct_id VARCHAR)");
    for (const ids of chunks(erased.distinctIds)) {
      await duckdb.run(`INSERT INTO erased VALUES ${ids.map((id) => `(${sqlText(cleanText(id))})`).join()}`);
    }
    const isLeft = `NOT (distinct_id IN (SELECT distinct_id FROM erased)
      AND received_at <= make_timestamptz(${erased.receivedUntil} * 1000))`;
    const [counted] = await duckdb.run(`SELECT ${ROWS_AND_SPAN} FROM ${fromFiles(paths)} WHERE ${isLeft}`);
    const { rows, first, last } = counted as unknown as Counted;
    const columns = value.columns?.slice(0, file.columns ?? 0) ?? [];
    if (rows > 0 && rows !== file.rows) {
      const sources = paths.map((from) => ({ path: from, columns: columns.length }));
      await duckdb.run(rewriteFiles(sources, path, { condition: isLeft, columns }));
    }
    return { day: file.day, rows, span: [first, last] as const, columns: columns.length };
  });
  if (left.rows === file.rows) return true;
  const files = left.rows > 0 ? [await storeFile(path, projectId, left, ports)] : [];
  return goLive(projectId, manifest, files, replaceFiles(value, new Set([file.key]), files, now()), ports);
}

function* chunks(items: readonly string[], size = 1000): Generator<readonly string[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
