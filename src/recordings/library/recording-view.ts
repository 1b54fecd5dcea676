import type { ColumnarStore } from "../../storage/ports/columnar.ts";
import { type ProjectId, StoreUnavailable, type UserId } from "../../storage/ports/common.ts";
import type { Person, Persons } from "../../storage/ports/persons.ts";
import type { Recording, RecordingLibrary } from "../../storage/ports/recording-library.ts";
import { computeStats, type RecordingStats } from "./recording-stats.ts";

export type StorageKind = "object_storage" | "in_memory" | "columnar";

/** The person of a recording, with the first of its distinct ids. */
export interface PersonView extends Person {
  readonly distinctIds: readonly string[];
}

/** A recording as one user sees it. */
export interface RecordingView extends Recording, RecordingStats {
  /** Whether this user has played it. */
  readonly viewed: boolean;
  /** Null if the recording's distinct id belongs to no person. */
  readonly person: PersonView | null;
  /** Where its newest snapshots are stored. */
  readonly storage: StorageKind;
}

export interface ViewPorts {
  readonly library: RecordingLibrary;
  readonly persons: Pick<Persons, "find" | "distinctIds">;
  readonly columnar: Pick<ColumnarStore, "existingSessions">;
}

const MAX_DISTINCT_IDS_SHOWN = 100;
const MAX_CONCURRENT_LOOKUPS = 8;

/** Returns the recordings of one page, in their order, as the user sees them. */
export async function loadRecordingViews(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView[]> {
  if (recordings.length === 0) return [];
  const sessionIds = recordings.map(({ sessionId }) => sessionId);
  const distinctIds = [...new Set(recordings.map(({ summary }) => summary.distinctId))];
  const [viewed, persons, columnar] = await Promise.all([
    ports.library.viewed(projectId, sessionIds, userId),
    loadPersonViews(projectId, distinctIds, ports.persons),
    ports.columnar.existingSessions(projectId, sessionIds).catch(emptyIfUnavailable),
  ]);
  return recordings.map((recording) => ({
    ...recording,
    ...computeStats(recording),
    viewed: viewed.has(recording.sessionId),
    person: persons.get(recording.summary.distinctId) ?? null,
    storage: storageKindOf(recording, columnar),
  }));
}

/** Lists work while the columnar database is unavailable; only its own recordings cannot be played meanwhile. */
function emptyIfUnavailable(error: unknown): ReadonlySet<string> {
  if (error instanceof StoreUnavailable) return new Set();
  throw error;
}

function storageKindOf({ unflushed, sessionId }: Recording, columnar: ReadonlySet<string>): StorageKind {
  if (unflushed) return "in_memory";
  return columnar.has(sessionId) ? "columnar" : "object_storage";
}

async function loadPersonViews(
  projectId: ProjectId,
  distinctIds: readonly string[],
  persons: ViewPorts["persons"],
): Promise<Map<string, PersonView>> {
  const found = await persons.find(projectId, distinctIds);
  const byUuid = new Map([...found.values()].map((person) => [person.uuid, person]));
  const waiting = [...byUuid.values()];
  const views = new Map<string, PersonView>();
  const lookUp = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const owned = await persons.distinctIds(projectId, person.uuid, MAX_DISTINCT_IDS_SHOWN);
      views.set(person.uuid, { ...person, distinctIds: owned });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOOKUPS }, lookUp));
  return new Map(
    [...found].flatMap(([distinctId, { uuid }]) => {
      const view = views.get(uuid);
      return view ? [[distinctId, view] as const] : [];
    }),
  );
}
