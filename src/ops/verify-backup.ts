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

export interface Verification {
  readonly problems: readonly string[];
  readonly manifest: Manifest | null;
  readonly journal: JournalCounts | null;
  readonly documents: DocumentCounts;
}

export interface VerifyPorts {
  readonly copyReader: (engine: StoreEngineName) => Promise<DocumentCopyReader>;
  readonly runWithProgress: RunWithProgress;
}

const MAX_PROBLEMS = 20;

export class NotVerifiable extends Error {}

class TooManyProblems extends Error {}

/** Verifies a backup, or a data directory, in use or not. Throws `NotVerifiable` if the directory is neither. */
export async function verifyDirectory(directory: string, ports: VerifyPorts): Promise<Verification> {
  const mark = join(directory, INCOMPLETE_FILE);
  if (existsSync(mark)) throw new NotVerifiable(`${directory} is not complete: see ${mark}.`);
  const manifest = isBackup(directory) ? await readManifest(directory) : null;
  const engine = manifest ? manifest.store : existsSync(join(directory, SQLITE_COPY_FILE)) ? "SQLite" : null;
  const isWithJournal = manifest ? manifest.journal !== null : hasJournal(directory);
  if (engine === null && !isWithJournal)
    throw new NotVerifiable(`${directory} is neither a backup nor a data directory.`);
  const verifier = new Verifier(directory, manifest, ports);
  try {
    if (manifest) await verifier.verifyChecksums(manifest);
    if (isWithJournal) verifier.verifyJournal();
    if (engine !== null) await verifier.verifyDocuments(await ports.copyReader(engine));
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error;
  }
  return verifier;
}

class Verifier implements Verification {
  readonly problems: string[] = [];
  readonly manifest: Manifest | null;
  journal: JournalCounts | null = null;
  documents: DocumentCounts = {};
  readonly #directory: string;
  readonly #ports: VerifyPorts;

  constructor(directory: string, manifest: Manifest | null, ports: VerifyPorts) {
    this.#directory = directory;
    this.manifest = manifest;
    this.#ports = ports;
  }

  async verifyChecksums({ files }: Manifest): Promise<void> {
    const verifyAll = async (advance: (by: number) => void) => {
      let count = 0;
      for await (const { path, sha256 } of readChecksums(this.#directory)) {
        const found = await hashFile(join(this.#directory, path)).catch((error: Error) => error);
        if (found instanceof Error) this.#report(`${path} cannot be read: ${found.message}`);
        else if (found !== sha256) this.#report(`${path} is damaged: its checksum is wrong`);
        count += 1;
        advance(1);
      }
      if (count !== files) this.#report(`${CHECKSUMS_FILE} is damaged: it lists ${count} files instead of ${files}`);
    };
    await this.#ports
      .runWithProgress("files verified", async () => files, verifyAll)
      .catch((error: Error) => {
        if (error instanceof TooManyProblems) throw error;
        this.#report(error.message);
      });
  }

  verifyJournal(): void {
    const damage = findDamage(join(this.#directory, JOURNAL_FILE));
    if (damage === null) this.journal = countJournal(this.#directory);
    else this.#report(`${JOURNAL_FILE} is damaged: ${damage}`);
  }

  async verifyDocuments(reader: DocumentCopyReader): Promise<void> {
    const damage = await reader.findDamage(this.#directory);
    if (damage !== null) return this.#report(`the documents are damaged: ${damage}`);
    this.documents = await reader.counts(this.#directory);
    for (const [name, count] of Object.entries(this.manifest?.documents ?? {})) {
      const found = this.documents[name] ?? 0;
      if (found !== count) this.#report(`there are ${found} ${name} instead of ${count}`);
    }
    // The files may be in a bucket, or were left out.
    if (existsSync(join(this.#directory, FILES_FOLDER))) await this.#verifyFiles(reader);
  }

  async #verifyFiles(reader: DocumentCopyReader): Promise<void> {
    const erased = new Set(this.manifest?.erased.map(sessionName));
    const total = async () => this.documents.recording_files ?? 0;
    await this.#ports.runWithProgress("files of recordings and events verified", total, async (advance) => {
      for await (const file of reader.namedFiles(this.#directory)) {
        advance(1);
        const { projectId, sessionId } = file;
        if (file.bytes === 0 || (sessionId !== null && erased.has(sessionName({ projectId, sessionId })))) continue;
        const path = join(FILES_FOLDER, pathOfKey(file.key));
        const size = await stat(join(this.#directory, path))
          .then((found) => found.size)
          .catch(() => null);
        if (size === null) this.#report(`the file ${path} is missing`);
        else if (size !== file.bytes) this.#report(`${path} has ${size} bytes instead of ${file.bytes}`);
      }
    });
  }

  #report(problem: string): void {
    this.problems.push(problem);
    if (this.problems.length >= MAX_PROBLEMS) throw new TooManyProblems();
  }
}
