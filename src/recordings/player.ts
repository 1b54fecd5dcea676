import type { Readable } from "node:stream";
import { problem } from "../problem.ts";
import type { Columnar } from "../storage/ports/columnar.ts";
import type { Millis, UserId } from "../storage/ports/common.ts";
import type { Files } from "../storage/ports/files.ts";
import type { RecordingFile, Recordings, SessionKey } from "../storage/ports/recordings.ts";
import { fileName } from "./file-keys.ts";
import { GivenLines, joined, splitLines } from "./lines.ts";
import type { SnapshotMemory } from "./memory.ts";
import { locate } from "./sources.ts";
import { gunzipped, openStream } from "./streams.ts";

export interface PlayerPorts {
  readonly recordings: Pick<Recordings, "find" | "files" | "markViewed">;
  readonly files: Pick<Files, "get">;
  readonly memory: SnapshotMemory;
  readonly columnar: Pick<Columnar, "present">;
}

/** Who looks, and when. */
export interface Viewing {
  readonly userId: UserId;
  readonly at: Millis;
}

/** Snapshots as lines of JSON, `{"window_id": …, "data": [events]}`; destroying the stream lets go of everything. */
export interface Playback {
  readonly stream: Readable;
  /** Whether the lines are packed with gzip; `gunzipped` unpacks them. */
  readonly gzip: boolean;
  /** The stream's size, where it is known. */
  readonly bytes: number | null;
}

/** The snapshots of one source; `key` as `sourcesOf` names it, null for all that the place holds. Throws `not_found` for a recording or a source that is not there (any more). */
export async function playSource(
  session: SessionKey,
  wanted: { readonly source: string; readonly key: string | null },
  viewing: Viewing,
  ports: PlayerPorts,
): Promise<Playback> {
  const located = await locate(session, ports);
  if (!located) throw problem("not_found");
  const { columnar } = located;
  const stored = located.files.filter((file) => !columnar.has(file));
  if (wanted.source === "in_memory" && wanted.key === null && located.recording.unflushed) {
    await markViewed(session, viewing, ports);
    return playLines((signal) => unflushed(session, keysOf(located.files), signal, ports));
  }
  const whole = wanted.source === "object_storage" ? stored : wanted.source === "columnar" ? [...columnar] : [];
  if (wanted.key === null && whole.length > 0) {
    await markViewed(session, viewing, ports);
    return playLines((signal) => filesInOrder(whole, signal, ports));
  }
  const file = stored.find(({ key }) => wanted.source === "object_storage" && fileName(key) === wanted.key);
  const opened = file ? await ports.files.get(file.key) : null;
  if (!opened) throw problem("not_found");
  await markViewed(session, viewing, ports).catch((error: unknown) => {
    opened.stream.destroy();
    throw error;
  });
  return { stream: opened.stream, gzip: true, bytes: opened.bytes };
}

/** The whole recording in the order of time: its files, then what is in none yet. Throws `not_found`. */
export async function playWhole(session: SessionKey, viewing: Viewing, ports: PlayerPorts): Promise<Playback> {
  const located = await locate(session, ports);
  if (!located) throw problem("not_found");
  await markViewed(session, viewing, ports);
  return playLines((signal) => whole(session, signal, ports));
}

const CHUNK_BYTES = 65_536;

async function playLines(lines: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>): Promise<Playback> {
  return { stream: await openStream((signal) => joined(lines(signal), CHUNK_BYTES)), gzip: false, bytes: null };
}

async function* whole(session: SessionKey, signal: AbortSignal, ports: PlayerPorts): AsyncGenerator<Uint8Array, void> {
  const played = new Set<string>();
  for (let fresh = await newFiles(session, played, ports); fresh.length > 0; ) {
    yield* filesInOrder(fresh, signal, ports);
    for (const { key } of fresh) played.add(key);
    fresh = await newFiles(session, played, ports); // playing takes as long as its reader likes
  }
  yield* unflushed(session, played, signal, ports);
}

/** So much is read ahead, to see whether it has moved to a file meanwhile. */
const AHEAD_BYTES = 256 * 1024;

/** What no file but the known ones has. Lines that move to a file while this goes on are read there; none is given twice. */
async function* unflushed(
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
      return yield* unflushed(session, new Set([...known, ...keysOf(moved)]), signal, ports);
    }
    const given = new GivenLines();
    for (const line of ahead.lines) {
      given.add(line);
      yield line;
    }
    for await (const line of lines) {
      given.add(line);
      yield line;
    }
    for (const file of await newFiles(session, known, ports)) {
      for await (const line of splitLines(unpacked(file, signal, ports))) if (!given.take(line)) yield line;
    }
  } finally {
    await lines.return();
  }
}

/** The first lines, and whether they are all. */
async function readAhead(source: AsyncGenerator<Uint8Array, void>): Promise<{ lines: Uint8Array[]; whole: boolean }> {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < AHEAD_BYTES) {
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
  for (const file of files) yield* unpacked(file, signal, ports);
}

async function* unpacked(
  file: RecordingFile,
  signal: AbortSignal,
  { files }: PlayerPorts,
): AsyncGenerator<Uint8Array, void> {
  const stored = await files.get(file.key);
  if (!stored) throw problem("not_found"); // erased meanwhile
  yield* gunzipped(stored.stream, signal);
}

function keysOf(files: readonly RecordingFile[]): Set<string> {
  return new Set(files.map(({ key }) => key));
}

function markViewed({ projectId, sessionId }: SessionKey, { userId, at }: Viewing, { recordings }: PlayerPorts) {
  return recordings.markViewed(projectId, sessionId, userId, at);
}
