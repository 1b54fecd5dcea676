import { rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { copyJournal, countJournal, hasJournal } from "../ingest/journal/journal-copy.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { VERSION } from "../lib/version.ts";
import { isoTime } from "../lib/wire-fields.ts";
import type { StoreEngineName } from "../store/choose-engines.ts";
import { syncPath } from "../store/directory.ts";
import { recordBackup } from "../store/newest-backup.ts";
import type { DocumentCopies } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingErasure } from "../store/ports/recordings.ts";
import { type ChecksumWriter, createChecksums, hashFile } from "./checksums.ts";
import { copyRecordingFiles, type LinkFile } from "./copy-recording-files.ts";
import { createAtomically, requireDiskSpace } from "./durable-files.ts";
import { FORMAT, formatManifest, MANIFEST_FILE, type Manifest } from "./manifest.ts";

/** Shows the progress of work that calls `advance` with the amount done since the last call. */
export type RunWithProgress = <T>(
  label: string,
  total: () => Promise<number>,
  work: (advance: (by: number) => void) => Promise<T>,
) => Promise<T>;

export interface BackupSource {
  readonly dataDir: string;
  readonly documents: DocumentSource | null;
  readonly runWithProgress: RunWithProgress;
  readonly now: () => number;
}

interface DocumentSource {
  readonly engine: StoreEngineName;
  readonly copies: DocumentCopies;
  readonly erasure: Pick<RecordingErasure, "erased">;
  readonly files: Pick<Files, "get"> | null;
  readonly linkFile?: LinkFile | null;
  /** Keeps files that documents name for some minutes. */
  readonly holdFiles: () => Promise<void>;
}

/** Attempts while the store or the journal changes too fast to be copied. */
const MAX_ATTEMPTS = 5;
const HOLD_INTERVAL_MS = 60_000;
const MB = 1e6;

/**
 * Copies all data to a new directory while the service runs, with every event answered 200 before (decision 14).
 * Throws, with one line, if that fails, and leaves no directory.
 */
export async function createBackup(directory: string, source: BackupSource): Promise<Manifest> {
  const hold = async () => source.documents?.holdFiles().catch(() => undefined); // a store that is only read
  await hold();
  const holding = setInterval(() => void hold(), HOLD_INTERVAL_MS);
  try {
    return await createHeld(directory, source);
  } finally {
    clearInterval(holding);
  }
}

async function createHeld(directory: string, source: BackupSource): Promise<Manifest> {
  const manifest = await createAtomically(directory, async (partial) => {
    const begun = source.now();
    const paths = await copyJournalAndDocuments(partial, source);
    const sums = await createChecksums(partial);
    try {
      const recordings = await copyFiles(partial, source, sums);
      let bytes = recordings.recordingFiles?.bytes ?? 0;
      for (const path of paths) bytes += await seal(partial, path, sums);
      const { documents } = source;
      const manifest: Manifest = {
        format: FORMAT,
        version: VERSION,
        begun: isoTime(begun),
        ended: isoTime(source.now()),
        store: documents?.engine ?? null,
        journal: hasJournal(partial) ? countJournal(partial) : null,
        documents: (await documents?.copies.reader.counts(partial)) ?? {},
        ...recordings,
        files: sums.files() + 1,
        bytes,
      };
      await writeFile(join(partial, MANIFEST_FILE), formatManifest(manifest));
      await seal(partial, MANIFEST_FILE, sums);
      return manifest;
    } finally {
      await sums.finish();
    }
  });
  // The data directory may be read-only.
  if (source.documents)
    await recordBackup(source.dataDir, { directory: resolve(directory), begun: manifest.begun }).catch(() => undefined);
  return manifest;
}

async function copyJournalAndDocuments(partial: string, source: BackupSource): Promise<string[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const paths = await tryCopyJournalAndDocuments(partial, source);
    if (paths !== null) return paths;
  }
  throw new Error("The data changes too fast to be copied: try again later.");
}

/** Returns null, and leaves no file, if this has to be repeated: see `addGroups` of `copyJournal`. */
async function tryCopyJournalAndDocuments(partial: string, { dataDir, documents, runWithProgress }: BackupSource) {
  const journal = hasJournal(dataDir) ? await copyJournal(dataDir, partial) : null;
  const paths = journal ? [JOURNAL_FILE] : [];
  if (!documents) return paths;
  const { copies } = documents;
  const isStored = (await journal?.waitUntilStored()) ?? true;
  let hasGroups = true;
  const onFixed = () => {
    if (!isStored) hasGroups = journal?.addGroups() ?? true;
  };
  const size = await copies.size();
  requireDiskSpace(partial, copies.unit === "MB" ? size * MB : 0);
  const copy = (advance: (by: number) => void) => copies.copy(partial, { advance, onFixed });
  const isWhole = await runWithProgress(`documents copied (${copies.unit})`, async () => size, copy);
  paths.push(...(await copies.reader.files(partial)));
  if (!isWhole || !hasGroups) {
    for (const path of paths) await rm(join(partial, path));
    return null;
  }
  if (isStored) journal?.dropGroups();
  journal?.addDeadLetters();
  return paths;
}

async function copyFiles(partial: string, { documents, runWithProgress }: BackupSource, sums: ChecksumWriter) {
  if (!documents?.files) return { recordingFiles: null, missing: [], erased: [] };
  const { copies, erasure, files, linkFile } = documents;
  const { reader } = copies;
  return runWithProgress(
    "files of recordings and events copied",
    async () => (await reader.counts(partial)).recording_files ?? 0,
    (advance) => copyRecordingFiles(partial, reader.namedFiles(partial), { files, erasure, linkFile, sums, advance }),
  );
}

/** Syncs a file and lists its checksum. Returns its size in bytes. */
async function seal(partial: string, path: string, sums: ChecksumWriter): Promise<number> {
  const file = join(partial, path);
  await syncPath(file);
  await sums.add({ path, sha256: await hashFile(file) });
  return (await stat(file)).size;
}
