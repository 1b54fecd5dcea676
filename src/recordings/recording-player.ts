import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { problem, requireFound } from "../lib/problem.ts";
import type { Millis, UserId } from "../store/ports/common.ts";
import type { ByteRange, Files, StoredFile } from "../store/ports/files.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { Recording, RecordingFile, SessionKey } from "../store/ports/recordings.ts";
import type { RecordingPorts } from "../store/ports/stores.ts";
import { fileName, legacySessionOfKey } from "./file-keys.ts";
import { coalesceChunks, gunzipStream, LineMultiset, openStream, splitLines } from "./snapshot-lines.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

export interface PlayerPorts extends LocatePorts {
  readonly files: Files;
  readonly memory: SnapshotMemory;
}

export type Viewing = { readonly userId: UserId; readonly at: Millis };

/** Immutable gzipped lines of JSON, `{"window_id": …, "data": [events]}`. */
export interface PlayedFile {
  /** Identifies the content uniquely. */
  readonly tag: string;
  /** Null if only object storage knows the size. */
  readonly bytes: number | null;
  /** Throws `not_found` if erased meanwhile. */
  open(part?: ByteRange): Promise<StoredFile>;
  /** Returns a URL for five minutes; null if the engine has none. */
  link(): Promise<string | null>;
}

const LINK_SECONDS = 300;

/** Finds a file as `listSources` names it. Throws `not_found`. */
export async function playFile(
  session: SessionKey,
  query: { readonly source: string; readonly key: string },
  viewing: Viewing,
  ports: PlayerPorts,
): Promise<PlayedFile> {
  const stored = query.source === "object_storage" ? storedFiles(await locateRecording(session, ports)) : [];
  const file = requireFound(stored.find(({ key }) => fileName(key) === query.key));
  await markViewed(session, viewing, ports);
  return {
    tag: createHash("sha256").update(`${file.key} ${file.bytes}`).digest("hex").slice(0, 16),
    bytes: file.bytes > 0 ? file.bytes : null, // a legacy file is listed before it is written
    open: async (part) => requireFound(await ports.files.get(file.key, part)),
    link: () => ports.files.presignedUrl(file.key, LINK_SECONDS),
  };
}

/** Streams lines of JSON. Throws `not_found` without this source. */
export async function playSource(
  session: SessionKey,
  source: string,
  viewing: Viewing,
  ports: PlayerPorts,
): Promise<Readable> {
  const located = await locateRecording(session, ports);
  if (source === "in_memory" && located?.recording.unflushed) {
    await markViewed(session, viewing, ports);
    return openLineStream((signal) => unflushedLines(session, keysOf(located.files), signal, ports));
  }
  const legacy = source === "columnar" ? [...(located?.legacyFiles ?? [])] : [];
  const files = source === "object_storage" ? storedFiles(located) : legacy;
  if (files.length === 0) throw problem("not_found");
  await markViewed(session, viewing, ports);
  return openLineStream((signal) => filesInOrder(files, signal, ports));
}

function storedFiles(located: LocatedRecording | null): RecordingFile[] {
  return located ? located.files.filter((file) => !located.legacyFiles.has(file)) : [];
}

/** Streams files, then unflushed snapshots, as lines of JSON. Throws `not_found`. Exports record no viewing. */
export async function playWhole(session: SessionKey, viewing: Viewing | null, ports: PlayerPorts): Promise<Readable> {
  requireFound(await locateRecording(session, ports));
  if (viewing) await markViewed(session, viewing, ports);
  return openLineStream((signal) => allLines(session, signal, ports));
}

function openLineStream(lines: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>): Promise<Readable> {
  return openStream((signal) => coalesceChunks(lines(signal)));
}

async function* allLines(session: SessionKey, signal: AbortSignal, ports: PlayerPorts) {
  const played = new Set<string>();
  for (let fresh = await newFiles(session, played, ports); fresh.length > 0; ) {
    yield* filesInOrder(fresh, signal, ports);
    for (const { key } of fresh) played.add(key);
    fresh = await newFiles(session, played, ports); // files may be added while a slow reader plays
  }
  yield* unflushedLines(session, played, signal, ports);
}

/** Read ahead to check whether lines have moved to a file meanwhile. */
const READ_AHEAD_BYTES = 256 * 1024;

