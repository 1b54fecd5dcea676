import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream";
import { finished } from "node:stream/promises";
import { hasJournal } from "../ingest/journal/journal-copy.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { PROGRAM } from "../lib/program-name.ts";
import { forEachOf } from "../lib/settle-all.ts";
import { closing } from "../lib/threads/closers.ts";
import { pollUntil } from "../lib/threads/retry.ts";
import type { Config } from "../settings/config.ts";
import { fileEngine, storeEngine } from "../store/choose-engines.ts";
import { isDirectoryLocked, lockDirectory } from "../store/directory-lock.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import type { RowReader } from "../store/ports/neutral-rows.ts";
import { copyDatabase } from "../store/sqlite/copy-database.ts";
import { HashingStream, putHashed } from "./checksums.ts";
import { MAX_FILES_AT_ONCE } from "./copy-recording-files.ts";
import type { RunWithProgress } from "./create-backup.ts";
import { countRows, moveRows, openProgress } from "./move-rows.ts";

export interface MoveOptions {
  readonly from: Config;
  readonly to: Config;
  readonly runWithProgress: RunWithProgress;
  /** Called if everything is moved and a service still has to be stopped. */
  readonly onWaiting: () => void;
}

const BEGUN = "moving";
const POLL_INTERVAL_MS = 200;
const NO_FILES: MovedFiles = { files: 0, bytes: 0, missing: [] };

/**
 * Moves everything to an empty store, or to the rest of an interrupted move. Keeps the source, except for the journal,
 * which belongs to the new store in the end (decision 21). May be interrupted and repeated. Throws, with one line, if
 * it cannot begin.
 */
