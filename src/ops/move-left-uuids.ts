import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sqlText } from "../questions/history/duckdb-process.ts";
import { fromFiles } from "../questions/history/event-columns.ts";
import { openLocalFiles } from "../questions/history/local/open-local-files.ts";
import { Workshop } from "../questions/history/workshop.ts";
import type { Config } from "../settings/config.ts";
import { fileEngine } from "../store/choose-engines.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { RowReader, RowWriter } from "../store/ports/neutral-rows.ts";
import { HISTORY_MANIFESTS, type HistoryFile, type Manifest } from "../store/records/history-kinds.ts";
import type { RunWithProgress } from "./create-backup.ts";

type ProjectFiles = Pick<Manifest, "files"> & { readonly projectId: ProjectId };

const BATCH_UUIDS = 2000;

/** Gives the target the uuids of all events in history files. May be repeated. Works in the folder. */
export async function moveLeftUuids(
  from: Config,
  source: RowReader,
  target: Pick<RowWriter, "addLeftUuids">,
  folder: string,
  runWithProgress: RunWithProgress,
): Promise<void> {
  const projects = await historyFiles(source);
  if (projects.length === 0) return;
  const total = projects.flatMap(({ files }) => files).reduce((sum, { rows }) => sum + rows, 0);
  const fileStore = await fileEngine(from).open();
  try {
    const local = await openLocalFiles(folder, "writer", fileStore.files, from.HISTORY_CACHE_BYTES);
    const workshop = await Workshop.open(join(folder, "uuids"), [local.root]);
    const move = async (projectId: ProjectId, file: HistoryFile, advance: (by: number) => void) => {
      const { paths, release } = await local.hold(projectId, [file]);
      try {
        for await (const uuids of readUuids(paths, workshop)) {
          await target.addLeftUuids(projectId, uuids);
          advance(uuids.length);
        }
      } finally {
        release();
      }
    };
    try {
      await runWithProgress(
        "uuids of history files moved",
        async () => total,
        async (advance) => {
          for (const { projectId, files } of projects) for (const file of files) await move(projectId, file, advance);
        },
      );
    } finally {
      await workshop.close();
    }
  } finally {
    await fileStore.close();
  }
}

async function historyFiles(source: RowReader): Promise<ProjectFiles[]> {
  const found: ProjectFiles[] = [];
  for await (const { rows } of source.read("history", null)) {
    for (const { recordKind, value = "" } of rows) {
      if (recordKind === HISTORY_MANIFESTS.name) found.push(JSON.parse(value) as ProjectFiles);
    }
  }
  return found;
}

async function* readUuids(paths: readonly string[], workshop: Workshop): AsyncGenerator<string[]> {
  const list = workshop.newPath("csv");
  await workshop.duckdb.run(
    `COPY (SELECT uuid FROM ${fromFiles(paths)}) TO ${sqlText(list)} (FORMAT csv, HEADER false)`,
  );
  let uuids: string[] = [];
  for await (const uuid of createInterface({ input: createReadStream(list) })) {
    if (uuids.push(uuid) < BATCH_UUIDS) continue;
    yield uuids;
    uuids = [];
  }
  if (uuids.length > 0) yield uuids;
  await rm(list);
}
