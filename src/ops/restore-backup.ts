import { createReadStream } from "node:fs";
import { join } from "node:path";
import { hasJournal, renewRestoredJournal } from "../ingest/journal/journal-copy.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { forEachOf } from "../lib/settle-all.ts";
import { closing } from "../lib/threads/closers.ts";
import { forgetHistory, forgetPersons, historyRecords } from "../questions/history/history-records.ts";
import type { StoreEngineName } from "../store/choose-engines.ts";
import { lockDirectory } from "../store/directory-lock.ts";
import { keyOfPath } from "../store/filesystem/file-paths.ts";
import type { DocumentCopies } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";
import { type Checksum, hashFile, putHashed, readChecksums } from "./checksums.ts";
import { FILES_FOLDER, MAX_FILES_AT_ONCE } from "./copy-recording-files.ts";
import type { RunWithProgress } from "./create-backup.ts";
import { copyDurably, isEmptyOrAbsent, markComplete, markIncomplete } from "./durable-files.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface RestoreTarget {
  readonly dataDir: string;
  readonly engine: StoreEngineName;
  readonly copies: DocumentCopies;
  readonly openStore: () => Promise<Store>;
  readonly openFiles: () => Promise<FileStore>;
  readonly runWithProgress: RunWithProgress;
  readonly now: () => number;
}

const KEY_PREFIX = "session_recordings/";
const MARK = "A backup was being restored here. Delete everything in this directory, and restore it again.\n";

/**
 * Restores to an empty directory, database and bucket. Throws, with one line, if not empty or the backup is damaged.
 */
export async function restoreBackup(directory: string, target: RestoreTarget): Promise<Manifest> {
  const { dataDir, engine, copies, runWithProgress } = target;
  const manifest = await readManifest(directory);
  if (manifest.store !== null && manifest.store !== engine) {
    throw new Error(`The backup has documents of ${manifest.store}, and the settings select ${engine}: correct them.`);
  }
  if (!(await isEmptyOrAbsent(dataDir))) throw new Error(`${dataDir} (DATA_DIR) is not empty: choose another one.`);
  if (manifest.store !== null && !(await copies.isEmpty())) {
    throw new Error(`The database of ${engine} that the settings select is not empty: choose another one.`);
  }
  await using fileStore = manifest.recordingFiles ? closing(await target.openFiles()) : null;
  let unlock = () => {};
  try {
    if (fileStore) await requireNoFiles(fileStore.files);
    unlock = lockDirectory(dataDir);
    await markIncomplete(dataDir, MARK);
    await restoreFiles(directory, manifest, target, fileStore?.files ?? null);
    if (hasJournal(dataDir)) renewRestoredJournal(dataDir);
    if (manifest.store !== null) {
      const label = `documents restored (${copies.unit})`;
      const total = () => copies.copiedSize(directory);
      await runWithProgress(label, total, (advance) => copies.restore(directory, advance));
      await completeStore(manifest, target);
    }
    await markComplete(dataDir);
  } finally {
    unlock();
  }
  return manifest;
}

function restoreFiles(
  directory: string,
  manifest: Manifest,
  { dataDir, runWithProgress }: RestoreTarget,
  files: Files | null,
): Promise<void> {
  const total = async () => manifest.files;
  return runWithProgress("files restored", total, async (advance) => {
    let count = 0;
    await forEachOf(readChecksums(directory), MAX_FILES_AT_ONCE, async (file) => {
      await restoreFile(directory, file, dataDir, files);
      count += 1;
      advance(1);
    });
    if (count !== manifest.files) throw new Error(`The backup has ${count} files instead of ${manifest.files}.`);
  });
}

async function restoreFile(directory: string, { path, sha256 }: Checksum, dataDir: string, files: Files | null) {
  const source = join(directory, path);
  const [folder, ...names] = path.split("/");
  let found: string;
  if (folder === FILES_FOLDER && files) {
    const key = keyOfPath(names.slice(0, -1), names.at(-1) ?? "");
    if (key === null) throw new Error(`${source} is no recording file.`);
    found = await putHashed(files, key, createReadStream(source));
  } else {
    found = await hashFile(source);
    if (path === JOURNAL_FILE) await copyDurably(source, join(dataDir, path));
  }
  if (found !== sha256) throw new Error(`${source} is damaged: its checksum is wrong.`);
}

async function requireNoFiles(files: Files): Promise<void> {
  for await (const key of files.list(KEY_PREFIX)) {
    throw new Error(`There are recording files in the bucket already, such as ${key}: choose another S3_PREFIX.`);
  }
}

/** Erases what was erased during the backup. Forgets history files, unless they have events that left the store. */
async function completeStore({ erased }: Manifest, { openStore, now }: RestoreTarget): Promise<void> {
  await using store = closing(await openStore());
  for (const { projectId, sessionId } of erased) await store.recordings.erasure.erase(projectId, sessionId, now());
  const { value: left } = await historyRecords(store.records).left();
  await forgetPersons(store.records);
  if (left.receivedUntil === null) await forgetHistory(store.records);
}