/** Yields lines in no known file once; those that move to a file are read from there. */
async function* unflushedLines(
  session: SessionKey,
  known: ReadonlySet<string>,
  signal: AbortSignal,
  ports: PlayerPorts,
): AsyncGenerator<Uint8Array, void> {
  const lines = ports.memory.lines(session.projectId, session.sessionId);
  try {
    const ahead = await readAhead(lines);
    const moved = ahead.isComplete ? await newFiles(session, known, ports) : [];
    if (moved.length > 0) {
      yield* filesInOrder(moved, signal, ports);
      return yield* unflushedLines(session, new Set([...known, ...keysOf(moved)]), signal, ports);
    }
    const yielded = new LineMultiset();
    for (const line of ahead.lines) {
      yielded.add(line);
      yield line;
    }
    for await (const line of lines) {
      yielded.add(line);
      yield line;
    }
    for (const file of await newFiles(session, known, ports)) {
      for await (const line of splitLines(unpackedChunks(file, signal, ports))) if (!yielded.remove(line)) yield line;
    }
  } finally {
    await lines.return();
  }
}

async function readAhead(source: AsyncGenerator<Uint8Array, void>) {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < READ_AHEAD_BYTES) {
    const next = await source.next();
    if (next.done) return { lines, isComplete: true };
    lines.push(next.value);
    bytes += next.value.byteLength;
  }
  return { lines, isComplete: false };
}

async function newFiles(session: SessionKey, known: ReadonlySet<string>, { pieces }: PlayerPorts) {
  const files = await pieces.files(session.projectId, session.sessionId);
  return files.filter(({ key }) => !known.has(key));
}

async function* filesInOrder(files: readonly RecordingFile[], signal: AbortSignal, ports: PlayerPorts) {
  for (const file of files) yield* unpackedChunks(file, signal, ports);
}

async function* unpackedChunks(file: RecordingFile, signal: AbortSignal, { files }: PlayerPorts) {
  const stored = requireFound(await files.get(file.key)); // erased meanwhile
  yield* gunzipStream(stored.stream, signal);
}

function keysOf(files: readonly RecordingFile[]): Set<string> {
  return new Set(files.map(({ key }) => key));
}

function markViewed({ projectId, sessionId }: SessionKey, { userId, at }: Viewing, { library }: PlayerPorts) {
  return library.markViewed(projectId, sessionId, userId, at);
}

/** Snapshots that leave `in_memory` while it is read appear in a new source. */
export type SnapshotSource = {
  readonly firstMs: Millis;
  readonly lastMs: Millis;
} & (
  | { readonly source: "object_storage"; readonly key: string }
  | { readonly source: "columnar" | "in_memory"; readonly key: null }
);

interface LocatedRecording {
  readonly recording: Recording;
  readonly files: readonly RecordingFile[];
  /** Files that are still rows of the legacy database. */
  readonly legacyFiles: ReadonlySet<RecordingFile>;
}

interface LocatePorts extends Pick<RecordingPorts, "library" | "pieces"> {
  readonly legacy: Pick<LegacyStore, "existingSessions">;
}

/** Reads both as of one moment, so that each snapshot is in a file or unflushed; null if absent. */
export async function locateRecording(
  { projectId, sessionId }: SessionKey,
  { library, pieces, legacy }: LocatePorts,
): Promise<LocatedRecording | null> {
  const hasRows = (await legacy.existingSessions(projectId, [sessionId])).has(sessionId);
  for (let before = await pieces.files(projectId, sessionId); ; ) {
    const [recording] = await library.find(projectId, [sessionId]);
    if (!recording) return null;
    const files = await pieces.files(projectId, sessionId);
    if (files.length === before.length) {
      const rows = files.filter(({ key }) => hasRows && legacySessionOfKey(key));
      return { recording, files, legacyFiles: new Set(rows) };
    }
    before = files; // snapshots moved to a file in between
  }
}

export function listSources({ recording, files, legacyFiles }: LocatedRecording): SnapshotSource[] {
  const sources: SnapshotSource[] = files.map((file) => {
    const { key, firstMs, lastMs } = file;
    if (legacyFiles.has(file)) return { source: "columnar", key: null, firstMs, lastMs };
    return { source: "object_storage", key: fileName(key), firstMs, lastMs };
  });
  const { unflushed } = recording;
  if (unflushed) {
    sources.push({ source: "in_memory", key: null, firstMs: unflushed.firstMs, lastMs: unflushed.lastMs });
  }
  return sources;
}
