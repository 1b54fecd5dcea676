import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { newLruCache } from "../lib/lru-cache.ts";
import { backoffMs } from "../lib/threads/retry.ts";
import { type Millis, StoreUnavailable } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import type { FileInProgress, RecordingFlushing, SessionKey } from "../store/ports/recordings.ts";
import { filePrefix, legacySessionOfKey } from "./file-keys.ts";
import { sessionName } from "./session-properties.ts";
import { coalesceChunks, snapshotLine } from "./snapshot-lines.ts";

export interface FlushPorts {
  readonly flushing: RecordingFlushing;
  readonly files: Files;
  readonly now: () => Millis;
}

export interface LeaseOptions {
  /** Unique among flushers. */
  readonly owner: string;
  readonly leaseMs: number;
}

class FlushSuperseded extends Error {}

/** Marks pieces with only figures: their events are in the legacy database. */
export const NO_EVENTS = "[]";

/**
 * Moves snapshots to a file. After a failure, the next call completes it with the same key and content. Returns the
 * file's bytes; null if there is nothing to move or another flusher has the session. `prefix` starts a new key.
 */
export async function flushSession(
  session: SessionKey,
  options: LeaseOptions,
  ports: FlushPorts,
  prefix: string = filePrefix(session),
): Promise<number | null> {
  let expiresAt: Millis = 0;
  const renew = () => {
    const now = ports.now();
    expiresAt = now + options.leaseMs;
    return ports.flushing.claim(session, options.owner, expiresAt, now);
  };
  if (!(await renew())) return null;
  const isHeld = async () => ports.now() < expiresAt - options.leaseMs / 2 || renew();
  const bytes = await writeSessionFile(session, prefix, isHeld, ports).catch((error: unknown) => {
    if (error instanceof FlushSuperseded) return null;
    throw error;
  });
  await ports.flushing.release(session, options.owner).catch(() => {}); // the claim expires anyway
  return bytes;
}

async function writeSessionFile(
  session: SessionKey,
  prefix: string,
  isHeld: () => Promise<boolean>,
  ports: FlushPorts,
): Promise<number | null> {
  const { flushing, files } = ports;
  const file = await flushing.beginFile(session, prefix);
  if (!file) return null;
  // Players read rows of legacy sessions until these are moved.
  const isInRows = legacySessionOfKey(file.key) !== null && !(await hasEvents(session, file, ports));
  const bytes = isInRows ? 0 : await uploadFile(file, fileLines(session, file, isHeld, ports), ports);
  if (await flushing.finishFile(session, { ...file, bytes })) return bytes;
  await files.delete([file.key]); // erased meanwhile; `erasures` lists the file if this fails
  return null;
}

async function hasEvents(session: SessionKey, { key }: FileInProgress, { flushing }: FlushPorts): Promise<boolean> {
  for await (const { data } of flushing.piecesOfOpenFile(session, key)) if (data !== NO_EVENTS) return true;
  return false;
}

async function uploadFile(file: FileInProgress, lines: AsyncGenerator<Uint8Array>, { files }: FlushPorts) {
  const content = Readable.from(coalesceChunks(lines), { objectMode: false });
  const packed = pipeline(content, createGzip(), () => {}); // `put` sees errors
  try {
    return await files.put(file.key, packed);
  } finally {
    packed.destroy();
  }
}

async function* fileLines(
  session: SessionKey,
  file: FileInProgress,
  isHeld: () => Promise<boolean>,
  { flushing }: FlushPorts,
) {
  for await (const piece of flushing.piecesOfOpenFile(session, file.key)) {
    if (!(await isHeld())) throw new FlushSuperseded();
    if (piece.data !== NO_EVENTS) yield snapshotLine(piece);
  }
  // All pieces were there if the file is still in progress; else a part would replace a finished file.
  const inProgress = await flushing.beginFile(session, filePrefix(session));
  if (inProgress?.key !== file.key) throw new FlushSuperseded();
}

export interface FlushThresholds {
  /** Milliseconds since the oldest snapshot was received. */
  readonly ageMs: number;
  readonly bytes: number;
}

/** Reports a skipped session, or a run, which is repeated later. */
export type ReportError = (error: unknown, session?: SessionKey) => void;

export interface FlushEvents {
  readonly flushed: (bytes: number) => void;
  readonly failed: () => void;
}

const SESSION_BATCH_SIZE = 100;
const FLUSH_BACKOFF = { initialMs: 1000, maxMs: 60_000 };
const MAX_TRACKED_FAILURES = 10_000;

/**
 * Makes a function that flushes all sessions that are due, and returns the number of files written. It throws
 * `StoreUnavailable`; it reports and skips other failures, and pauses before any flusher retries such a session, longer
 * with each failure.
 */
export function createFlusher(
  { ageMs, bytes: maxBytes }: FlushThresholds,
  lease: LeaseOptions,
  ports: FlushPorts,
  events: FlushEvents,
) {
  const { flushing, now } = ports;
  const failures = newLruCache<string, number>(MAX_TRACKED_FAILURES);
  const backOff = async (session: SessionKey) => {
    const count = (failures.get(sessionName(session)) ?? 0) + 1;
    failures.set(sessionName(session), count);
    const until = now() + backoffMs(count, FLUSH_BACKOFF);
    // The existing claim is the pause if this fails.
    await flushing.claim(session, lease.owner, until, now()).catch(() => {});
  };
  const flushOne = async (session: SessionKey, report: ReportError): Promise<boolean> => {
    try {
      const bytes = await flushSession(session, lease, ports);
      failures.delete(sessionName(session));
      if (bytes !== null) events.flushed(bytes);
      return bytes !== null;
    } catch (error) {
      events.failed();
      await backOff(session);
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      return false;
    }
  };
  return async (report: ReportError, signal?: AbortSignal): Promise<number> => {
    let written = 0;
    for (let before = -1; written > before; ) {
      before = written;
      for (const session of await flushing.due(now() - ageMs, maxBytes, now(), SESSION_BATCH_SIZE)) {
        if (signal?.aborted) return written;
        if (await flushOne(session, report)) written += 1;
      }
    }
    return written;
  };
}
