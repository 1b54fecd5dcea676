import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { problem } from "../../problem.ts";
import type { ColumnarStore } from "../../storage/ports/columnar.ts";
import type { Millis, UserId } from "../../storage/ports/common.ts";
import type { ByteRange, Files, StoredFile } from "../../storage/ports/files.ts";
import type { RecordingFile, Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { fileName } from "../file-keys.ts";
import { coalesceChunks, LineMultiset, splitLines } from "../snapshot-lines.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";
import { type LocatedRecording, locateRecording } from "./sources.ts";
import { gunzipStream, openStream } from "./streams.ts";

export interface PlayerPorts {
  readonly recordings: Pick<Recordings, "find" | "files" | "markViewed">;
  readonly files: Pick<Files, "get" | "presignedUrl">;
  readonly memory: SnapshotMemory;
  readonly columnar: Pick<ColumnarStore, "existingSessions">;
}

/** Who looks, and when. */
export interface Viewing {
  readonly userId: UserId;
  readonly at: Millis;
}

/** One file of a recording: gzipped lines of JSON, `{"window_id": …, "data": [events]}`, which never change. */
export interface PlayedFile {
  /** Names its content: no other file has the same one. */
  readonly tag: string;
  /** Its size; null where only the object store knows it. */
  readonly bytes: number | null;
  /** The file, or a part of it that it has. Throws `not_found` where it was erased meanwhile. */
  open(part?: ByteRange): Promise<StoredFile>;
  /** An address to get it from for some minutes; null where there is none but ours. */
  link(): Promise<string | null>;
}

const LINK_SECONDS = 300;

/** The file of this key, as `sourcesOf` names it. Throws `not_found` for a recording or a file that is not there (any more). */
export async function playFile(
  session: SessionKey,
  wanted: { readonly source: string; readonly key: string },
  viewing: Viewing,
  ports: PlayerPorts,
): Promise<PlayedFile> {
  const stored = wanted.source === "object_storage" ? storedFiles(await locateRecording(session, ports)) : [];
  const file = stored.find(({ key }) => fileName(key) === wanted.key);
  if (!file) throw problem("not_found");
  await markViewed(session, viewing, ports);
  return {
    tag: createHash("sha256").update(`${file.key} ${file.bytes}`).digest("hex").slice(0, 16),
    bytes: file.bytes > 0 ? file.bytes : null, // it was listed before it was written
    async open(part) {
      const opened = await ports.files.get(file.key, part);
      if (!opened) throw problem("not_found");
      return opened;
    },
    link: () => ports.files.presignedUrl(file.key, LINK_SECONDS),
  };
}

/** All that one place holds, as lines of JSON; destroying the stream lets go of everything. Throws `not_found` for a recording or a place that has nothing of it (any more). */
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
  const columnar = source === "columnar" ? [...(located?.legacyFiles ?? [])] : [];
  const files = source === "object_storage" ? storedFiles(located) : columnar;
  if (files.length === 0) throw problem("not_found");
  await markViewed(session, viewing, ports);
  return openLineStream((signal) => filesInOrder(files, signal, ports));
}

/** Those of its files that are in the object store. */
function storedFiles(located: LocatedRecording | null): RecordingFile[] {
  return located ? located.files.filter((file) => !located.legacyFiles.has(file)) : [];
}

/** The whole recording in the order of time, as lines of JSON: its files, then what is in none yet. Throws `not_found`. */
export async function playWhole(session: SessionKey, viewing: Viewing, ports: PlayerPorts): Promise<Readable> {
  const located = await locateRecording(session, ports);
  if (!located) throw problem("not_found");
  await markViewed(session, viewing, ports);
  return openLineStream((signal) => allLines(session, signal, ports));
}

const CHUNK_BYTES = 65_536;

function openLineStream(lines: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>): Promise<Readable> {
  return openStream((signal) => coalesceChunks(lines(signal), CHUNK_BYTES));
}

async function* allLines(
  session: SessionKey,
  signal: AbortSignal,
  ports: PlayerPorts,
): AsyncGenerator<Uint8Array, void> {
  const played = new Set<string>();
  for (let fresh = await newFiles(session, played, ports); fresh.length > 0; ) {
    yield* filesInOrder(fresh, signal, ports);
    for (const { key } of fresh) played.add(key);
    fresh = await newFiles(session, played, ports); // playing takes as long as its reader likes
  }
  yield* unflushedLines(session, played, signal, ports);
}

/** So much is read ahead, to see whether it has moved to a file meanwhile. */
const READ_AHEAD_BYTES = 256 * 1024;

/** What no file but the known ones has. Lines that move to a file while this goes on are read there; none is given twice. */
async function* unflushedLines(
  session: SessionKey,
  known: ReadonlySet<string>,
  signal: AbortSignal,
  ports: PlayerPorts,
): AsyncGenerator<Uint8Array, void> {
  const lines = ports.memory.lines(session.projectId, session.sessionId);
  try {
    const ahead = await readAhead(lines);
    const moved = ahead.whole ? await newFiles(session, known, ports) : [];
    if (moved.length > 0) {
      yield* filesInOrder(moved, signal, ports);
      return yield* unflushedLines(session, new Set([...known, ...keysOf(moved)]), signal, ports);
    }
    const given = new LineMultiset();
    for (const line of ahead.lines) {
      given.add(line);
      yield line;
    }
    for await (const line of lines) {
      given.add(line);
      yield line;
    }
    for (const file of await newFiles(session, known, ports)) {
      for await (const line of splitLines(unpackedChunks(file, signal, ports))) if (!given.remove(line)) yield line;
    }
  } finally {
    await lines.return();
  }
}

/** The first lines, and whether they are all. */
async function readAhead(source: AsyncGenerator<Uint8Array, void>): Promise<{ lines: Uint8Array[]; whole: boolean }> {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < READ_AHEAD_BYTES) {
    const next = await source.next();
    if (next.done) return { lines, whole: true };
    lines.push(next.value);
    bytes += next.value.byteLength;
  }
  return { lines, whole: false };
}

async function newFiles(session: SessionKey, known: ReadonlySet<string>, { recordings }: PlayerPorts) {
  const files = await recordings.files(session.projectId, session.sessionId);
  return files.filter(({ key }) => !known.has(key));
}

async function* filesInOrder(files: readonly RecordingFile[], signal: AbortSignal, ports: PlayerPorts) {
  for (const file of files) yield* unpackedChunks(file, signal, ports);
}

async function* unpackedChunks(
  file: RecordingFile,
  signal: AbortSignal,
  { files }: PlayerPorts,
): AsyncGenerator<Uint8Array, void> {
  const stored = await files.get(file.key);
  if (!stored) throw problem("not_found"); // erased meanwhile
  yield* gunzipStream(stored.stream, signal);
}

function keysOf(files: readonly RecordingFile[]): Set<string> {
  return new Set(files.map(({ key }) => key));
}

function markViewed({ projectId, sessionId }: SessionKey, { userId, at }: Viewing, { recordings }: PlayerPorts) {
  return recordings.markViewed(projectId, sessionId, userId, at);
}