export async function moveStore({ from, to, runWithProgress, onWaiting }: MoveOptions) {
  const [old, next] = [resolve(from.DATA_DIR), resolve(to.DATA_DIR)];
  requireOtherStore(from, to);
  const begunIn = join(next, BEGUN);
  if (old !== next && hasJournal(next) && !existsSync(begunIn)) {
    throw new Error(`${next} (DATA_DIR of the new settings) has a journal already: choose an empty directory.`);
  }
  await mkdir(next, { recursive: true });
  const unlocks = lockAtOnce(from, to);
  try {
    await using source = closing(await storeEngine(from).openRows());
    await requireMovable(source);
    await requireNoOtherNodes(source, old);
    await source.settle();
    await using target = closing(await storeEngine(to).openRowWriter(source.id, begunIn));
    const progress = openProgress(begunIn, source.id, target.newId, await source.eventOrder());
    const ports = { progress, runWithProgress };
    const rows = await moveRows(source, target, ports);
    const recordingFiles = await moveAllFiles(from, to, runWithProgress);
    if (from.MONGODB_URL === "") unlocks.push(await lockOnceStopped(old, onWaiting));
    await moveJournal(old, next, begunIn, { id: target.newId, name: storeEngine(to).title });
    await target.complete();
    await rm(begunIn, { recursive: true, force: true });
    return { rows, recordingFiles };
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

/** Measured on a busy machine (decision 21), with copying and comparing. */
export const ROWS_PER_SECOND = 1000;
export const FILES_PER_SECOND = 10;

/** Estimates a move without changes. Throws if it cannot begin. */
export async function estimateMove(from: Config, to: Config) {
  requireOtherStore(from, to);
  await (await fileEngine(from).open()).close();
  await using source = closing(await storeEngine(from).openRows());
  await requireMovable(source);
  const rows = await countRows(source);
  const files = await countFilesToMove(from, to);
  const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
  return { rows, files, seconds: count / ROWS_PER_SECOND + files / FILES_PER_SECOND };
}

function requireOtherStore(from: Config, to: Config): void {
  const { title, location } = storeEngine(from);
  if (location !== storeEngine(to).location) return;
  throw new Error(`Both settings select the same store, ${title} in ${location}.`);
}

/** SQLite makes a service's writes wait while rows are read; MongoDB would not. */
function lockAtOnce(from: Config, to: Config): (() => void)[] {
  const directories = new Set([
    ...(from.MONGODB_URL === "" ? [] : [resolve(from.DATA_DIR)]),
    ...(resolve(from.DATA_DIR) === resolve(to.DATA_DIR) ? [] : [resolve(to.DATA_DIR)]),
  ]);
  const unlocks: (() => void)[] = [];
  try {
    for (const directory of directories) unlocks.push(lockDirectory(directory));
    return unlocks;
  } catch (error) {
    for (const unlock of unlocks) unlock();
    throw error;
  }
}

async function lockOnceStopped(directory: string, onWaiting: () => void): Promise<() => void> {
  if (isDirectoryLocked(directory)) onWaiting();
  let unlock: (() => void) | undefined;
  const tryLock = () => {
    if (!isDirectoryLocked(directory)) unlock = lockDirectory(directory);
    return unlock !== undefined;
  };
  await pollUntil(tryLock, { intervalMs: POLL_INTERVAL_MS, timeoutMs: Number.POSITIVE_INFINITY });
  return unlock ?? (() => {});
}

/** Throws during erasures, for which journals are needed. */
async function requireMovable(source: RowReader): Promise<void> {
  if (!(await source.isErasing())) return;
  throw new Error("Persons are being erased: wait until the service has completed that, and try again.");
}

/** Throws if another node may run, or its journal may have events of the source. */
async function requireNoOtherNodes(source: RowReader, directory: string): Promise<void> {
  const own = hasJournal(directory) ? identityOf(directory) : "";
  const [other] = (await source.nodes()).filter(({ id }) => id !== own);
  if (!other) return;
  const seen = new Date(other.seenAt).toISOString();
  throw new Error(
    `The node ${other.id} (${other.name}), seen at ${seen}, may still run, or something waits in its DATA_DIR. Stop ` +
      `it, and run \`${PROGRAM} journal drain\` there. If its disk is lost: \`${PROGRAM} nodes forget ${other.id}\`.`,
  );
}

function identityOf(directory: string): string {
  using journal = new JournalDatabase(directory, { readonly: true });
  return journal.identity();
}

async function moveAllFiles(from: Config, to: Config, runWithProgress: RunWithProgress): Promise<MovedFiles> {
  if (fileEngine(from).location === fileEngine(to).location) return NO_FILES;
  const copies = await storeEngine(from).copies();
  await using source = closing(await fileEngine(from).open());
  await using target = closing(await fileEngine(to).open());
  const move = (advance: (by: number) => void) => moveFiles(copies.namedFiles(), source.files, target.files, advance);
  return await runWithProgress("recording files copied", () => countFilesToMove(from, to), move);
}

async function countFilesToMove(from: Config, to: Config): Promise<number> {
  let count = 0;
  if (fileEngine(from).location === fileEngine(to).location) return count;
  for await (const _ of (await storeEngine(from).copies()).namedFiles()) count += 1;
  return count;
}

/** Gives the journal, or a copy in another directory, to the new store. Then old settings start no service here. */
async function moveJournal(old: string, next: string, begunIn: string, store: { id: string; name: string }) {
  if (!hasJournal(old)) return;
  if (old !== next) {
    const copy = join(begunIn, JOURNAL_FILE);
    await rm(copy, { force: true });
    await copyDatabase({ from: join(old, JOURNAL_FILE), to: copy }, { advance: () => {}, onFixed: () => {} });
    await rename(copy, join(next, JOURNAL_FILE));
  }
  using journal = new JournalDatabase(next);
  journal.recordStore(store);
}

interface MovedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly missing: readonly string[];
}

async function moveFiles(
  named: AsyncIterable<NamedFile>,
  source: Pick<Files, "get">,
  target: Pick<Files, "get" | "put">,
  advance: (by: number) => void,
): Promise<MovedFiles> {
  const missing: string[] = [];
  let [files, bytes] = [0, 0];
  await forEachOf(named, MAX_FILES_AT_ONCE, async (file) => {
    advance(1);
    if (file.bytes === 0) return; // its content is in the legacy database
    const size = (await sizeOf(target, file.key)) ?? (await copyFile(file.key, source, target));
    if (size === null) return void missing.push(file.key);
    files += 1;
    bytes += file.bytes;
  });
  return { files, bytes, missing };
}

async function sizeOf(files: Pick<Files, "get">, key: string): Promise<number | null> {
  const found = await files.get(key);
  found?.stream.on("error", () => {}).destroy();
  return found && (found.bytes ?? 0);
}

async function copyFile(key: string, source: Pick<Files, "get">, target: Pick<Files, "get" | "put">) {
  const found = await source.get(key);
  if (!found) return null;
  const digest = await putHashed(target, key, found.stream);
  const copy = new HashingStream();
  const written = await target.get(key);
  if (!written) throw new Error(`The file ${key} was written, and is gone.`);
  copy.resume();
  await finished(pipeline(written.stream, copy, () => {}));
  if (copy.digest() !== digest) throw new Error(`The copy of the file ${key} has another content.`);
  return copy.bytes;
}
