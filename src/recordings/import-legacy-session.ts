import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { uuidFrom } from "../lib/uuid.ts";
import { type Millis, StoreUnavailable } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import type { LegacyEvent, LegacyStore } from "../store/ports/legacy-store.ts";
import type { SessionKey, SnapshotPiece } from "../store/ports/recordings.ts";
import type { RecordingPorts } from "../store/ports/stores.ts";
import { legacyFilePrefix, legacySessionOfKey } from "./file-keys.ts";
import { type FlushPorts, flushSession, type LeaseOptions, NO_EVENTS, type ReportError } from "./flush-session.ts";
import { legacySnapshotLines, parseLegacyEvent, withLegacyRecordings } from "./legacy-files.ts";
import type { RrwebEvent } from "./rrweb.ts";
import { gunzipStream, LineMultiset, splitLines } from "./snapshot-lines.ts";
import { summarize } from "./summary.ts";

/** `files` must come from `withLegacyRecordings`. */
export interface LegacyImportPorts extends FlushPorts, Pick<RecordingPorts, "pieces" | "erasure"> {
  readonly legacy: LegacyStore;
}

type PieceRange = { readonly first: SnapshotPiece; readonly last: SnapshotPiece };

const EVENT_BATCH_SIZE = 500;
/** Counts as no activity. */
const CUSTOM_EVENT = 5;

/** Pauses are this many times as long as a pass, so that a large table is not read constantly. */
const IDLE_FACTOR = 9;

/** Lists legacy rows as a file. Idempotent, resumable. Returns false if nothing is left or another importer has it. */
export async function importLegacySession(session: SessionKey, lease: LeaseOptions, ports: LegacyImportPorts) {
  const { pieces, erasure, legacy } = ports;
  const { projectId, sessionId } = session;
  const prefix = legacyFilePrefix(session);
  if (!legacySessionOfKey(prefix)) throw new Error("The session id is too long for a file key.");
  if ((await erasure.erased(projectId, [sessionId])).has(sessionId)) {
    await legacy.erase([session]);
    return false;
  }
  const files = await pieces.files(projectId, sessionId);
  if (files.some(({ key }) => legacySessionOfKey(key))) return false;

  const range = await appendSummaries(session, ports);
  if (!range) return false;
  // Each attempt adds a piece, so that a file can begin even if a flusher has taken the others.
  await pieces.append(projectId, [spanningPiece(session, range, files.length)]);
  return (await flushSession(session, lease, ports, prefix)) !== null;
}

async function appendSummaries(session: SessionKey, ports: LegacyImportPorts): Promise<PieceRange | null> {
  const { projectId, sessionId } = session;
  let first: SnapshotPiece | null = null;
  let last: SnapshotPiece | null = null;
  for await (const { number, row, events } of eventBatches(session, ports.legacy)) {
    const piece: SnapshotPiece = {
      uuid: uuidFrom(`legacy/${projectId}/${sessionId}/${number}`),
      sessionId,
      windowId: row.windowId,
      receivedAt: ports.now(),
      ...summarize(events, row.distinctId),
      data: NO_EVENTS,
    };
    await ports.pieces.append(projectId, [piece]);
    first ??= piece;
    last = piece;
  }
  return first && last && { first, last };
}

async function* eventBatches(session: SessionKey, legacy: Pick<LegacyStore, "events">) {
  let first: LegacyEvent | null = null;
  let events: RrwebEvent[] = [];
  let number = 0;
  for await (const row of legacy.events(session)) {
    const event = parseLegacyEvent(row);
    if (!event) continue;
    first ??= row;
    events.push(event);
    if (events.length < EVENT_BATCH_SIZE) continue;
    yield { number, row: first, events };
    [first, events, number] = [null, [], number + 1];
  }
  if (first) yield { number, row: first, events };
}

