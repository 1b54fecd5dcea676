import type { PropertyMap } from "../lib/json/json.ts";
import { problem, requireFound } from "../lib/problem.ts";
import { distinctIdsOfEmail, distinctIdsOfPerson } from "../persons/read-persons.ts";
import type { Listed, Millis, Page, ProjectId, UserId } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import type { Persons } from "../store/ports/persons.ts";
import type {
  Recording,
  RecordingFilter,
  RecordingLibrary,
  RecordingPosition,
  SessionKey,
} from "../store/ports/recordings.ts";
import type { RecordingPorts } from "../store/ports/stores.ts";
import { listSources, locateRecording, type SnapshotSource } from "./recording-player.ts";
import {
  computeStats,
  loadRecordingView,
  loadRecordingViews,
  type RecordingStats,
  type RecordingView,
  type ViewPorts,
} from "./recording-view.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

type LibraryPorts = ViewPorts & Pick<RecordingPorts, "pieces">;

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
  const located = requireFound(await locateRecording(session, ports));
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

export async function pinRecording(
  { projectId, sessionId }: SessionKey,
  userId: UserId,
  isPinned: boolean,
  library: RecordingLibrary,
): Promise<void> {
  if (!(await library.pin(projectId, sessionId, userId, isPinned))) throw problem("not_found");
}

async function requireRecordingView(recording: Recording | undefined, userId: UserId, ports: LibraryPorts) {
  return requireFound(recording && (await loadRecordingView(recording, userId, ports)));
}

export interface ErasePorts extends Pick<RecordingPorts, "pieces" | "erasure"> {
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

export interface RecordingQuery extends Omit<RecordingFilter, "minDurationMs"> {
  readonly personUuid?: string | undefined;
  readonly personEmail?: string | undefined;
  /** Whole seconds, as the API shows. */
  readonly minDuration?: number | undefined;
}

/** Throws `invalid_input` for persons with above 10,000 distinct ids. */
async function buildRecordingFilter(
  projectId: ProjectId,
  { personUuid, personEmail, distinctIds, minDuration = 0, ...rest }: RecordingQuery,
  persons: Pick<Persons, "list" | "distinctIds">,
): Promise<RecordingFilter> {
  const conditions: (readonly string[])[] = [];
  if (distinctIds !== undefined) conditions.push(distinctIds);
  if (personUuid !== undefined) {
    conditions.push(await distinctIdsOfPerson(projectId, personUuid, "person_uuid", persons));
  }
  if (personEmail !== undefined) {
    conditions.push(await distinctIdsOfEmail(projectId, personEmail, "person_email", persons));
  }
  const [first, ...others] = conditions.map((ids) => new Set(ids));
  return {
    ...rest,
    distinctIds: first && [...first].filter((id) => others.every((ids) => ids.has(id))),
    // The API rounds durations to the nearest second.
    minDurationMs: minDuration > 0 ? minDuration * 1000 - 500 : undefined,
  };
}

interface RecordingSearch {
  readonly query: RecordingQuery;
  readonly isMatch: (stats: RecordingStats) => boolean;
  /** Returns ids of recordings with matching sessions; null if all match. */
  readonly matchSessions: ((recordings: readonly Recording[]) => Promise<ReadonlySet<string>>) | null;
}

interface FoundRecordings {
  readonly recordings: readonly RecordingView[];
  /** The next page begins after this recording; null on the last one. */
  readonly next: RecordingPosition | null;
}

const CHUNK = 1000;
const MAX_CHUNKS = 10;

/** Finds matches, latest start first: up to `limit`, fewer if there are many to look at. */
export async function searchRecordings(
  projectId: ProjectId,
  { query, isMatch, matchSessions }: RecordingSearch,
  { after, limit }: { readonly after: RecordingPosition | null; readonly limit: number },
  userId: UserId,
  ports: ViewPorts,
): Promise<FoundRecordings> {
  const filter = await buildRecordingFilter(projectId, query, ports.persons);
  const found: Recording[] = [];
  const endedBy = async (next: RecordingPosition | null): Promise<FoundRecordings> => {
    return { recordings: await loadRecordingViews(projectId, found, userId, ports), next };
  };
  let next = after;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
    const chunk = await ports.library.listAfter(projectId, filter, next, CHUNK);
    const candidates = chunk.filter((recording) => isMatch(computeStats(recording)));
    const matching = matchSessions && candidates.length > 0 ? await matchSessions(candidates) : null;
    for (const recording of candidates) {
      if (matching && !matching.has(recording.sessionId)) continue;
      found.push(recording);
      const isLast = recording === chunk.at(-1) && chunk.length < CHUNK;
      if (found.length === limit) return endedBy(isLast ? null : positionOf(recording));
    }
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) return endedBy(null);
    next = positionOf(last);
  }
  return endedBy(next);
}

const positionOf = ({ summary, sessionId }: Recording) => ({ firstMs: summary.firstMs, sessionId });
