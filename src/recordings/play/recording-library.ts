import type { PropertyMap } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import type { Listed, Millis, Page, ProjectId, UserId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type {
  Recording,
  RecordingErasure,
  RecordingLibrary,
  RecordingPieces,
  SessionKey,
} from "../../store/ports/recordings.ts";
import { buildRecordingFilter, type RecordingQuery } from "./build-recording-filter.ts";
import { loadRecordingView, loadRecordingViews, type RecordingView, type ViewPorts } from "./recording-view.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";
import { listSources, locateRecording, type SnapshotSource } from "./sources.ts";

export interface LibraryPorts extends ViewPorts {
  readonly pieces: RecordingPieces;
}

export async function listRecordings(
  projectId: ProjectId,
  query: RecordingQuery,
  page: Page,
  userId: UserId,
  ports: LibraryPorts,
): Promise<Listed<RecordingView>> {
  const filter = await buildRecordingFilter(projectId, query, ports.persons);
  const { count, items } = await ports.library.list(projectId, page, filter);
  return { count, items: await loadRecordingViews(projectId, items, userId, ports) };
}

/** Throws `not_found`. */
export async function retrieveRecording(
  session: SessionKey,
  userId: UserId,
  ports: LibraryPorts,
): Promise<RecordingView> {
  const [recording] = await ports.library.find(session.projectId, [session.sessionId]);
  return requireRecordingView(recording, userId, ports);
}

/** Includes the sources of snapshots. Throws `not_found`. */
export async function retrieveWithSources(
  session: SessionKey,
  userId: UserId,
  ports: LibraryPorts,
): Promise<{ recording: RecordingView; sources: SnapshotSource[] }> {
  const located = await locateRecording(session, ports);
  if (!located) throw problem("not_found");
  return { recording: await requireRecordingView(located.recording, userId, ports), sources: listSources(located) };
}

/**
 * Returns saved properties, latest start first, and the first recording; null selects the newest. Throws `not_found`.
 */
export async function retrieveProperties(
  projectId: ProjectId,
  sessionIds: readonly string[] | null,
  userId: UserId,
  ports: LibraryPorts,
): Promise<{ recording: RecordingView; results: { sessionId: string; properties: PropertyMap }[] }> {
  const found = sessionIds
    ? await ports.library.find(projectId, sessionIds)
    : (await ports.library.list(projectId, { limit: 1, offset: 0 })).items;
  const recording = await requireRecordingView(found[0], userId, ports);
  const ids = found.map(({ sessionId }) => sessionId);
  const saved = await ports.library.properties(projectId, ids);
  return { recording, results: ids.map((sessionId) => ({ sessionId, properties: saved.get(sessionId) ?? {} })) };
}

/** Pins or unpins, idempotently. Throws `not_found`. */
export async function pinRecording(
  { projectId, sessionId }: SessionKey,
  userId: UserId,
  isPinned: boolean,
  library: RecordingLibrary,
): Promise<void> {
  if (!(await library.pin(projectId, sessionId, userId, isPinned))) throw problem("not_found");
}

async function requireRecordingView(
  recording: Recording | undefined,
  userId: UserId,
  ports: LibraryPorts,
): Promise<RecordingView> {
  const view = recording && (await loadRecordingView(recording, userId, ports));
  if (!view) throw problem("not_found");
  return view;
}

export interface ErasePorts {
  readonly pieces: RecordingPieces;
  readonly erasure: RecordingErasure;
  readonly files: Files;
  readonly memory: Pick<SnapshotMemory, "forget">;
}

/** Erases for good; the janitor retries files. Throws `not_found`. */
export async function eraseRecording(session: SessionKey, now: Millis, ports: ErasePorts): Promise<void> {
  if (!(await eraseIfExists(session, now, ports))) throw problem("not_found");
}

/** Erases like `eraseRecording`, but returns false if absent. */
export async function eraseIfExists(session: SessionKey, now: Millis, ports: ErasePorts): Promise<boolean> {
  const { projectId, sessionId } = session;
  const keys = (await ports.pieces.files(projectId, sessionId)).map(({ key }) => key);
  if (!(await ports.erasure.erase(projectId, sessionId, now))) return false;
  ports.memory.forget(projectId, sessionId);
  // The janitor retries files in `erasures` and reports failures.
  if (keys.length > 0) await ports.files.delete(keys).catch(() => {});
  return true;
}