/** Spans the whole session and adds no figures. */
function spanningPiece(
  { projectId, sessionId }: SessionKey,
  { first, last }: PieceRange,
  attempt: number,
): SnapshotPiece {
  const uuid = uuidFrom(`legacy/${projectId}/${sessionId}/opening/${attempt}`);
  const times = [first.summary.firstMs, last.summary.lastMs];
  const events = times.map((timestamp) => ({ type: CUSTOM_EVENT, timestamp }));
  return { ...first, uuid, ...summarize(events, first.summary.distinctId) };
}

/**
 * Imports sessions with no row since `before`, latest first, then pauses. Reports and skips failures. Throws
 * `StoreUnavailable`, and an error if any session was skipped.
 */
export async function importLegacySessions(
  before: Millis,
  lease: LeaseOptions,
  ports: LegacyImportPorts,
  report: ReportError,
  signal: AbortSignal,
): Promise<void> {
  const begin = ports.now();
  let failures = 0;
  for await (const session of ports.legacy.sessions(before)) {
    if (signal.aborted) return;
    try {
      await importLegacySession(session, lease, ports);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      failures += 1;
    }
  }
  await sleep((ports.now() - begin) * IDLE_FACTOR, undefined, { signal }).catch(() => {});
  if (failures > 0) throw new Error(`${failures} recordings of the old method could not be imported yet.`);
}

interface MigratePorts extends Omit<LegacyImportPorts, "files">, Pick<RecordingPorts, "library"> {
  /** Direct access without the legacy database. */
  readonly files: Files;
}

const LEASE_MS = 60_000;
/** Rows are removed in batches, because each removal rewrites much of the table. */
const SESSION_BATCH_SIZE = 100;

/**
 * Moves recordings with no row since `before` to object storage. Removes rows once the file is verified; none may be
 * added meanwhile. Resumable. Returns the number of moved recordings; skips those that fail. Calls `progress` with an
 * error or null after each session.
 */
export async function migrateLegacyRecordings(
  before: Millis,
  ports: MigratePorts,
  progress: (session: SessionKey, error: unknown) => void,
): Promise<number> {
  let moved = 0;
  let verified: SessionKey[] = [];
  const removeRows = async () => {
    if (verified.length > 0) await ports.legacy.erase(verified);
    moved += verified.length;
    verified = [];
  };
  for await (const session of ports.legacy.sessions(before)) {
    try {
      if (await migrateSession(session, ports)) verified.push(session);
      progress(session, null);
    } catch (error) {
      progress(session, error);
    }
    if (verified.length === SESSION_BATCH_SIZE) await removeRows();
  }
  await removeRows();
  return moved;
}

/** Returns false if erased or without events. Throws if the file lacks rows. */
async function migrateSession(session: SessionKey, ports: MigratePorts): Promise<boolean> {
  const { library, pieces, files, legacy } = ports;
  const withRows = withLegacyRecordings(files, legacy);
  await importLegacySession(session, { owner: randomUUID(), leaseMs: LEASE_MS }, { ...ports, files: withRows });
  const listed = await pieces.files(session.projectId, session.sessionId);
  const file = listed.find(({ key }) => legacySessionOfKey(key));
  if (!file && (await library.find(session.projectId, [session.sessionId])).length === 0) return false;
  if (!file) throw new Error("The service is importing it now. Try again.");
  const written = await files.get(file.key);
  written?.stream.destroy();
  if (!written) await withRows.put(file.key, Readable.from([gzipSync("")], { objectMode: false }));
  await verifyFile(session, file.key, ports);
  return true;
}

async function verifyFile(session: SessionKey, key: string, { files, legacy }: MigratePorts): Promise<void> {
  const missing = new LineMultiset();
  for await (const line of legacySnapshotLines(session, legacy)) missing.add(line);
  const written = await files.get(key);
  if (!written) throw new Error("The file is missing after it was written.");
  for await (const line of splitLines(gunzipStream(written.stream))) missing.remove(line);
  if (missing.size > 0) throw new Error(`The file ${key} lacks ${missing.size} of its snapshots. The rows are kept.`);
}
