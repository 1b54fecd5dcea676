import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { countJournal, hasJournal, type JournalCounts } from "../ingest/journal/journal-copy.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { sessionName } from "../recordings/session-properties.ts";
import type { StoreEngineName } from "../store/choose-engines.ts";
import { INCOMPLETE_FILE } from "../store/directory-lock.ts";
import { pathOfKey } from "../store/filesystem/file-paths.ts";
import type { DocumentCopyReader, DocumentCounts } from "../store/ports/document-copies.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/copy-database.ts";
import { findDamage } from "../store/sqlite/inspect-database.ts";
import { CHECKSUMS_FILE, hashFile, readChecksums } from "./checksums.ts";
import { FILES_FOLDER } from "./copy-recording-files.ts";
import type { RunWithProgress } from "./create-backup.ts";
import { isBackup, type Manifest, readManifest } from "./manifest.ts";

export type Verification = Awaited<ReturnType<typeof verifyDirectory>>;

export interface VerifyPorts {
  readonly copyReader: (engine: StoreEngineName) => Promise<DocumentCopyReader>;
  readonly runWithProgress: RunWithProgress;
}

const MAX_PROBLEMS = 20;

export class NotVerifiable extends Error {}

class TooManyProblems extends Error {}

/** Verifies a backup, or a data directory, in use or not. Throws `NotVerifiable` if the directory is neither. */
export async function verifyDirectory(directory: string, { copyReader, runWithProgress }: VerifyPorts) {
  const mark = join(directory, INCOMPLETE_FILE);
  if (existsSync(mark)) throw new NotVerifiable(`${directory} is not complete: see ${mark}.`);
  const manifest = isBackup(directory) ? await readManifest(directory) : null;
  const engine = manifest ? manifest.store : existsSync(join(directory, SQLITE_COPY_FILE)) ? "SQLite" : null;
  const isWithJournal = manifest ? manifest.journal !== null : hasJournal(directory);
  const isNeither = engine === null && !isWithJournal;
  if (isNeither) throw new NotVerifiable(`${directory} is neither a backup nor a data directory.`);
  const problems: string[] = [];
  let journal: JournalCounts | null = null;
  let documents: DocumentCounts = {};
  const report = (problem: string) => {
    problems.push(problem);
    if (problems.length >= MAX_PROBLEMS) throw new TooManyProblems();
  };

  const verifyChecksums = async ({ files }: Manifest) => {
    const verifyAll = async (advance: (by: number) => void) => {
      let count = 0;
      for await (const { path, sha256 } of readChecksums(directory)) {
        const found = await hashFile(join(directory, path)).catch((error: Error) => error);
        if (found instanceof Error) report(`${path} cannot be read: ${found.message}`);
        else if (found !== sha256) report(`${path} is damaged: its checksum is wrong`);
        count += 1;
        advance(1);
      }
      if (count !== files) report(`${CHECKSUMS_FILE} is damaged: it lists ${count} files instead of ${files}`);
    };
    await runWithProgress("files verified", async () => files, verifyAll).catch((error: Error) => {
      if (error instanceof TooManyProblems) throw error;
      report(error.message);
    });
  };

  const verifyFiles = (reader: DocumentCopyReader) => {
    const erased = new Set(manifest?.erased.map(sessionName));
    const total = async () => documents.recording_files ?? 0;
    return runWithProgress("files of recordings and events verified", total, async (advance) => {
      for await (const { projectId, sessionId, key, bytes } of reader.namedFiles(directory)) {
        advance(1);
        if (bytes === 0 || (sessionId !== null && erased.has(sessionName({ projectId, sessionId })))) continue;
        const path = join(FILES_FOLDER, pathOfKey(key));
        const found = await stat(join(directory, path)).catch(() => null);
        if (found === null) report(`the file ${path} is missing`);
        else if (found.size !== bytes) report(`${path} has ${found.size} bytes instead of ${bytes}`);
      }
    });
  };

  const verifyDocuments = async (reader: DocumentCopyReader) => {
    const damage = await reader.findDamage(directory);
    if (damage !== null) return report(`the documents are damaged: ${damage}`);
    documents = await reader.counts(directory);
    for (const [name, count] of Object.entries(manifest?.documents ?? {})) {
      const found = documents[name] ?? 0;
      if (found !== count) report(`there are ${found} ${name} instead of ${count}`);
    }
    // The files may be in a bucket, or were left out.
    if (existsSync(join(directory, FILES_FOLDER))) await verifyFiles(reader);
  };

  try {
    if (manifest) await verifyChecksums(manifest);
    if (isWithJournal) {
      const damage = findDamage(join(directory, JOURNAL_FILE));
      if (damage === null) journal = countJournal(directory);
      else report(`${JOURNAL_FILE} is damaged: ${damage}`);
    }
    if (engine !== null) await verifyDocuments(await copyReader(engine));
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error;
  }
  return { problems, manifest, journal, documents };
}
