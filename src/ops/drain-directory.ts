import { EventEmitter } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Capture, startCapture } from "../ingest/capture.ts";
import type { CaptureEvents } from "../ingest/capture-events.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { closing } from "../lib/threads/closers.ts";
import { pollUntil } from "../lib/threads/retry.ts";
import { uncleanNodes } from "../privacy/request-erasure.ts";
import type { Config } from "../settings/config.ts";
import { storeEngine } from "../store/choose-engines.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";
import type { Erasures } from "../store/records/erasures.ts";

export interface DrainDirectoryOptions {
  readonly onProgress: (requests: number) => void;
  readonly warn: (message: string) => void;
  readonly timeoutMs: number;
  /** Aborts after the step under way. */
  readonly signal: AbortSignal;
}

const POLL_INTERVAL_MS = 50;

/**
 * Stores what waits in the journal of another node's directory, which is locked meanwhile, and moves its dead letters
 * here if this node uses the same store. May be interrupted and repeated, also with a copy: nothing is stored twice.
 * Throws if a service uses the directory, or it belongs to another store.
 */
export async function drainDirectory(
  directory: string,
  config: Config,
  { onProgress, warn, timeoutMs, signal }: DrainDirectoryOptions,
) {
  const engine = storeEngine(config);
  await using store = closing(await engine.open());
  const hasOtherStore = config.MONGODB_URL === "" || existsSync(join(directory, "sightline.db"));
  const isForeign = resolve(directory) !== resolve(config.DATA_DIR) && hasOtherStore;
  const takenOver = { directory, isForeign };
  const selected = { ...store, name: engine.title, isAdopted: false, takenOver };
  let fatalError: Error | undefined;
  let stored = 0;
  let lastProgress = performance.now();
  const events = new EventEmitter<CaptureEvents>();
  events.on("drained", (report) => {
    stored += report.stored;
    lastProgress = performance.now();
  });
  events.on("warning", (message, fields) => warn(`${message}${"error" in fields ? `: ${fields.error}` : ""}`));
  events.on("drainDeath", (error) => warn(`the drain died and is restarted: ${error.message}`));
  events.on("fatal", (error) => {
    fatalError = error;
  });
  await using capture = stopping(await startCapture(config, selected, { takenOver: directory, events }));
  let { entries: waiting } = capture.depth();
  while (waiting > 0 && !signal.aborted && performance.now() - lastProgress < timeoutMs) {
    await sleep(POLL_INTERVAL_MS);
    if (fatalError) throw fatalError;
    const { entries } = capture.depth();
    onProgress(waiting - entries);
    waiting = entries;
  }
  const isClean = () => hasNothingErased(directory, store.erasures);
  if (waiting === 0) await pollUntil(isClean, { intervalMs: POLL_INTERVAL_MS, timeoutMs });
  const deadLettersMoved = waiting === 0 ? moveDeadLetters(directory, config.DATA_DIR, store.id) : 0;
  return { stored, waiting, deadLettersMoved };
}

function stopping(capture: Capture): Capture & AsyncDisposable {
  return Object.assign(capture, { [Symbol.asyncDispose]: () => capture.stop(AbortSignal.abort()) });
}

async function hasNothingErased(directory: string, erasures: Erasures): Promise<boolean> {
  using journal = new JournalDatabase(directory, { readonly: true });
  const node = journal.identity();
  for (const erasure of await erasures.unfinished()) {
    if ((await uncleanNodes(erasure, erasures)).some(({ id }) => id === node)) return false;
  }
  return true;
}

/**
 * Moves each dead letter once to this node's journal; none without a journal of the same store. A service that runs
 * here counts them towards its limit only after its next start.
 */
function moveDeadLetters(directory: string, dataDir: string, storeId: string): number {
  if (resolve(directory) === resolve(dataDir) || !existsSync(join(dataDir, JOURNAL_FILE))) return 0;
  using from = new JournalDatabase(directory);
  using to = new JournalDatabase(dataDir);
  if (to.store()?.id !== storeId) return 0;
  let moved = 0;
  for (const letters of from.deadLetters.batches({})) {
    to.deadLetters.setAside(letters);
    from.deadLetters.delete(letters);
    moved += letters.length;
  }
  return moved;
}

export type DirectoryRest = ReturnType<typeof findRest>;

export function findRest(directory: string) {
  using journal = new JournalDatabase(directory, { readonly: true });
  const [{ entries: waiting } = { entries: 0 }] = journal.groupRanges(1);
  const folder = join(directory, "files");
  const hasFiles =
    existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  const hasStore = existsSync(join(directory, "sightline.db"));
  return { waiting, deadLetters: journal.deadLetters.count(), hasStore, hasFiles };
}

/**
 * Drains the journal until disposed, and keeps services from starting meanwhile. Returns null if one runs. Throws if
 * the journal or the store cannot be opened, or the journal belongs to another store.
 */
export async function drainOffline(config: Config): Promise<AsyncDisposable | null> {
  if (isDirectoryLocked(config.DATA_DIR)) return null;
  // Nothing listens to what happens: the command reports the outcome of the dead letters.
  const engine = storeEngine(config);
  await using store = closing(await engine.open());
  return stopping(await startCapture(config, { ...store, name: engine.title, isAdopted: false }));
}
