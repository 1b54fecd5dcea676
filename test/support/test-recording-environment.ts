import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, type TestContext } from "node:test";
import { createFlusher, type FlushPorts } from "../../src/recordings/flush-session.ts";
import { type RecorderPorts, recordSnapshots } from "../../src/recordings/recorder.ts";
import type { ExpiredChunk } from "../../src/recordings/recording-maintenance.ts";
import { type PlayerPorts, playFile, playSource, type Viewing } from "../../src/recordings/recording-player.ts";
import { type SessionEvent, sessionPropertiesCache } from "../../src/recordings/session-properties.ts";
import { gunzipStream } from "../../src/recordings/snapshot-lines.ts";
import { snapshotMemory } from "../../src/recordings/snapshot-memory.ts";
import type { Files } from "../../src/store/ports/files.ts";
import { NO_LEGACY_STORE } from "../../src/store/ports/legacy-store.ts";
import type { SessionKey } from "../../src/store/ports/recordings.ts";
import { EMBEDDED_ENGINES, type EnginePair, EXTERNAL_ENGINES } from "./engines/test-engines.ts";
import { ONLY_EXTERNAL_ENGINES } from "./engines/wanted-engines.ts";
import { mouseMove } from "./test-events.ts";

/** The limits of a snapshot in tests. */
export const SNAPSHOT_LIMITS = { bytes: 1_000_000, values: 10_000 };

/** Monday, 6 May 2024, 12:00 UTC: when the recordings of tests start. */
export const NOON = Date.UTC(2024, 4, 6, 12);

/** Opens new engines with a clock that the test sets. `reopen` returns a second node on the same engines. */
export async function openRecordingEnvironment(test: TestContext, pair: EnginePair = EMBEDDED_ENGINES) {
  const engines = await pair.prepare(test);
  const clock = { now: NOON };
  const deadLetters: ExpiredChunk[] = [];
  const reopen = async () => {
    const { documents, fileStore } = await engines.open();
    const { recordings, persons } = documents;
    const { files } = fileStore;
    return {
      ...recordings,
      persons,
      files,
      fileStore,
      memory: snapshotMemory(recordings, 1_000_000),
      legacy: NO_LEGACY_STORE,
      sessionProperties: sessionPropertiesCache(),
      snapshotLimits: SNAPSHOT_LIMITS,
      setAside: async (chunks: readonly ExpiredChunk[]) => void deadLetters.push(...chunks),
      isChosen: async () => true,
      now: () => clock.now,
    };
  };
  const { disconnectFiles, restoreFiles } = engines;
  return { ...(await reopen()), clock, deadLetters, reopen, disconnectFiles, restoreFiles };
}

export type RecordingEnvironment = Awaited<ReturnType<typeof openRecordingEnvironment>>;
type OpenRecordingEnvironment = (test: TestContext) => Promise<RecordingEnvironment>;

/** Describes tests for each pair of engines. An unavailable pair is skipped with the reason. */
export function forEachEnginePair(describeTests: (openEnvironment: OpenRecordingEnvironment) => void): void {
  for (const pair of ONLY_EXTERNAL_ENGINES ? [EXTERNAL_ENGINES] : [EMBEDDED_ENGINES, EXTERNAL_ENGINES]) {
    describe(pair.name, { skip: pair.skipReason ?? false }, () =>
      describeTests((test) => openRecordingEnvironment(test, pair)),
    );
  }
}

/** Returns the environment with some methods of object storage replaced. */
export function withFiles<W extends Pick<RecordingEnvironment, "files">>(
  environment: W,
  changes: Partial<Files>,
): W & { files: Files } {
  const { files } = environment;
  const all: Files = {
    put: (key, content) => files.put(key, content),
    get: (key, part) => files.get(key, part),
    presignedUrl: (key, seconds) => files.presignedUrl(key, seconds),
    delete: (keys) => files.delete(keys),
    list: (prefix) => files.list(prefix),
  };
  return { ...environment, files: { ...all, ...changes } };
}

let snapshotCount = 0;

/** Returns a `$snapshot` event with one unique rrweb event. */
export function snapshotEvent(
  sessionId: string,
  changes: { at?: number; windowId?: string; distinctId?: string } = {},
) {
  const { at = NOON, windowId = "w", distinctId = "ann" } = changes;
  snapshotCount += 1;
  const $snapshot_data = [mouseMove(at, `number ${snapshotCount}`)];
  return sessionEvent("$snapshot", { $session_id: sessionId, $window_id: windowId, $snapshot_data }, { distinctId });
}

/** Returns an event as capture passes it on. */
export function sessionEvent(
  event: string,
  properties: SessionEvent["properties"],
  changes: Partial<SessionEvent> = {},
): SessionEvent {
  return { uuid: randomUUID(), event, distinctId: "ann", timestamp: NOON, receivedAt: NOON, properties, ...changes };
}

/** Records snapshots of project 1 at these seconds after noon. Returns their lines as played. */
export async function recordSnapshotsAt(environment: RecorderPorts, sessionId: string, seconds: number[]) {
  const events = seconds.map((second) => snapshotEvent(sessionId, { at: NOON + second * 1000 }));
  await recordSnapshots("1", events, environment);
  return events.map(expectedLine);
}

/** Returns the line of a `$snapshot` event. */
export function expectedLine({ properties }: SessionEvent): string {
  return `${JSON.stringify({ window_id: properties.$window_id, data: properties.$snapshot_data })}\n`;
}

/** Returns a flusher to which everything is due by default, and its counts. */
export function newFlusher(environment: FlushPorts, owner = "flusher", thresholds = ALWAYS_DUE) {
  const counts = { bytes: 0, failures: 0 };
  const events = {
    flushed: (bytes: number) => {
      counts.bytes += bytes;
    },
    failed: () => {
      counts.failures += 1;
    },
  };
  return { flusher: createFlusher(thresholds, { owner, leaseMs: 60_000 }, environment, events), counts };
}

export const ALWAYS_DUE = { ageMs: -1, bytes: 0 };

/** Moves all unflushed snapshots to files. */
export async function flushAll(environment: FlushPorts, owner?: string): Promise<number> {
  return newFlusher(environment, owner).flusher((error) => assert.fail(error as Error));
}

/** Returns the unpacked content of a source as text. */
export async function playedText(
  session: SessionKey,
  { source, key }: { readonly source: string; readonly key: string | null },
  viewing: Viewing,
  ports: PlayerPorts,
): Promise<string> {
  if (key === null) return readText(await playSource(session, source, viewing, ports));
  const file = await playFile(session, { source, key }, viewing, ports);
  return readText(gunzipStream((await file.open()).stream));
}

/** Returns the content of a stream as text. */
export async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

/** Returns the ids of the sessions of project 1 that have unflushed snapshots. */
export async function unflushedSessions({ library }: Pick<RecordingEnvironment, "library">, sessionIds: string[]) {
  const found = await library.find("1", sessionIds);
  return found.filter(({ unflushed }) => unflushed).map(({ sessionId }) => sessionId);
}

/** Returns the whole numbers from 0 up to `count`. */
export function seconds(count: number): number[] {
  return Array.from({ length: count }, (_, second) => second);
}
