import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { closing } from "../../lib/threads/closers.ts";
import { cacheFolder, openLocalFiles, type Reader } from "../../questions/history/cached-files.ts";
import { historyRecords } from "../../questions/history/history-records.ts";
import { openProjectEvents, type ProjectEvents } from "../../questions/history/project-events.ts";
import { openAnswers } from "../../service/open-answers.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { fileEngine } from "../../store/choose-engines.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { CliContext } from "../cli-context.ts";

const COMMAND_FOLDER = /^command-(\d+)$/;

/** Answers questions in an engine of this command's own, whether or not a service runs; opened on the first call. */
export function commandAnswers(store: Store, context: CliContext) {
  const config = readConfig(context.environment);
  const open = async () => {
    const { fileStore, reader, close } = await openCommandFiles(config);
    const log = { error: ({ reason }: { reason?: string }) => context.err(`${reason}\n`) };
    return { answers: openAnswers(config, store, fileStore, log, { reader }), close };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async answers() {
      opened ??= open();
      return (await opened).answers;
    },
    async close() {
      const found = await opened?.catch(() => undefined);
      await found?.answers.close();
      await found?.close();
    },
  };
}

/** Reads all events of a project, also those in no file yet. Works in the folder, by default one of this command. */
export async function withEventFiles<T>(
  project: ProjectId,
  { events, records: stored }: Store,
  context: CliContext,
  folder: string | null,
  work: (events: ProjectEvents) => Promise<T>,
): Promise<T> {
  const config = readConfig(context.environment);
  await using opened = closing(await openCommandFiles(config));
  const { fileStore, reader } = opened;
  const local = await openLocalFiles(config.DATA_DIR, reader, fileStore.files, config.HISTORY_CACHE_BYTES);
  const ports = { events, records: historyRecords(stored), local };
  const workFolder = folder ?? join(config.DATA_DIR, "answers", reader);
  await using all = closing(await openProjectEvents(project, ports, workFolder));
  return await work(all);
}

/** Opens the files of the settings, and folders of this command's own: `close` removes what was made there. */
export async function openCommandFiles(config: Config) {
  const reader: Reader = `command-${process.pid}`;
  const folders = [join(config.DATA_DIR, "answers", reader), cacheFolder(config.DATA_DIR, reader)];
  for (const folder of folders) await removeAbandoned(dirname(folder), COMMAND_FOLDER);
  const fileStore = await fileEngine(config).open();
  const close = async () => {
    await fileStore.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  return { fileStore, reader, close };
}

/** Removes the folders that killed commands left, named after their processes. Returns the ids of others that run. */
export async function removeAbandoned(folder: string, pattern: RegExp): Promise<number[]> {
  const running: number[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const id = Number(pattern.exec(name)?.[1] ?? process.pid);
    if (id === process.pid) continue;
    if (isRunning(id)) running.push(id);
    else await rm(join(folder, name), { recursive: true, force: true });
  }
  return running;
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
