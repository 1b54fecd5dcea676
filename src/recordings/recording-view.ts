import { type PersonView, summarizeOwners, viewOwners } from "../persons/read-persons.ts";
import { type ProjectId, StoreUnavailable, type UserId } from "../store/ports/common.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { Persons } from "../store/ports/persons.ts";
import type { Recording, RecordingLibrary } from "../store/ports/recordings.ts";

export type StorageKind = "object_storage" | "in_memory" | "columnar";

export type RecordingStats = ReturnType<typeof computeStats>;

export interface RecordingView extends Recording, RecordingStats {
  readonly viewed: boolean;
  readonly isPinned: boolean;
  /** Null if the distinct id has no person. */
  readonly person: PersonView | null;
  /** Storage of the newest snapshots. */
  readonly storage: StorageKind;
}

export interface ViewPorts {
  readonly library: RecordingLibrary;
  readonly persons: Pick<Persons, "find" | "summarize" | "list" | "distinctIds" | "firstDistinctIds">;
  readonly legacy: Pick<LegacyStore, "existingSessions">;
}

export function loadRecordingViews(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView[]> {
  return loadViews(projectId, recordings, userId, ports, (ids) => summarizeOwners(projectId, ids, ports.persons));
}

export async function loadRecordingView(
  recording: Recording,
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView | undefined> {
  const { persons } = ports;
  const { projectId } = recording;
  const owners = (ids: readonly string[]) => viewOwners(projectId, ids, persons.find, persons);
  return (await loadViews(projectId, [recording], userId, ports, owners))[0];
}

async function loadViews(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
  ownersOf: (distinctIds: readonly string[]) => Promise<Map<string, PersonView>>,
): Promise<RecordingView[]> {
  if (recordings.length === 0) return [];
  const sessionIds = recordings.map(({ sessionId }) => sessionId);
  const [viewed, pinned, persons, legacy] = await Promise.all([
    ports.library.viewed(projectId, sessionIds, userId),
    ports.library.pinned(projectId, sessionIds, userId),
    ownersOf(recordings.map(({ summary }) => summary.distinctId)),
    ports.legacy.existingSessions(projectId, sessionIds).catch(emptyIfUnavailable),
  ]);
  return recordings.map((recording) => ({
    ...recording,
    ...computeStats(recording),
    viewed: viewed.has(recording.sessionId),
    isPinned: pinned.has(recording.sessionId),
    person: persons.get(recording.summary.distinctId) ?? null,
    storage: storageKindOf(recording, legacy),
  }));
}

/** Lists work without the legacy database; only its recordings cannot be played. */
function emptyIfUnavailable(error: unknown): ReadonlySet<string> {
  if (error instanceof StoreUnavailable) return new Set();
  throw error;
}

function storageKindOf({ unflushed, sessionId }: Recording, legacy: ReadonlySet<string>): StorageKind {
  if (unflushed) return "in_memory";
  return legacy.has(sessionId) ? "columnar" : "object_storage";
}

/** Times are in whole seconds. */
export function computeStats({ summary, activeMs }: Pick<Recording, "summary" | "activeMs">) {
  const recordingDuration = seconds(summary.lastMs - summary.firstMs);
  // An engine may have counted the activity of a piece, and its times not yet.
  const activeSeconds = Math.min(recordingDuration, seconds(activeMs));
  return {
    recordingDuration,
    activeSeconds,
    inactiveSeconds: recordingDuration - activeSeconds,
    clickCount: summary.clicks,
    keypressCount: summary.keypresses,
    mouseActivityCount: summary.mouseActivity,
    consoleLogCount: summary.consoleLog,
    consoleWarnCount: summary.consoleWarn,
    consoleErrorCount: summary.consoleError,
    startUrl: summary.startUrl?.url ?? null,
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}
